### PPR Schritt für Schritt: einmal codieren und einmal decodieren, in zehn Schritten von 0 bis 9.

question = Wie sagt eine ganze Zahl dem Server einen exakten verrauschten Wert?

## Die Überschrift jedes Schritts.

finding = { $step ->
    [0] P ist das Rauschen um x, Q kennt x nicht: Kein Wert ist unter P mehr als { $bound }-mal so wahrscheinlich.
    [1] Sender und Decodierer erzeugen dieselbe endlose Liste; also genügt ein Index, um einen Kandidaten zu benennen.
    [2] Jeder Kandidat bekommt eine zufällige Zeit, die nur der Sender kennt.
    [3] Teilt man jede Zeit durch r, so rücken die Kandidaten nach vorn, die P bevorzugt.
    [4] Jetzt kann jeder Kandidat gewinnen; der Favorit gewinnt mit der Wahrscheinlichkeit { $favourite }.
    [5] PPR zieht den Index K = { $index } und mit ihm den verrauschten Wert z = { $z }.
    [6] Von einer endlosen Liste prüft der Sender nur { $looked }, dann kennt er K = { $index }.
    [7] { $kind ->
        [same] Auch das Verfahren der Arbeit würde { $looked } prüfen.
        [stopped] Das Verfahren der Arbeit prüfte { $draws } und wurde abgebrochen; der Sender prüfte nur { $only }.
        *[done] Das Verfahren der Arbeit prüfte { $draws }, der Sender nur { $only }.
        }
    [8] Der Index K = { $index } belegt { $bits } im Code { $code }.
    *[9] Der Decodierer macht aus { $bits } den Index K = { $index } und daraus { $equal ->
        [yes] exakt den Wert z = { $z } des Senders.
        *[no] z = { $z }, NICHT den Wert des Senders.
        }
 }
finding-open = { finding } Bei α = ∞ ist dieser Index nicht privat.

candidates = { $count ->
    [one] 1 Kandidaten
    *[other] { $shown } Kandidaten
 }
octets = { $count ->
    [one] 1 Byte
    *[other] { $shown } Bytes
 }

## Was das Bild zeigt: Titel und Bildunterschrift jedes Schritts.

step-title = { $step ->
    [0] Das gewünschte Rauschen P und eine Kurve Q, die x nicht kennt
    [1] Die gemeinsame Liste
    [2] Private Zeiten
    [3] Zeiten, geteilt durch den Quotienten
    [4] Die Wahrscheinlichkeit jedes Index
    [5] { $private ->
        [yes] Ein Index wird gezogen
        *[no] Immer gewinnt der früheste Kandidat
        }
    [6] Was der Sender prüft
    [7] Zum Vergleich: das Verfahren der Arbeit, Algorithmus 1
    [8] Die Nachricht
    *[9] Der Decodierer
 }
