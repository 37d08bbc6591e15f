### Begriffe und Sätze, die mehrere Seiten verwenden.

error-bar = Fehlerangaben sind ein Standardfehler.
python-note = Dieses Programm berechnet Zahlen dieser Seite. Es braucht `ppr_core`, aber nicht die App. Installiert wird es mit
    `pip install .` in einer Kopie des Quelltexts, unter Python 3.11 oder neuer.
real-release = __Vor einer echten Veröffentlichung.__ Ein gutes Ergebnis hier ist keine Freigabe. Eine Veröffentlichung braucht außerdem
    Rauschen, das auch in Gleitkommarechnung sicher ist, Zufallszahlen, die niemand erraten kann, und ein gemeinsames Budget für
    alle Veröffentlichungen über dieselben Personen.
