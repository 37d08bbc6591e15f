### Die Seite „Federated training“.

question = Was kostet Privatheit, wenn Clients gemeinsam ein Modell trainieren?

## Überschrift
finding = Mit privaten Updates durch PPR liest das Modell { $ppr } % der neuen Ziffern statt { $plain } %, aus { $times }-mal weniger Bits.

## Hinweise
plain = Mit unveränderten Updates, ohne Privatheit, liest das Modell { $plain } % der neuen Ziffern richtig; Raten ergäbe etwa 10 %.
plain-more = Diese { $tested } Bilder hatte kein Client. Ein unverändertes Update besteht aus 640 Zahlen zu je 32 Bit.
    Alle Bits wurden hier wirklich gesendet.
same = Bei jeder privaten Art zu senden verrät das veröffentlichte Modell höchstens ε = { $epsilon } (δ = { $delta }) über einen Client.
same-more = { $rounds ->
        [one] Die Garantie gilt für das veröffentlichte Modell.
       *[other] Die Garantie gilt für die Modelle aller Runden zusammen. Mehr Runden brauchen deshalb mehr Rauschen je Runde.
    } Dabei werden die Bilder eines Clients durch beliebige andere ersetzt.
trust = Bei sicherer Aggregation sieht der Server nur Summen von Updates; das Modell liest { $secure } % mit { $bits } Bits je Client.
nobody = Bei PPR und CSGM sieht der Server das verrauschte oder teilweise Update jedes Clients; die Clients müssen ihm also vertrauen.
    SQKR braucht kein Vertrauen. Dafür
    darf jede Meldung nur ε = { $local } haben, und das Modell liest { $sqkr } %.

## Kacheln
tile-accuracy = Richtig gelesene Ziffern, { $way }
tile-bits = Bits eines Clients, { $way }

## Arten zu senden
way = { $name ->
    [plain] unverändert
    [ppr] PPR
    [csgm] CSGM
    [secure] sichere Aggregation
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

## Bild
chart-title = Richtig gelesene Ziffern und gesendete Bits, bei gleichem ε = { $epsilon } und δ = { $delta }; unverändert heißt ohne Privatheit
chart-note = Links: beim gewählten ε; rechts: das Modell bei anderen ε neu trainiert. Jeweils ein Lauf, nach der letzten Runde;
    Balken: ein Standardfehler über { $tested } Bilder. PPR ist Poisson private representation; CSGM sendet einen zufälligen
    Teil der Einträge, SQKR einige verrauschte Vorzeichen.
axis-accuracy = Neue Ziffern, richtig gelesen (%)
axis-bits = Bits, die ein Client sendet, alle Runden
axis-epsilon = ε aller veröffentlichten Modelle
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
head-seen = Das sieht der Server von einem Client

## Formeln
formula-noise = Rauschen in jedem Eintrag des mittleren Updates, für PPR
formula-bits = Bits eines Clients, unverändert
symbol-entries = Zahlen in einem Update
symbol-clip = größte Länge eines Updates
symbol-rounds = Runden
symbol-unit = Rauschen, das eine Änderung um 1 verbirgt
symbol-clients = Clients