caption = { $step ->
    [0] Der Sender will einen Wert z aus dem Rauschen P um x = { $x }. Aus Q kann jeder ziehen. { $drawn ->
        [no] Der Quotient r = P/Q sagt, wie viel wahrscheinlicher P einen Wert macht.
        *[yes] Der Quotient r = P/Q sagt, wie viel wahrscheinlicher P einen Wert macht: hier bis zu { $peak }-mal, für jedes x
            bis zu r* = { $bound }.
        }
    [1] Der gemeinsame Startwert { $seed } liefert die Kandidaten Z₁, Z₂, Z₃, … aus Q. Einen davon
        wählt der Sender als verrauschten Wert z.
    [2] Der private Startwert { $private_seed } liefert die Zeiten T₁ < T₂ < T₃ < …, zufällig und im Mittel eins auseinander
        (ein Poisson-Prozess). Kandidat i bekommt die i-te Zeit. Die Zeiten entscheiden, wer gewinnt.
    [3] Kandidaten mit r > 1 rücken nach unten ({ $earlier } der ersten { $points }), die übrigen nach oben. Eine Zeit, geteilt durch 2,
        kommt doppelt so früh, also sind solche Werte doppelt so oft die ersten. Wegen r·Q = P folgt der erste nach T̃ = T/r also P.
    [4] Je kleiner das T̃ eines Kandidaten ist, desto größer ist seine Wahrscheinlichkeit, als Fläche gezeichnet. α wählen
        Sie, hier { $alpha }: Je größer es ist, desto sicherer gewinnt der Favorit, hier Kandidat { $likeliest }.
    [5] { $private ->
        [yes] Die Punktzahl eines Kandidaten ist T̃ mal ein Zufallsfaktor, den nur der Sender zieht (Senkrechte); die niedrigste
            gewinnt, hier { $won } vor { $second }. Ein größeres α bringt den Faktor näher an 1. Kandidat { $index } hatte { $share }{ $favoured ->
                [yes] , am meisten.
                *[no] , Kandidat { $likeliest } hatte { $favourite }.
            }
        *[no] Bei α = ∞ bleibt kein Zufallsfaktor. Stets gewinnt der Kandidat mit dem kleinsten T̃, hier K = { $index }. Das ist
            die Poisson functional representation (PFR).
        }
    [6] Das Bild zeigt die Punktzahl, bevor durch r geteilt wird: S ist die Zeit T mal dem Zufallsfaktor. Der Sender geht bis S = { $stop },
        dem r*-Fachen der niedrigsten Punktzahl: Kein Quotient ist größer als r*, also kann darüber nichts gewinnen. { $places }
    [7] { $kind ->
        [same] Bei α = ∞ ist die Kandidatenreihenfolge die Reihenfolge der Zeiten. Deshalb prüfen beide Codierer dieselben ersten
            Kandidaten.
        [stopped] Blau: Der Sender wählte K = { $index }. Ein anderer Sender mit eigenen Zeiten durchsucht dieselbe Liste mit
            Algorithmus 1, in der Reihenfolge der Zeiten. Er zog alle der ersten { $draws } (graues Band) und wurde abgebrochen.
        *[done] Blau: Der Sender wählte K = { $index }. Ein anderer Sender mit eigenen Zeiten durchsucht dieselbe Liste mit
            Algorithmus 1, in der Reihenfolge der Zeiten. Er zog die ersten { $draws } (graues Band) und wählte K = { $own_index }:
            Andere Zeiten wählen einen anderen Kandidaten, und beide z folgen P.
        }
    [8] Das Codewort von { $index } ist { $code_word }, gesendet als { $octets }: hexadezimal { $hexadecimal }.
    *[9] Der Decodierer braucht nur Kandidat { $received } der gemeinsamen Liste: z = { $z }, { $equal ->
        [yes] in jedem Bit gleich dem Wert des Senders.
        *[no] was nicht der Wert des Senders ist.
        } Weder x noch die Zeiten noch die anderen Kandidaten braucht er dafür.
 }
places = Geprüft (blau): K, { $before } davor in der Liste, { $after } danach.

axis-output = Ausgabe z
axis-output-along = Ausgabe z in Richtung x
axis-height = { $height ->
    [ratio] Quotient r = P/Q
    [index] Index i in der Liste
    [time] Zeit T
    [transformed] T̃: Zeit, geteilt durch r
    [score] Punktzahl: tiefste siegt
    *[candidate] S = T mal Zufallsfaktor
 }
label-mechanism = P: Rauschen um x = { $x }
label-proposal = Q: ohne x zu kennen
label-curve = r = P/Q für x = { $x }
label-ratio = r* = { $bound }, der größte Quotient für alle x und z
label-stop = darüber kann nichts gewinnen
label-band = Algorithmus 1 zog alle { $draws } bis hierher
label-sender = K = { $index } des Senders
label-algorithm1 = K = { $index } von Algorithmus 1
label-band-cut = Algorithmus 1 zog alle diese und mehr, insgesamt { $draws }
label-excluded = durch K = { $index } ausgeschlossene x
hover-index = Kandidat
message-bits = Bits { $code_word }
message-hexadecimal = hex { $hexadecimal }
message-equal = z = { $z } { $equal ->
    [yes] =
    *[no] ≠
 } z des Senders

