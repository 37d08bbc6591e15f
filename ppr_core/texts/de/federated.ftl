### Die Seite „Federated training“.

question = Was kostet Privatheit, wenn Clients gemeinsam ein Modell trainieren?

## Überschrift
finding = { $kind ->
    [chance] Bei ε = { $epsilon } liest ein mit PPR trainiertes Modell { $ppr } neuer Ziffern, ohne Privatheit { $plain }: kein Unterschied über Zufall hinaus.
    [free] Bei ε = { $epsilon } kostet Privatheit keine Genauigkeit: Ein mit PPR trainiertes Modell liest { $ppr } neuer Ziffern, ohne Privatheit { $plain }.
    [useless] Bei ε = { $epsilon } ist das PPR-Modell fast nutzlos: Es liest { $ppr } neuer Ziffern, Raten 10 %, ohne Privatheit { $plain }.
    *[costs] Bei ε = { $epsilon } kostet Privatheit Genauigkeit: Ein mit PPR trainiertes Modell liest { $ppr } neuer Ziffern, ohne Privatheit { $plain }.
 }

## Hinweise
ways = PPR (Poisson private representation) sendet { $rounds ->
        [one] das Update
        *[other] die Updates
    } eines Clients in { $bits } Bits, { $times }-mal weniger als die { $plain } Bits der Zahlen selbst. Eine Nachricht ist ein Platz in einer gemeinsamen Zufallsliste. CSGM sendet einen zufälligen Teil der Zahlen, SQKR verrauschte Vorzeichen von
    wenigen. Bei sicheren Summen sieht der Server nur die Summe; sie tragen etwa das Rauschen von PPR{ $alike ->
        [yes] , ihre Genauigkeiten unterscheiden sich hier also zufällig
        *[no] {""}
    }. Ein unverändertes Update besteht aus 640 Zahlen zu je 32 Bit. Das ± zählt die { $runs } Läufe und die { $tested } Testbilder.
same = { $shortened ->
    [yes] Mit je { $images ->
        [one] einem Bild
        *[other] { $each } Bildern
    } sind { $share } der Updates länger als erlaubt und werden gekürzt: Das Modell lernt weniger.
    *[no] Bei mehr Clients genügt von jedem weniger Rauschen für dasselbe ε, also sagt seine Nachricht mehr über sein Update und ist länger. Rauschen verbirgt einen Client unter { $clients }.
 }
same-more = { $rounds ->
        [one] Das veröffentlichte Modell verrät bei jeder privaten Art zu senden höchstens ε = { $epsilon } (δ = { $delta }) über einen
            Client.
       *[other] Die veröffentlichten Modelle aller Runden zusammen verraten bei jeder privaten Art zu senden höchstens ε = { $epsilon }
            (δ = { $delta }) über einen Client. Mehr Runden brauchen deshalb mehr Rauschen je Runde.
    } Dabei werden die Bilder eines Clients durch beliebige andere ersetzt.
trust = Eine Meldung von SQKR darf ε = { $local } verraten, weil jede für sich privat ist; das braucht weit mehr Rauschen. Sichere Summen brauchen
    etwa so viel Rauschen wie PPR, mit { $bits } Bits je Client, denn jede maskierte Zahl muss gesendet werden.
nobody = Über einen Client erfährt der Server höchstens ε = { $epsilon } mit sicheren Summen und SQKR, ε = { $server }{ $large ->
        [yes] {" "}(praktisch keine Grenze)
        *[no] {""}
    } mit PPR; CSGM setzt keine Grenze.
nobody-rounds = Das zählt alle Runden: Jede hat mehr Rauschen als eine einzige, daher muss die Summe vieler nicht größer sein.

## Kacheln
samples = { $runs } Läufe mit je { $images } Testbildern
tile-accuracy = Richtig gelesene Ziffern, { $way }
tile-bits = Bits, die ein Client sendet, { $way }

## Arten zu senden
way = { $name ->
    [plain] ohne Privatheit
    [ppr] PPR
    [csgm] CSGM
    [secure] sichere Summen
   *[sqkr] SQKR
}
trusted = { $name ->
    [plain] Dem Server und allen, die das Modell sehen
    [ppr] Dem Server
    [csgm] Dem Server
    [secure] Dem Protokoll
   *[sqkr] Niemandem
}
seen = { $name ->
    [plain] Das Update selbst
    [ppr] Das Update mit Rauschen
    [csgm] Einige gerundete Einträge des Updates
    [secure] Die Summe aller Updates mit Rauschen
   *[sqkr] Eine private Meldung über das Update
}
server = { $name ->
    [ppr] { $server }
    [secure] { $epsilon }
    [sqkr] { $epsilon }
   *[csgm] keine Grenze
}

## Bild
chart-title = { $along ->
    [yes] Richtig gelesene handgeschriebene Ziffern, bei jedem ε
    *[no] Richtig gelesene handgeschriebene Ziffern bei ε = { $epsilon }; unter jedem Namen das ε des Servers
 }
chart-note = { $along ->
        [yes] Punkte: Mittel von { $runs } Läufen. Vertraut wird: niemandem (SQKR), einem Protokoll (sichere Summen), sonst dem Server.
        *[no] Balken: Mittel von { $runs } Läufen (Zeichen).
    } CSGM: coordinate-subsampled Gaussian mechanism; SQKR: subsampled, quantized Kashin’s response.{ $alike ->
        [yes] {" "}PPR und sichere Summen haben etwa dasselbe Rauschen: Sie unterscheiden sich zufällig.
        *[no] {""}
    }
named-guess = geraten
named-share = { $share } %
named = { $way }: { $bits } { $one ->
    [yes] Bit
    *[no] Bits
 }{ $rounds ->
    [one] {""}
    *[other] {" "}insgesamt
 }
named-trust = { $name ->
    [ppr] traut dem Server, ε ≤ { $limit }
    [secure] traut Protokoll, ε ≤ { $limit }
    [sqkr] traut niemandem, ε ≤ { $limit }
    *[other] traut dem Server, { $limit }
 }
bits-tab = Bits und Genauigkeit
bits-title = Richtig gelesene Ziffern und gesendete Bits, bei gleichem ε = { $epsilon } und δ = { $delta } für alle außer „ohne Privatheit“
bits-note = Mittel von { $runs } Läufen, nach der letzten Runde; Balken: ein Standardfehler.
axis-accuracy = Neue Ziffern, richtig gelesen (%)
axis-bits = Bits, die ein Client sendet, alle Runden
axis-epsilon = { $rounds ->
    [one] ε des veröffentlichten Modells (nat)
    *[other] ε aller veröffentlichten Modelle zusammen (nat)
 }
axis-round = Runde

## Reiter
trust-tab = Wem wird vertraut?
rounds-title = Richtig gelesene Ziffern nach jeder Runde
trust-note = Alle Verfahren beginnen mit demselben Modell und denselben Bildern.
    Ein Client kürzt sein Update auf die Länge { $clip }, dreht und komprimiert es.
head-way = Updates werden gesendet
head-accuracy = Richtig gelesene Ziffern (%)
head-bits = Bits eines Clients
head-trusted = Vertraut wird
head-server = ε des Servers
head-seen = Das sieht der Server von einem Client

## Formeln
formula-noise = Rauschen in jedem Eintrag des mittleren Updates, für PPR
formula-bits = Bits eines Clients, unverändert
symbol-entries = Zahlen in einem Update
symbol-clip = Länge, über der ein Update gekürzt wird
symbol-rounds = Runden
symbol-unit = Rauschen, das eine Änderung um 1 verbirgt
symbol-clients = Clients
