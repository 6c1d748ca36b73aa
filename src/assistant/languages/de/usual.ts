/** Usual words of German that look like words of the lexicon: they are never taken for typing mistakes. */
export const usual = `
  oder boxen unter stunde fährt mutter paketbombe schweizer funktionieren schick schicken gestorben verlässt zahlt selber
  zeile frag rosen schneiden rasen frisst strand münze anders nachts schreib schreibe schrauben käufer verkauf
  verkaufe nehm brett wolle seide hilft weißt käse regen kleinen rechne eingelöst verbessern sucht suchen
  lieferanten verpackungen besichtigen weiter solltet foto fotos bestell verschicke meine deine seine keine kleine
  steine beine reine weine feine wanne wenn wann dann kann mann bann kommen kommt kamen komma kümmern kummer
  kammer hammer hummer nummer sommer zimmer immer paket pakt pakete packen backen hacken nacken liefern liefen
  laufen kaufen saufen taufen raufen retour restaurant retten betten rechnung rechnen regnen segnen begegnen
  zeichnung konto kino kinn kante kanne karte karten garten warten harte zarte starten größe grüße straße große
  farbe farben narbe garbe werben sterben erben defekt perfekt direkt insekt projekt objekt respekt effekt kaputt
  kapital kapitel kabel gabel nabel falsch fasching flasche tasche masche asche fehler fehlt fehlen fahren führen
  fühlen füllen fallen falle fällt preis reis kreis greis preise reise weise weiße geld gelb held feld wald bald
  halb zurück stück glück brücke mensch menschen wünschen adresse presse messe kasse klasse masse termin termine
  berlin sendung wendung ordnung öffnung hoffnung wohnung wieder weder jeder leder feder bruder bitte mitte sitte
  hütte tüte güte danke dachte denke schenke lenke tanke morgen sorgen borgen heute haut leute beute stornieren
  studieren sortieren trainieren artikel partikel schuhe schule schüler hose rose dose lose mantel mandel handel
  wandel jacke jagd jahre bestand verstand abstand zustand stand land status statue staat stadt später spätzle
  speichern bewerten bewegen bewerben gutschein gutschrift gutes umtausch umzug umwelt lager leger lieger ager
  sager versand verband vorhand verloren verlieren geboren gefroren kosten posten rosten kasten osten liebe liebt
  lieber leber leben geben warum nachricht nachbar nacht tracht tracking trachten erst erste ernte spiele spielen
  spiegel bank bände bande
`