## Hinweise: was jeder Schritt bedeutet.

need = PPR (Poisson private representation) macht aus Ziehungen von Q, den Kandidaten, Rauschen P: Im Mittel prüft es
    r* = { $bound }, so viele wie Verwerfen.
need-here = Hier prüfte der Sender { $looked }; im Mittel sind es r* = { $bound }, gleich welches α.
need-more = Einen Kandidaten zu prüfen heißt, seinen Quotienten r zu berechnen. Liegt ein Mechanismus nahe an seinem Vorschlag,
    so ist
    r* klein.
seed = Der Decodierer, Ihr Server, erzeugt dieselbe Liste aus dem gemeinsamen Startwert; sie wird also nie gesendet.
seed-more = Den Startwert darf jeder kennen. Die nächste Nachricht benutzt die nächste Liste desselben Startwerts.
without-chance = Schon der Kandidat mit dem kleinsten T̃ folgt exakt P; ihn immer zu senden, wäre aber nicht privat: Der
    Decodierer könnte mit der Liste manche x ausschließen.
without-chance-more = Sein Index verriete, welche Kandidaten vor ihm übergangen wurden, und das schließt manche Werte von x aus.
    Deshalb überlässt der nächste Schritt die Wahl dem Zufall.
weights = Ein Kandidat gewinnt mit der Chance Gewicht / Summe der Gewichte, sein Gewicht ist T̃^(−α). Ein anderes x ändert jedes Gewicht höchstens um den Faktor e^(αε){ $delta ->
    [yes] , überall dort, wo es die Dichte der Ausgabe höchstens um e^ε ändert.
    *[no] , ihre Summe ebenso, und damit jede Wahrscheinlichkeit höchstens um e^(2αε).
 }
weights-more = Das Gewicht kann steigen, während die Summe fällt; die Wahrscheinlichkeit Gewicht / Summe ändert sich also
    höchstens
    um den Faktor e^(2αε). Darauf beruht { $theorem }.
later = { $useful ->
    [yes] Alle Kandidaten nach den ersten { $points } fehlen hier in den Prozenten; sie gewinnen mit einer mittleren Wahrscheinlichkeit von höchstens { $later }.
    *[no] Alle Kandidaten nach den ersten { $points } fehlen hier in den Prozenten; wie oft sie gewinnen, begrenzt keine brauchbare Schranke.
 } Je näher α bei 1 liegt, desto öfter gewinnen sie und desto länger ist eine Nachricht, die auch sie benennen kann.
exact = { $private ->
    [yes] Über alle Listen folgt z weiterhin exakt P: Der Faktor jedes Kandidaten hat dieselbe Verteilung und hängt nicht von seinem Wert ab.
        Die Faktoren mischen also, wer gewinnt, bevorzugen aber keinen Wert.
    *[no] Über alle Listen folgt z exakt P, wie das kleinste T̃.
 }
privacy = Der Decodierer, Ihr Server, erfährt aus Liste und Index höchstens ε = { $decoder } (mit δ = { $delta }); ein Leser der Ausgabe z allein erfährt
    ε = { $own }.
privacy-more = Der Wert des Decodierers stammt aus numerischer Buchführung mit δ = { $delta }, im Mittel über Listen.
    { $average ->
        [yes] Satz 8 garantiert 2αε = { $bound } mit demselben δ, ebenfalls im Mittel über Listen.
        *[no] Satz 7 garantiert 2αε = { $bound } auf jeder Liste.
    } Mit derselben Liste und denselben Zeiten hätte der Wert x = { $other } den Index K = { $index } mit der
    Wahrscheinlichkeit { $there } statt { $here } gesendet, ein Faktor von { $factor }. Der Decodierer kennt die Zeiten nicht und
    kann diesen Faktor daher nicht berechnen.
open = Bei α = ∞ bleibt nichts dem Zufall überlassen; gegenüber dem Decodierer, Ihrem Server, ist also nichts
    garantiert.
