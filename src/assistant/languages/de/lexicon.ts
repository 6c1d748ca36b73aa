import type { Lexicon } from '../../understand/lexicon.ts'

/** German. */
export const lexicon: Lexicon = {
  spelling: {
    apostropheSplits: false,
    same: [
      [/ae/g, 'a'],
      [/oe/g, 'o'],
      [/(?<![aeq])ue/g, 'u'],
    ],
  },
  joints: ['und', 'ausserdem', 'aber', 'sowie', 'dann'],
  concepts: {
    filler: `gesamt gesamte gesamten gesamter gesamtes der die das den dem des ein eine einen einem einer eines ist sind war waren bin bist sein seid hat habe haben hab hatte
      hatten wird werden wurde wurden kann können konnen konnte könnte könntet könnt konnt will wollte möchte möchten mochte ich du er
      sie es wir ihr mir mich dir dich uns euch ihnen ihn ihm ihre ihren ihrem eure euren euer man mal bitte doch noch schon auch nur
      so sehr wohl denn zu zum zur von vom mit bei beim für fur auf an am im in aus über uber nach vor um bis als wie dass ob wenn weil
      und oder aber nicht kein keine keinen hier da dort heute gestern morgen jetzt bald immer wieder seit tag tage tagen woche wochen
      letzte letzten letzter letzte monat monaten montag dienstag mittwoch donnerstag freitag samstag sonntag diese dieser dieses diesen
      jemand etwas was alles mehr sehr geehrte damen herren gruss grüsse gruesse freundlichen lieber liebe shop laden halt eben gerade
      januar februar märz april mai juni juli august september oktober november dezember
      ja würde wurde würd gern gerne muss mussen müssen soll sollte also dann wer wo wann sich selbst etwa geht gehts gibt gibts
      drei zwei vier funf zusammen nun naja ok kommt kam paar etwas viel viele wirklich leider überhaupt teilen ganz seine`,
    please: 'bitte',
    i: 'ich mir mich wir uns',
    you: 'ihr sie du euch ihnen sie_mir',
    my: 'mein meine meinen meinem meiner meines unser unsere unsere',
    me: 'mir mich uns',
    it: 'es sie er das die ihn den diese dieses',
    where: 'wo wohin wo_ist wo_sind wo_steckt wo_bleibt wo_bleiben wo_bleibt_denn wos wo_befindet',
    when: 'wann wann_wird wann_ist bis_wann an_welchem_tag welchen_tag um_wieviel ab_wann',
    who: 'wer wem wen',
    what: 'was welche welcher welches welchen',
    which: 'welche welcher welches welchen welchem',
    why: 'warum wieso weshalb',
    how: 'wie wie_kann wie_funktioniert wie_geht wie_lauft wie_laeuft',
    howmuch: 'wie_viel wieviel wie_hoch wie_teuer',
    howlong: 'wie_lange wie_lang wie_viele_tage wielange',
    until: 'bis bis_wann',
    question_did: `ist sind wurde wurden habt hat haben wird kann kann_ich gibt gibts wird_mein wann wo hast geht bietet bieten`,
    whether:
      'ist_mein ist_meine ist_das ist_die ist_der ist_es wurde_mein wurde_meine wurde_es wurde_das wurde_die wurde_der wird_mein wird_meine steht_da hat_der gibt_es ob_es ob_mein ob_meine ob_das ob_die ob_der wissen_ob können_sie_nachsehen können_sie_prüfen bitte_bestätigen',
    or_not: 'oder_nicht oder_noch_nicht',
    untrue: 'stimmt_nicht stimmt_aber_nicht gelogen lüge unwahr falsch nicht_wahr',
    already: 'schon bereits endlich',
    want: 'will möchte möchten mochte wollen hätte hatte wünsche brauche würde wurd wurde_gern',
    may: 'kann_ich darf_ich könnte_ich konnte_ich kann_man können_wir',
    give: 'gebt geben gib schicken',
    not: `nicht nie niemals kein keine keinen keiner nichts nix ohne nich net nimmer noch_immer_keine niemand weder`,
    never: 'nie niemals nie niemals',
    nothing: 'nichts nix kein_paket keine_lieferung keine_ware keine_sendung kein_päckchen',
    anything: 'irgendwas irgendetwas was',
    nobody: 'niemand keiner kam_niemand',
    empty: 'leer',
    still: 'noch immer_noch noch_immer',
    order:
      'bestellnr bestellnummer auftragsnr bestellung bestellungen auftrag aufträge order kauf einkauf bestelung bestelllung bestellte_ware',
    parcel: 'paket pakete packet päckchen paeckchen packerl post paketes päcken',
    delivery: 'lieferung lieferungen sendung sendungen zustellung auslieferung',
    goods: 'ware waren sachen artikel zeug produkt produkte bestelltes dinge teile ding teil zeugs stück',
    bought: 'bestellt gekauft bestellte kaufte eingekauft geordert erworben bestellen',
    arrive:
      'angekommen ankommen ankommt eingetroffen eintreffen trifft_ein eintrifft ankam angekomen kommt_an kam_an an eintraf trifft',
    receive: 'erhalten bekommen bekomme bekam erhalte erhielt kriege gekriegt bekomm krieg empfangen bekommt',
    got: 'bekommen erhalten',
    have: 'habe hab haben',
    delivered: 'beim_nachbarn übergeben geliefert zugestellt ausgeliefert abgegeben abgelegt zugestelt',
    deliver:
      'liefert liefern geliefert zustellen liefere beliefert ausliefern zustellt lieferung zustellung liefert_ihr liefern_lassen bringt',
    ship: `verschickt versendet abgeschickt geschickt verschicken versenden abgesendet losgeschickt schickt schicken versand versende
      versendest rausgeschickt raus geht_raus verschick gesendet abschicken senden sendet`,
    shipped: 'verschickt versendet abgeschickt losgeschickt raus rausgegangen abgesendet geschickt versand',
    sent: 'geschickt gesendet geliefert',
    send: 'schicken schickt senden sendet liefern',
    put: 'gebt',
    come: 'kommts kommt kommen komme kam gekommen komm',
    here: 'da hier ist_da zu_hause',
    process: 'bearbeitet bearbeitung los passiert weit vorbereitet verarbeitet packt',
    far: 'weit wie_weit',
    expect: 'rechnen erwarten erwarte',
    status:
      'status stand bestellstatus lieferstatus versandstatus sendungsstatus zustand auskunft auftragsstatus paketstatus',
    news: 'neues neuigkeiten neuigkeit news update info infos auskunft updates',
    what_about:
      'was_ist_denn_mit was_ist_mit was_ist_los_mit wie_es_um wie_es_mit was_macht was_ist_mit wie_steht_es_um wie_sieht_es_mit wie_siehts_mit',
    delivery_date:
      'lieferdatum liefertermin zustelltermin zustellzeit lieferzeitpunkt voraussichtliche_lieferung liefertag',
    date: 'datum termin',
    passed: 'vorbei verstrichen überschritten abgelaufen',
    track:
      'verfolgen tracking sendungsverfolgung tracken nachverfolgen paketverfolgung verfolgung trackinglink verfolge sendungsverlauf getrackt',
    tracknumber: `sendungsnummer trackingnummer tracking_nummer trackinglink tracking_link paketnummer sendungsnr trackingcode
      tracking_code sendungscode sendungsverfolgungsnummer trackingid tracking_id sendungsnummern`,
    number: 'nummer code link nr',
    link: 'link',
    follow: 'verfolgen nachverfolgen',
    carrier:
      'dhl hermes dpd ups gls fedex post_at österreichische_post paketdienst versanddienst versanddienstleister lieferdienst spedition zusteller logistiker',
    lost: 'verloren verschwunden verschollen verlorengegangen weggekommen gestohlen geklaut abhanden verlorn',
    without: 'ohne',
    late: 'verspätet verspätung verspaetet überfällig ueberfaellig verzögert verzögerung zu_spät verzug verspätete',
    wait: 'warte warten wartet gewartet',
    duration: 'wochen tage tagen monate monaten ewig ewigkeit ewigkeiten stunden lange woche monat',
    fed_up: 'leid satt keine_lust_mehr',
    long: 'lange lang langsam',
    takes: 'dauert dauern dauer brauchst braucht gedauert',
    supposed: 'sollte sollten sollen versprochen angekündigt',
    stuck: 'hängt zoll steckt_fest festhängt keine_bewegung feststeckt hängengeblieben',
    move: 'bewegt bewegung aktualisiert geändert',
    says: 'laut angeblich steht heisst heißt markiert status behauptet anzeige angezeigt sagt app zeigt lt',
    in_it: 'in drin enthalten enthält drinnen enthielt in_meiner',
    list: 'liste auflisten nenn',
    show: 'zeig zeigt zeigen zeige anzeigen',
    paid: 'bezahlt gezahlt ausgegeben bezahle zahlte',
    charged: 'berechnet abgebucht in_rechnung abgezogen belastet verrechnet',
    total: 'gesamtbetrag gesamtsumme summe betrag insgesamt gesamtpreis rechnungsbetrag endbetrag',
    cost: 'kostet kosten gekostet kostete kostest',
    price: 'preis preise wie_teuer verkaufspreis',
    sale: 'im_angebot reduziert rabattiert sale im_sale angebot heruntergesetzt',
    haveyou: `habt_ihr haben_sie hast_du habt_ihr_noch führt_ihr führen_sie gibt_es gibts hättet_ihr habts_ihr hätten_sie verkauft_ihr
      verkaufen_sie bekomme_ich_noch gibt_es_noch habt_ihr_auch`,
    stock:
      'lager vorrat vorrätig auf_lager lagernd lagerbestand bestand verfügbarkeit vorraetig vorrätige am_lager vorhanden',
    available: 'verfügbar lieferbar erhältlich zu_haben verfuegbar verfügbare noch_da verfügbarer kaufbar bestellbar',
    sold_out: 'ausverkauft vergriffen weg alle_weg nicht_mehr_da',
    left: 'übrig noch_da',
    any: 'noch',
    exists: 'gibt_es gibts gibt_es_den gibt_es_die existiert gibt',
    sell: 'verkauft führt verkaufen',
    buy: 'kaufen bekommen bestellen haben',
    quantity: 'zwei drei vier fünf sechs sieben acht neun zehn paar 2 3 4 5 6 7 8 9 10 12 20 stück',
    quantity_word: 'menge anzahl stückzahl',
    in_color: 'in',
    again: 'wieder nochmal nochmals erneut rein',
    more: 'mehr neue nachschub',
    restock:
      'nachschub nachgeliefert nachbestellt aufgefüllt wieder_rein nachlieferung neue_ware wieder_reinkommt wiederauffüllung nachproduziert wieder_auf_lager wieder_verfügbar wieder_lieferbar wieder_vorrätig wieder_erhältlich wieder_zu_haben',
    get: 'bekommt kriegt haben',
    info: 'info infos informationen details beschreibung erzähl erzähle erzaehl',
    material:
      'material stoff aus_echter aus_echtem echte_wolle echtleder bio vegan kratzt kratzig woraus aus_was zusammensetzung aus_welchem inhaltsstoffe wasserdicht hergestellt woraus_besteht materialien polyester',
    care: 'waschen waschmaschine gewaschen spülmaschinenfest spülmaschine spuelmaschinenfest trockner pflegehinweise pflege bügeln waschbar maschine_waschen wäscht handwäsche pflegeanleitung mikrowelle',
    dimension:
      'maße masse abmessungen wie_gross wie_groß wie_lang_ist wie_breit größentabelle durchmesser wie_hoch_ist fassungsvermögen wie_dick abmessung',
    weight: 'wie_schwer wiegt gewicht',
    color: `rot rote roten roter rotes blau blaue blauen blauer blaues grün grüne grünen grüner gruen schwarz schwarze schwarzen schwarzer
      weiß weiss weiße weisse weissen grau graue grauen gelb gelbe orange lila violett rosa pink braun braune beige türkis silber gold creme khaki
      oliv dunkelblau hellblau dunkelgrün marineblau navy bordeaux weinrot anthrazit sand moos ziegel hafer graphit pflaume nachtblau natur schwarzes weißer graues`,
    size: 'xs s m l xl xxl xxxl 2xl 3xl klein mittel gross groß gr_* 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48',
    size_word: 'größe größen groesse grösse groessen grössen grosse grossen größe_*',
    sizes: 'größen größe groessen grössen konfektionsgrößen grossen',
    colors: 'farbe farben farbtöne farbvarianten varianten muster ausführungen',
    options: 'optionen varianten auswahl ausführungen variante',
    all: 'alle',
    other: 'andere anderen anderer anderes andern weitere sonst',
    bigger:
      'größer groesser grösser kleiner größere kleinere größeren kleineren eine_nummer_größer nummer_kleiner grosser grossere',
    product: `hemd hemden schuh schuhe kleid kleider jacke jacken mantel hose hosen jeans rock pullover pulli hoodie strickjacke schal schals
      mütze mützen hut handschuhe socke socken stiefel tasche taschen rucksack gürtel tasse tassen becher glas gläser teller schüssel decke
      decken kissen handtuch handtücher lampe tisch stuhl sofa kerze kerzen buch bücher ring kette armband ohrringe uhr parfum seife poster
      vase poncho leggings bluse tshirt t_shirt grill toaster wasserkocher pfanne topf messer flasche spielzeug teppich vorhang wollschal wolldecke cardigan`,
    no_refund: `doch_keine_erstattung will_keine_erstattung will_keine_rückerstattung möchte_keine_erstattung möchte_keine_rückerstattung brauche_keine_erstattung keine_erstattung_sondern
      will_kein_geld_zurück`,
    whatif: 'was_wenn was_passiert_wenn was_ist_wenn was_mache_ich_wenn',
    refund: `rückerstattung rueckerstattung erstattung erstatten erstattet erstatte rückzahlung refund zurückerstatten zurückerstattet rückvergütung
      erstattungen zurückzahlen zurückgezahlt gutschrift rückerstatten rückerstattet erstattungsbetrag rückbuchung`,
    refunded: 'erstattet zurückerstattet zurückgezahlt',
    money: 'geld kohle knete',
    moneyback:
      'geld_zurück geld_zurueck geld_wieder geld_wiederhaben geld_zurückhaben geld_zurückbekommen geldrückgabe mein_geld geld_retour geld_zurückerstattet',
    giveback: `zurückgeben zurückschicken zurücksenden zurueckgeben zurueckschicken retournieren zurückgesendet zurückgeschickt zurückbringen
      zurück_geben zurück_schicken rückgabe zurückzugeben zurückgegeben zurückzuschicken zurück_senden zurücksende zurückschicke zurückgebe retourniere`,
    returns: `rückversand rückgabe retoure retouren rücksendung rücksendungen rueckgabe rueckgaberecht rückgaberecht rücksendeetikett retourenadresse
      rückgabefrist rückgabebedingungen rücksendekosten retourenschein retourenlabel rücksendeadresse widerrufsrecht rückgabeformular umtauschfrist retourenetikett`,
    dislike: 'nicht_gefällt_mir etwas was dinge artikel_die',
    question_accept: 'nehmt_ihr nehmen_sie akzeptiert kann_man_bei_euch',
    days: 'wie_viele_tage wie_lange',
    period: 'frist wie_lange rückgabefrist',
    policy: 'bedingungen agb regeln richtlinien rückgabebedingungen geschäftsbedingungen',
    label: 'etikett label rücksendeetikett retourenschein aufkleber retourenlabel',
    visit: `öffnungszeiten geschäftszeiten ladengeschäft kontaktdaten wann_habt_ihr_auf wann_habt_ihr_geöffnet wann_habt_ihr_offen
      wann_haben_sie_geöffnet wann_seid_ihr_offen wo_ist_euer_laden wo_ist_ihr_laden wo_seid_ihr habt_ihr_einen_laden haben_sie_einen_laden
      habt_ihr_auch_einen_laden haben_sie_auch_einen_laden wie_erreiche_ich_euch wie_erreiche_ich_sie`,
    warranty: 'garantie gewährleistung gewaehrleistung',
    received: 'erhalten bekommen',
    broken: `einen_fehler kaputt defekt defekte defekter beschädigt beschaedigt zerbrochen loch löcher gerissen zerrissen zerkratzt flecken fleck gebrochen
      bruch undicht mangelhaft mangel aufgegangen funktioniert_nicht geht_nicht_mehr geht_nicht_an kaputte kaputten beschädigte riss risse aufgerissen
      verbogen verschimmelt gesprungen abgebrochen abgerissen eingerissen lose zerstört kaputtes tut_nicht auseinandergefallen zersprungen beschädigung zerbrach schimmel funktionieren_nicht eingedellt delle`,
    wrong: 'falsch falsche falschen falscher falsches verkehrt verkehrte anderes inkorrekt stimmt_nicht',
    wrong_item:
      'falschen_artikel falsche_ware falsches_produkt falscher_artikel falsche_lieferung falschlieferung etwas_anderes was_anderes nicht_meine falsche_artikel falsches_teil',
    missing: 'fehlt fehlen',
    not_what: 'habe_ich_nicht hab_ich_nicht nicht_das_was nicht_wie_beschrieben entspricht_nicht',
    changed_mind:
      'anders_zu_überlegen anders_überlegen anders_überlegt brauche_es_nicht_mehr will_es_nicht_mehr brauch_ich_nicht_mehr doch_nicht',
    not_fit: 'passt_nicht passt_mir_nicht zu_klein zu_groß zu_gross zu_eng zu_weit zu_kurz passen_nicht',
    shipping:
      'versandarten versandoptionen lieferoptionen versandmöglichkeiten versand versandkosten porto lieferung lieferkosten versenden',
    to: 'nach in an ins',
    country: `schweiz österreich oesterreich deutschland frankreich spanien italien niederlande belgien polen usa england luxemburg dänemark schweden
      norwegen ausland europa eu land länder liechtenstein ungarn tschechien kanada portugal südtirol finnland grossbritannien türkei`,
    abroad: 'ausland international weltweit',
    free: 'kostenlos gratis frei versandkostenfrei kostenfrei umsonst kostenloser',
    express: 'express expressversand eilversand overnight expresslieferung same_day',
    how_fast: 'wie_schnell lieferzeit lieferzeiten versanddauer',
    method: 'versandarten versandoptionen methoden möglichkeiten arten art optionen lieferoptionen',
    paymethod:
      'zahlungsarten zahlungsart zahlungsmethoden zahlungsmöglichkeiten auf_rechnung bezahlmöglichkeiten zahlungsweisen bezahlmethoden zahlungsmethode bezahlarten kauf_auf_rechnung rechnungskauf zahlungsoptionen zahlarten',
    pay: 'zahlen bezahlen zahlung bezahlung zahle kaufen',
    brand:
      'paypal visa mastercard amex klarna apple_pay google_pay kreditkarte kreditkarten ec_karte lastschrift sofortüberweisung überweisung giropay twint nachnahme vorkasse gutschein geschenkkarte bitcoin sepa american_express eps',
    take: 'nehmt nehmen',
    possible: 'möglich geht',
    with: 'mit per via',
    safe: 'sicher',
    cancel:
      'stornieren storno stornierung storniert storniere abbrechen canceln stornier absagen stornieren_sie annullieren abbestellen kündigen cancel',
    change:
      'ändern aendern geändert ändere abändern anpassen korrigieren bearbeiten änderung aktualisieren wechseln aktualisiert änderungen',
    remove: 'entfernen rausnehmen nehmen streichen herausnehmen löschen',
    discount: 'gutscheincode rabattcode gutschein rabatt promocode',
    use: 'einlösen eingeben',
    address: 'adresse adressen lieferadresse anschrift versandadresse lieferanschrift adrese adreße',
    house: 'hausnummer postleitzahl plz wohnungsnummer',
    street: 'straße strasse straßenname strassenname',
    typo: 'fehler tippfehler verschrieben vertippt schreibfehler',
    website:
      'website webseite internetseite seite app warenkorb kasse checkout dieser_chat der_chat euer_chat ihr_chat dein_chat dieser_bot der_bot euer_bot ihr_bot dein_bot der_chatbot dieser_chatbot euer_chatbot',
    office: 'büro buero arbeit nachbarn nachbar eltern arbeitsstelle firma',
    exchange:
      'umtauschen umtausch tauschen eintauschen umzutauschen tausch ersatz getauscht umgetauscht tausche ersetzen austauschen',
    instead: 'statt stattdessen anstatt lieber anstelle',
    person: 'mensch menschen mitarbeiter mitarbeiterin person jemanden jemandem personal leute echter_mensch',
    people: 'leute menschen',
    someone: 'jemand jemanden jemandem wer',
    agent:
      'mitarbeiter mitarbeiterin berater kundenberater sachbearbeiter support_mitarbeiter ansprechpartner agent kundenbetreuer',
    talk: 'sprechen reden verbinden verbinde kontaktieren schreiben verbindet telefonieren weiterleiten sprech',
    real: 'echter echte echten richtige richtiger wirklichen richtigen',
    phone: 'telefonnummer telefon anrufen hotline telefonisch rufnummer anruf',
    callback: 'ruft_mich zurückrufen rückruf rufen_sie_mich rufen_sie_zurück ruf_mich',
    complaint: `beschweren echt_das_letzte beschwerde frechheit unverschämt unverschämtheit enttäuscht enttaeuscht enttäuschend schlecht schlechter schlechtester
      katastrophe sauerei miserabel unmöglich inakzeptabel reklamieren lächerlich ein_witz seid_das_letzte zumutung schlechte_bewertung mies unzufrieden
      saftladen schrecklich peinlich unterirdisch skandal frech schlimm`,
    insult:
      'idioten dumm scheiss scheiße scheisse verarschen verarscht verdammt mist bescheuert unfähig inkompetent drecksladen arsch arschlöcher fuck lügner',
    angry: 'sauer stinksauer wütend verärgert genervt reicht_mir nervt zornig schnauze_voll',
    never_again: 'nie_wieder',
    legal:
      'verklagen anwalt klage rechtlich rechtsanwalt gericht verbraucherschutz verbraucherzentrale rechtliche_schritte mahnung anzeigen abmahnung',
    delete_data: 'dsgvo meine_daten personenbezogene_daten datenschutz daten_löschen',
    fraud:
      'betrug betrüger gehackt betrogen abzocke hack phishing nie_gekauft unberechtigte_abbuchung unberechtigt fake_shop fakeshop identitätsdiebstahl nicht_autorisiert gefälscht kreditkarte_benutzt nie_bestellt unbekannte_abbuchung abzocker',
    twice: 'doppelt zweimal zwei_mal 2x',
    card: 'karte kreditkarte',
    account: 'konto kundenkonto account benutzerkonto profil',
    login_problem: 'einloggen anmelden login anmeldung eingeloggt einlogen einzuloggen log_in',
    password: 'passwort kennwort password passwörter',
    newsletter: 'newsletter abmelden werbemails werbung abbestellen_newsletter',
    email: 'email mailadresse emailadresse email_adresse mail',
    invoice:
      'rechnung rechnungen quittung beleg kassenbon kaufbeleg rechnungskopie mehrwertsteuer firmenname rechnungsadresse kaufnachweis',
    greet:
      'hallo hi hey guten_tag guten_morgen guten_abend servus moin grüß_gott gruess_gott grüezi tach na hallöchen grüss_gott jemand_da ist_da_jemand ist_jemand_da moin_moin',
    thank:
      'danke dank dankeschön dankeschoen vielen_dank danke_schön besten_dank thx danke_dir super_danke bedanke supi',
    praise: 'super prima toll klasse',
    bye: 'tschüss tschuess tschüß wiedersehen auf_wiedersehen ciao bis_bald schönen_tag das_wars tschau schönen_abend tschö schönes_wochenende bis_dann gute_nacht servus_bis_bald war_alles',
    yes: 'ja jo genau stimmt richtig klar gerne jawohl ok okay jep jap passt einverstanden natürlich sicher ja_bitte yes absolut ja_gerne korrekt selbstverständlich jaja',
    no: 'nein nö noe falsch nee ne nicht_dieses nicht_dieser keins nicht_das kein_bedarf no niemals',
    neither: 'keins_davon keine_davon keines_davon keins weder',
    pick: 'erste erster erstes ersten zweite zweiter zweites zweiten dritte dritter drittes vierte letzte letzter letztes nummer_1 nummer_2 nummer_3 nummer_4 1 2 3 4 5 das_erste das_letzte das_zweite',
    help: 'hilfe helfen frage problem fragen hilf helft probleme',
    off: `geburtstag parken bahnhof kommst_du kommst pünktlich wetter handy regnet witz witze gedicht hauptstadt präsident film filme katze katzen hund hunde roboter hausaufgaben gott liebe_dich sinn_des_lebens
      wie_spät lied singen politik pizza zug bahn flug flugzeug urlaub reihenfolge langweilig bewerben job jobs stelle restaurant berg sprache
      übersetze kochen kocht koche reis rezept spiel fussball sport musik geboren sommer winter weihnachten wie_alt heißt_du heisst_du wie_heißt wie_heisst
      autos auto mond sonne wohnst schule brille schlüssel handy gewonnen kanzler bist_du_ein zuhause bundeskanzler ostern feiertag freundin freund verheiratet
      abendessen essen hunger hotel taxi flughafen arzt krieg religion chatgpt fernsehen fernseher nachrichten geschichte hausarbeit mein_kind python aktien lotto denkst_du
      nett meine_katze bus`,
    ignore_instructions:
      'anweisungen systemprompt system_prompt vergiss_alle ignoriere_alle du_bist_jetzt entwicklermodus',
    correct: 'richtig',
  },
}
