### PPR Schritt für Schritt: einmal codieren und einmal decodieren, in acht Schritten von 0 bis 7.

question = Wie sagt eine ganze Zahl dem Server einen exakten verrauschten Wert?

## Die Überschrift jedes Schritts.

finding = { $step ->
    [0] P ist das gewünschte Rauschen um x; aus Q, das x nicht kennt, können beide Seiten ziehen.
    [1] Sender und Server erzeugen dieselbe endlose Liste; also genügt ein Index, um einen Kandidaten zu benennen.
    [2] Jeder Kandidat bekommt eine private zufällige Zeit; die kleinste gewinnt: bisher Kandidat 1, bis zum nächsten Schritt.
    [3] Teilt man jede Zeit durch r, so folgt der zuerst ankommende Kandidat P.
    [4] { $private ->
        [yes] Jeder Kandidat kann gewinnen; das kleinste T/r gewinnt mit der Wahrscheinlichkeit { $favourite }.
        *[no] Bei α = ∞ bleibt nichts dem Zufall: Das kleinste T/r gewinnt immer.
        }
    [5] PPR zieht den Index K = { $index } und mit ihm den verrauschten Wert z = { $z }.
    [6] Der Index K = { $index } belegt { $bits } im Code { $code }.
    *[7] Der Server macht aus { $bits } den Index K = { $index } und daraus { $equal ->
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
    [2] Ein Wettlauf mit privaten Zeiten
    [3] Zeiten, geteilt durch den Quotienten
    [4] Die Wahrscheinlichkeit jedes Index
    [5] { $private ->
        [yes] Ein Index wird gezogen
        *[no] Immer gewinnt der früheste Kandidat
        }
    [6] Die Nachricht
    [7] Der Server decodiert
    *[8] Wie die Suche in einer endlosen Liste endet
 }
caption = { $step ->
    [0] Der Quotient r = P/Q sagt, wie viel wahrscheinlicher P einen Wert macht als Q{ $drawn ->
        [no] { "" }: bei jedem x höchstens r* = { $bound }-mal.
        *[yes] : bei diesem x bis zu { $peak }-mal, bei jedem x höchstens r* = { $bound }-mal.
        }
    [1] Der gemeinsame Startwert { $seed } liefert die Kandidaten Z₁, Z₂, Z₃, … durch Ziehen aus Q. Einen davon
        wählt der Sender als verrauschten Wert z.
    [2] Der private Startwert { $private_seed } liefert die Zeiten T₁ < T₂ < T₃ < …, im Mittel eins auseinander (ein Poisson-Prozess).
        Bisher folgt der Gewinner Q, was immer x ist.
    [3] Teilen durch r rückt Kandidaten mit r > 1 nach unten, die übrigen nach oben. Balken unten: welche Werte in { $races }
        Wettläufen zuerst ankamen, mit je neuer Liste und neuen Zeiten.
    [4] Gewänne immer das kleinste T/r, so führten manche x nie zu manchem K: Dieses K schlösse sie aus. Die Fläche eines
        Punkts ist seine Chance; ein größeres α, hier { $alpha }, bevorzugt kleine T/r mehr.
    [5] { $private ->
        [yes] Um mit diesen Chancen zu ziehen, multipliziert der Sender jedes T/r mit einem privaten Zufallsfaktor (Linie): Das ist seine
            Punktzahl. Die tiefste gewinnt: { $won } von Kandidat { $index } gegen { $second } von Kandidat { $runner }.
        *[no] Bei α = ∞ gibt es keinen Zufallsfaktor. Stets gewinnt der Kandidat mit dem kleinsten T/r, hier K = { $index }. Das ist
            die Poisson functional representation (PFR).
        }
    [6] Das Codewort von { $index } ist { $code_word }. { $fill ->
        [yes] Eine Datei speichert ganze Bytes: Mit Nullen aufgefüllt, wird es zu
        *[no] Es wird zu
        } { $octets }, hexadezimal { $hexadecimal }.
    *[7] Der Server braucht nur Kandidat { $received } der gemeinsamen Liste: z = { $z }, { $equal ->
        [yes] in jedem Bit gleich dem Wert des Senders.
        *[no] was nicht der Wert des Senders ist.
        } Weder x noch die Zeiten noch die anderen Kandidaten braucht er dafür.
 }
followed = { $divided ->
    [no] Blau: Kandidat { $index }, dem wir von Schritt zu Schritt folgen.
    *[yes] Blau: Kandidat { $index }, T/r = { $time }/{ $ratio } = { $transformed }.
 }
label-candidate = Kandidat { $index }
label-time = Kandidat { $index }: T = { $time }
label-divided = { $followed ->
    [yes] Kandidat { $index }: T/r = { $transformed }
    *[no] { $index }: T/r = { $transformed }
 }
label-chance = Kandidat { $index }: { $share }
label-chosen = K = { $index }: Punktzahl { $score }
places = Der Sender hat r für { $looked } berechnet (blau, in der Reihenfolge ihrer Nummern), den letzten davon an Platz { $last } der Liste.

axis-output = Ausgabe z
axis-output-along = Ausgabe z in Richtung x
axis-height = { $height ->
    [ratio] Quotient r = P/Q
    [index] Index i in der Liste
    [time] Zeit T
    [transformed] T/r: Zeit, geteilt durch r
    [score] Punktzahl: tiefste siegt
    *[candidate] S: Punktzahl vor Division durch r
 }
label-mechanism = P: Rauschen um x = { $x }
label-proposal = Q: ohne x zu kennen
label-curve = r = P/Q für x = { $x }
label-ratio = r* = { $bound }, der größte Quotient für alle x und z
label-stop = darüber kann nichts gewinnen
label-excluded = durch K = { $index } ausgeschlossene x
hover-index = Kandidat
message-bits = Bits { $code_word }
message-hexadecimal = hex { $hexadecimal }
message-equal = z = { $z } { $equal ->
    [yes] =
    *[no] ≠
 } z des Senders

## Hinweise: was jeder Schritt bedeutet.

need = Die Liste der Ziehungen aus Q ist endlos, doch mit PPR (Poisson private representation) prüft der Sender im Mittel nur
    r* = { $bound } davon; Schritt 6 zeigt, warum.
need-more = Der Sender prüft einen Kandidaten, indem er dessen Quotienten r berechnet. Je näher Q an P liegt, desto kleiner ist r*, desto weniger Kandidaten werden also geprüft.
race = Warum Zeiten? Der nächste Schritt teilt jede Zeit durch r; so überholen Kandidaten, die zu x passen, andere.
seed = Der Server erzeugt dieselbe Liste aus dem gemeinsamen Startwert; sie wird also nie gesendet.
seed-more = Den Startwert darf jeder kennen. Die nächste Nachricht benutzt die nächste Liste desselben Startwerts.
without-chance = Warum P? Kandidaten nahe z kommen mit der Rate Q(z) an; Teilen durch r macht daraus Q(z) · r = P(z), und ihr folgt die erste Ankunft.
without-chance-more = Die Rate sagt, wie viele Kandidaten je Zeiteinheit ankommen: Halbe Zeiten bedeuten doppelte Rate. Immer die erste Ankunft zu senden, ist nicht privat, wie der nächste Schritt zeigt.
weights = Kandidat i hat das Gewicht (r/T)^α; seine Chance ist sein Gewicht, geteilt durch die Summe aller Gewichte. Ein anderes x ändert Gewicht und Summe je höchstens um den Faktor e^(αε){ $delta ->
    [yes] { " " }dort, wo es die Dichte der Ausgabe höchstens um e^ε ändert.
    *[no] , die Chance also höchstens um e^(2αε).
 } Darauf beruht { $theorem }.
later = { $useful ->
    [yes] Die Prozente zählen nur die ersten { $points } Kandidaten (zusammen 100 %); ein späterer gewinnt in höchstens { $later } aller Ziehungen.
    *[no] Die Prozente zählen nur die ersten { $points } Kandidaten (zusammen 100 %); wie oft spätere gewinnen, begrenzt keine brauchbare Schranke.
 }
exact = Folgt z weiterhin P? Ja, über alle Listen{ $private ->
    [yes] : Alle Kandidaten bekommen Faktoren derselben Art, also folgt die tiefste Punktzahl exakt P, wie zuvor das kleinste T/r.
    *[no] { " " }folgt das kleinste T/r exakt P.
 }
stop = Warum darf der Sender aufhören? Kein Quotient ist größer als r* = { $bound }, also kann ein Kandidat nicht gewinnen, dessen Zeit{ $private ->
        [yes] , mit seinem Faktor multipliziert,
        *[no] { "" }
    } über { $bound } · { $lowest } = { $stop } liegt.
stop-more = Durch einen Quotienten von höchstens r* geteilt, bleibt eine solche Zeit über der tiefsten Punktzahl, { $lowest }. Warum prüft der Sender im Mittel r* Kandidaten? Sie kommen mit gleichbleibender Rate; bis zur tiefsten Punktzahl ist im Mittel einer fällig. Der Sender sucht bis zum r*-Fachen dieser Punktzahl, wo r* fällig sind.
privacy = Der Server erfährt aus Liste und Index höchstens ε = { $decoder } (mit δ = { $delta }){ $weak ->
        [yes] , praktisch keine Privatheit
        *[no] { "" }
    }; ein Leser der Ausgabe z allein erfährt
    höchstens ε = { $own }.
privacy-more = Diese Grenze ist im Mittel über Listen berechnet und wird höchstens mit der Wahrscheinlichkeit δ = { $delta } verfehlt. { $average ->
        [yes] Satz 8 garantiert 2αε = { $bound } mit demselben δ, ebenfalls im Mittel über Listen.
        *[no] Satz 7 garantiert 2αε = { $bound } auf jeder Liste, ohne Ausnahme.
    }
open = Bei α = ∞ bleibt nichts dem Zufall überlassen; gegenüber dem Server ist also nichts garantiert.
excluded = { $some ->
    [yes] K = { $index } schließt { $share } aller x aus: Für diese x schlägt ihn ein früherer Kandidat, wie die Zeiten auch
        fallen.
    *[no] K = { $index } schließt zufällig kein x aus; andere Indizes tun es.
 }
excluded-more = Bei α = ∞ kann ein Kandidat nur gewinnen, wenn sein Quotient größer ist als die aller Kandidaten vor ihm. Das kann
    der Server für jedes x nachrechnen. Also gilt kein ε, und die Schranke 2αε aus Satz 7 ist unendlich.
counted = Von den Kandidaten vor dem gewählten hat der Sender { $generated } erzeugt und die anderen { $skipped } nur gezählt, also K = { $generated } + { $skipped } + 1 = { $index }.
counted-all = Der Sender hat jeden Kandidaten vor dem gewählten erzeugt: K = { $generated } + 1 = { $index }.
code-word = { $code ->
    [one] Das Codewort 1 markiert sein eigenes Ende: Es sagt, dass K eine Binärziffer hat; also ist K gleich 1.
    [delta] In { $word } sagt { $head }, dass K { $digits } Binärziffern hat: eine 1, die nie gesendet wird, dann { $tail }; und binär { $binary } ist { $index }.
    [gamma] In { $word } stehen vorn die Nullen { $head } und sagen, wo das Ende ist: K hat { $digits } Binärziffern. Dann kommen diese Ziffern: { $binary } ist { $index }.
    *[long] Das Codewort sagt zuerst, wo sein Ende ist: K hat { $digits } Binärziffern. Dann kommen diese Ziffern.
 }

## Kacheln.

tile-bits = Länge dieser Nachricht
tile-index = Index K
tile-looked = Geprüfte Kandidaten für diese Nachricht
tile-bound = Geprüfte Kandidaten im Mittel (r*, für jedes x)
tile-decoder-at-delta = Grenze für das ε des Servers (berechnet, Fehlerwahrscheinlichkeit δ = { $delta })
tile-decoder = Grenze für das ε des Servers ({ $theorem })

theorem = { $delta ->
    [yes] Satz 8
    *[no] Satz 7
 }

## Algorithmus 1 und Kandidatenreihenfolge nebeneinander.

search-tab = Ende der Suche
code-word-more = K selbst braucht log₂ K = { $log } Bits; das Ende zu markieren braucht die übrigen.
encoders-tab = Zwei Codierer
search-shown = Der Sender erzeugt Kandidaten in der Reihenfolge von S bis S = { $stop }, dem r*-Fachen der niedrigsten Punktzahl (r* = { $bound }):
    Kein Quotient ist größer als r*, also kann darüber nichts gewinnen.
search-note = Beide Codierer senden immer wieder dasselbe x, jedes Mal mit anderer Liste und anderen Zeiten. Die
    Kandidatenreihenfolge nimmt aussichtsreiche Kandidaten zuerst. Algorithmus 1 nimmt sie, wie sie kommen.
search-title = Wie viele Kandidaten jeder Codierer prüft
search-axis = Geprüfte Kandidaten
search-axis-share = Anteil der fertigen Codierungen
search-order = Kandidatenreihenfolge
search-algorithm1 = Algorithmus 1
search-caption = { $same ->
    [yes] Kandidatenreihenfolge: { $ours }. Bei α = ∞ würde Algorithmus 1 dieselben Kandidaten prüfen.
    *[no] Kandidatenreihenfolge: { $ours }. Algorithmus 1: { $theirs }.
 }
search-quantiles = Median { $median } (95-%-Quantil { $most })
search-beyond = mehr als { $limit }

## Formeln.

formula-time = Die Zeit des gewählten Kandidaten, geteilt durch seinen Quotienten
formula-probability = Die Wahrscheinlichkeit des gewählten Index
formula-stop = Wann der Sender aufhören darf
formula-stop-source = Aus der Definition: Jedes S/r, das noch kommt, ist mindestens S/r*.
formula-decoder = Was der Server erfahren kann
symbol-sum = über die gezeichneten Kandidaten, ohne die späteren
symbol-index = Index des gewählten Kandidaten
symbol-time = seine Zeit
symbol-value = sein Wert (in Richtung x)
symbol-ratio = Dichte von P durch Dichte von Q an diesem Wert
symbol-bound = größter Dichtequotient
symbol-smallest = kleinstes gefundenes S/r
symbol-mark = Zufallszahl hinter dem Faktor V^(1/α) eines Kandidaten, exponentialverteilt mit Mittelwert 1
symbol-private = privat