excluded = { $some ->
    [yes] K = { $index } schließt { $share } aller x aus: Für diese x schlägt ihn ein früherer Kandidat, wie die Zeiten auch
        fallen.
    *[no] K = { $index } schließt zufällig kein x aus; andere Indizes tun es.
 }
excluded-more = Bei α = ∞ kann ein Kandidat nur gewinnen, wenn sein Quotient größer ist als die aller Kandidaten vor ihm. Das kann
    der Decodierer für jedes x nachrechnen. Also gilt kein ε, und die Schranke 2αε aus Satz 7 ist unendlich.
counted = K ist ein Platz in der Liste: Davor stehen { $generated } Kandidaten, deren S gezogen ist, und eine zufällige Anzahl weiterer,
    hier { $skipped }.
counted-more = Nicht alle, deren S gezogen ist, werden geprüft. Die Anzahl der weiteren ist Poisson-verteilt: K = { $generated } + { $skipped } + 1 = { $index }. Mehr als ihre Anzahl braucht der
    Sender nicht. Deshalb sind im Bild { $hidden } der ersten { $points } Kandidaten erfunden.
counted-all = Der Sender hat jeden Kandidaten vor dem gewählten erzeugt: K = { $generated } + 1 = { $index }.
code-word = Das Codewort sagt dem Decodierer auch, wo die Nachricht endet; deshalb ist es länger als log₂ K = { $log } Bits.

## Kacheln.

tile-bits = Länge der Nachricht
tile-index = Index K
tile-looked = Geprüfte Kandidaten
tile-draws = { $finished ->
    [yes] Kandidaten, die das Verfahren der Arbeit geprüft hat
    *[no] Kandidaten, die das Verfahren der Arbeit geprüft hat, bevor es abgebrochen wurde
 }
tile-bound = Zu prüfende Kandidaten im Mittel (r*)
tile-decoder-at-delta = ε: was der Server erfahren kann (mit δ = { $delta })
tile-decoder = ε: was der Server erfahren kann, nach { $theorem }

theorem = { $delta ->
    [yes] Satz 8
    *[no] Satz 7
 }

## Algorithmus 1 und Kandidatenreihenfolge nebeneinander.

search-tab = Zwei Codierer
search-note = Beide Codierer senden immer wieder dasselbe x, jedes Mal mit anderer Liste und anderen Zeiten. Die
    Kandidatenreihenfolge nimmt aussichtsreiche Kandidaten zuerst. Algorithmus 1 nimmt sie, wie sie kommen.
search-title = Wie viele Kandidaten jeder Codierer prüft
search-axis = Geprüfte Kandidaten
search-axis-share = Anteil der fertigen Codierungen
search-order = Kandidatenreihenfolge
search-algorithm1 = Algorithmus 1
search-caption = { $same ->
    [yes] In Kandidatenreihenfolge werden im Median { $ours } geprüft. Bei α = ∞ würde Algorithmus 1 dieselben Kandidaten prüfen.
    *[no] In Kandidatenreihenfolge werden im Median { $ours } geprüft, von Algorithmus 1 { $theirs }.
 }
search-quantiles = { $median } Kandidaten (95-%-Quantil { $most })
search-beyond = mehr als { $limit }

## Formeln.

formula-time = Die Zeit des gewählten Kandidaten, geteilt durch seinen Quotienten
formula-probability = Die Wahrscheinlichkeit des gewählten Index
formula-stop = Wann der Sender aufhören darf
formula-stop-source = Aus der Definition: Jedes S/r, das noch kommt, ist mindestens S/r*.
formula-decoder = Was der Decodierer erfahren kann
symbol-sum = über die gezeichneten Kandidaten, ohne die späteren
symbol-index = Index des gewählten Kandidaten
symbol-time = seine Zeit
symbol-value = sein Wert (in Richtung x)
symbol-ratio = Dichte von P durch Dichte von Q an diesem Wert
symbol-bound = größter Dichtequotient
symbol-smallest = kleinstes gefundenes S/r
symbol-mark = Zufallszahl hinter dem Faktor V^(1/α) eines Kandidaten, exponentialverteilt mit Mittelwert 1
symbol-private = privat
