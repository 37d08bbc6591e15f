### Die Seite „Federated training“.

question = Was kostet Privatheit, wenn Clients gemeinsam ein Modell trainieren?

## Überschrift
finding = { $kind ->
    [chance] Bei ε = { $epsilon } liest das PPR-Modell { $ppr } neuer Ziffern richtig, eines ohne Privatheit { $plain }: kein Unterschied über Zufall hinaus.
    [free] Bei ε = { $epsilon } kostet Privatheit keine Genauigkeit: Das PPR-Modell liest { $ppr } neuer Ziffern richtig, eines ohne Privatheit { $plain }.
    [useless] Bei ε = { $epsilon } ist das PPR-Modell fast nutzlos: Es liest { $ppr } neuer Ziffern richtig, Raten 10 %, eines ohne Privatheit { $plain }.
    *[costs] Bei ε = { $epsilon } kostet Privatheit Genauigkeit: Das PPR-Modell liest { $ppr } neuer Ziffern richtig, eines ohne Privatheit { $plain }.
 }

## Hinweise
ways = Mit PPR (Poisson private representation) sendet ein Client { $rounds ->
        [one] sein Update
        *[other] seine Updates
    } in { $bits } Bits, { $times }-mal weniger als die { $plain } Bits der Zahlen selbst.
ways-more = Ein Update besteht aus 640 Zahlen. PPR sendet stattdessen einen Platz in einer gemeinsamen Zufallsliste. CSGM sendet einen zufälligen
    Teil der Zahlen, SQKR einige verrauschte Vorzeichen. Bei sicheren Summen addiert ein Client zu jeder Zahl eine zufällige Maske, sodass sich keine
    kürzen lässt; in der Summe heben sich die Masken auf.
same = { $shortened ->
    [yes] Mit je { $images ->
        [one] einem Bild
        *[other] { $each } Bildern
    } sind { $share } der Updates länger als erlaubt und werden gekürzt: Das Modell lernt weniger.
    *[no] Bei mehr Clients fügt jeder einen kleineren Teil des Rauschens hinzu; seine Nachricht verrät dem Server also mehr und ist länger.
 }
same-more = Das Rauschen aller { $clients } Clients addiert sich im Modell; zusammen verbirgt es jeden von ihnen. { $rounds ->
        [one] Das veröffentlichte Modell verrät
       *[other] Die veröffentlichten Modelle aller Runden zusammen verraten
    } deshalb bei jeder privaten Art zu senden höchstens ε = { $epsilon } (δ = { $delta }) über die Bilder eines Clients.
trust = Bei sicheren Summen sieht der Server nur die Summe, mit dem Rauschen aller Clients. Bei PPR sieht er jede Nachricht, mit dem Anteil
    eines Clients am Rauschen; bei CSGM Zahlen ohne Rauschen. Bei SQKR ist jede Meldung für sich privat, was weit mehr Rauschen braucht.
nobody = Über einen Client erfährt der Server höchstens ε = { $epsilon } mit sicheren Summen und SQKR und ε = { $server }{ $large ->
        [yes] {" "}(praktisch keine Grenze)
        *[no] {""}
    } mit PPR; CSGM setzt keine Grenze.
nobody-rounds = Das zählt alle Runden: Jede hat mehr Rauschen, als eine einzige hätte, daher muss die Summe nicht größer sein.

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
chart-title = Anteil neuer handgeschriebener Ziffern, die das Modell richtig liest, { $along ->
    [yes] bei jedem ε
    *[no] bei ε = { $epsilon }
 }
chart-note = { $along ->
        [yes] Punkte: Mittel von { $runs } Läufen.
        *[no] Balken: Mittel von { $runs } Läufen (Zeichen).
    } CSGM: coordinate-subsampled Gaussian mechanism; SQKR: subsampled, quantized Kashin’s response.{ $alike ->
        [yes] {" "}PPR und sichere Summen haben etwa gleiches Rauschen: Sie unterscheiden sich durch Zufall.
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
    [ppr] Server erfährt ε ≤ { $limit }
    [secure] Server erfährt ε ≤ { $limit }
    [sqkr] Server erfährt ε ≤ { $limit }
    *[other] für den Server keine Grenze
 }
bits-tab = Bits und Genauigkeit
bits-title = Richtig gelesene Ziffern und gesendete Bits, bei ε = { $epsilon } und δ = { $delta }
bits-note = Punkte sind Mittel von { $runs } Läufen nach der letzten Runde, mit Balken von einem Standardfehler.
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
