import type { WordingWords } from '../../model/verify/wording-words.ts'

/** What a model may say in German. */
export const wording: WordingWords = {
  plain:
    'also|davon|deines|ihres|unseres|der|die|das|den|dem|des|ein|eine|einen|einem|einer|dieser|diese|dieses|diesen|diesem|es|sie|er|ihn|ihm|ihr|du|fur dich|zu dir|fur sie|dein|deine|deinen|deinem|deiner|ihre|ihren|ihrem|ihrer|wir|unser|unsere|unseren|unserem|unserer|ich|ist|sind|hat|haben|habe|hast|von|vom|an|am|im|in|ins|fur|bei|beim|zu|zur|zum|mit|auf|uber|noch|jetzt|schon|bereits|gerade|momentan|derzeit|aktuell|zurzeit|im moment|auch|dazu|dass|wie ich sehe|ich sehe dass|daran|dafur|soeben|zur zeit|bisher|bislang|gerade eben',
  verbs: 'ist|sind|hat|haben|habe|hast',
  negations: 'nicht|kein|keine|keinen|keinem|keiner|nie|niemals|nichts|ohne|weder|niemand',
  alongside: '',
  courtesies:
    'ich sehe|wie ich sehe|hallo|hi|hey|guten tag|guten morgen|guten abend|liebe #|lieber #|gute nachricht|gute nachrichten|gute neuigkeiten|danke|vielen dank|danke dir|danke fur deine nachricht|danke fur ihre nachricht|vielen dank fur deine nachricht|vielen dank fur ihre nachricht|danke fur deine frage|danke fur ihre frage|vielen dank fur deine frage|danke fur die nachfrage|danke der nachfrage|danke fur deine geduld|danke fur ihre geduld|vielen dank fur deine geduld|vielen dank fur ihre geduld|klar|aber klar|naturlich|gern|gerne|sehr gern|sehr gerne|gern helfe ich dir|ich helfe dir gern|ich helfe gern|hier ist der stand|hier der aktuelle stand|hier ist der aktuelle stand|hier die angaben|gute frage|alles klar|schonen tag|einen schonen tag|schonen tag noch|einen schonen tag noch|viele grusse|beste grusse|liebe grusse|in ordnung|okay|ok|super|prima',
  regret: 'leider|bedauerlicherweise',
  shared:
    'da|betrag|ruckgaben|gibt es|es gibt|gibt|hier|kann|selbst|weiss|mehr|lauft|kosten|betragt|finden sie|findest du|anbieten|daher|deshalb|lieferung|adresse|adressen|bestellungen|ab|lautet|ubrig|fertig|bietet…an|kann…anbieten|zu erstatten|erstatten|ruckgabe|finde|sehe|mehr dazu|seite',
  asking: 'ist|sind|hat|haben|habe|hast|wird|wurde|kann|kannst|soll|welche|welcher|welches',
  meanings: {
    order: 'bestellung|bestellungen|bestellung #|bestellnummer #',
    parcel:
      'erste paket|zweite paket|dritte paket|das erste|das zweite|das dritte|paket|pakete|sendung|pakets|lieferung',
    carrier: 'zustelldienst|paketdienst|versanddienst|zusteller|zustelldienstes',
    refund: 'erstattung|ruckerstattung|erstattungen|ruckzahlung',
    shop: 'shop|shops|laden',
    items: 'artikel|artikeln',
    status: 'stand|status',
    team: 'team|unser team',
    offer: 'angebot|das angebot',
    return_period: 'ruckgabefrist|frist fur die ruckgabe|frist fur ruckgaben',
    yes: '=ja',
    no: '=nein',
    delivery: 'zustellung|lieferung',
    days: 'tagen|tage|tag',
    follow:
      'hier verfolgen|hier kannst du es verfolgen|hier kannst du sie verfolgen|hier kannst du das paket verfolgen|hier konnen sie es verfolgen|hier konnen sie das paket verfolgen|du kannst es hier verfolgen|du kannst das paket hier verfolgen|sie konnen es hier verfolgen|sie konnen das paket hier verfolgen|verfolgen kannst du es hier|verfolgen kannst du das paket hier|hier kannst du dein paket verfolgen|du kannst dein paket hier verfolgen|du kannst sie hier verfolgen|hier geht es zur verfolgung|zur sendungsverfolgung',
    confirm:
      'bitte bestatige sie mit dem knopf|bestatige sie mit dem knopf|bestatige sie bitte mit dem knopf|bitte bestatigen sie sie mit dem knopf|bestatige die erstattung bitte mit dem knopf|bitte bestatige die erstattung mit dem knopf|bitte bestatige sie uber den knopf',
    ask_contact:
      'wenn du magst|wenn du mochtest|wenn sie mogen|wenn sie mochten|schreib hier deine email adresse|schreib bitte hier deine email adresse|schreiben sie hier ihre email adresse|damit wir auch dorthin antworten konnen|damit wir dir auch dort antworten konnen|schreib deine email adresse hier hinein|damit wir auch dort antworten konnen',
    sign_in:
      'um mehr uber diese bestellung zu erfahren|um mehr uber deine bestellung zu erfahren|um mehr uber ihre bestellung zu erfahren|melde dich bitte im shop an|bitte melde dich im shop an|melden sie sich bitte im shop an|bitte melden sie sich im shop an|mehr uber diese bestellung erfahrst du|mehr dazu',
    part: 'ein teil|teil|einen teil|teilweise|zum teil',
    few: 'nur noch wenige|nur noch wenige stuck|nur noch ein paar|noch wenige',
    fewer: 'weniger als',
    within: 'innerhalb',
    until: 'bis|bis zum|bis spatestens|bis einschliesslich',
    one_version: 'nur in einer ausfuhrung|nur eine ausfuhrung|nur in einer version|in nur einer ausfuhrung',
    automatic: 'automatische|automatisch',
    earlier_refund: 'fruhere|vorherige',
    received: 'bei uns eingegangen|eingegangen|eingetroffen bei uns|ist eingegangen|wir haben…erhalten',
    waiting_processing:
      'wird…bearbeitet|bearbeitet wird|wartet auf die bearbeitung|wartet auf bearbeitung|werden…bearbeitet|in bearbeitung',
    preparing: 'wird…vorbereitet|vorbereitet wird|in vorbereitung|wir bereiten…vor|bereiten wir…vor',
    shipped:
      'verschickt|versandt|versendet|wurde…verschickt|wurde…versandt|wurde…versendet|verschickt worden|versandt worden|versendet worden|verschickt wurde|versandt wurde|losgeschickt|wurde…losgeschickt',
    delivered:
      'zugestellt|wurde…zugestellt|zugestellt worden|zugestellt wurde|ausgeliefert|wurde…ausgeliefert|ausgeliefert worden|wurde…geliefert|geliefert worden|geliefert|angekommen',
    cancelled:
      'storniert|wurde…storniert|storniert worden|storniert wurde|abgebrochen|wurde…abgebrochen|abgebrochen worden',
    refunded:
      'erstattet|wurde…erstattet|wurden…erstattet|erstattet worden|zuruckerstattet|wurde…zuruckerstattet|wurden…zuruckerstattet|zuruckerstattet worden',
    returned: 'zuruckgeschickt|wurde…zuruckgeschickt|zuruckgeschickt worden|zuruckgesendet|wurde…zuruckgesendet',
    information: 'angaben|informationen|information|auskunft|informationen daruber|angaben daruber',
    packed: 'gepackt|fertig gepackt|wurde…gepackt|verpackt|fertig',
    pickup:
      'wartet auf die abholung|wartet auf abholung|wartet auf die abholung durch den zustelldienst|wartet auf den zustelldienst|wartet darauf|abgeholt zu werden|bereit zur abholung durch den zustelldienst|wartet nun auf die abholung|wartet jetzt auf die abholung',
    on_its_way: 'unterwegs|auf dem weg|unterwegs zu dir|auf dem weg zu dir',
    back_to_shop:
      'auf dem weg zuruck zum shop|auf dem ruckweg zum shop|auf dem weg zuruck|zuruck zum shop unterwegs|auf dem ruckweg|kommt zum shop zuruck|geht zum shop zuruck|geht zuruck zum shop',
    out_for_delivery: 'in der zustellung|in zustellung|wird…zugestellt',
    delayed: 'tage zu spat|einen tag zu spat|zu spat|verspatet|verspatung|hat verspatung|verspatet sich',
    problem: 'meldet ein problem|hat ein problem gemeldet|meldet dazu ein problem|problem gemeldet',
    lost: 'als verloren gemeldet|wurde…als verloren gemeldet|als verloren gemeldet worden',
    expected:
      'hatte…ankommen sollen|wird…erwartet|erwartet wird|werden…erwartet|soll…ankommen|sollte…ankommen|voraussichtlich|voraussichtliche|voraussichtliche zustellung|voraussichtlicher liefertermin|sollte…bei dir sein|soll…bei dir sein|sollte…da sein|kommt voraussichtlich|wir erwarten|rechnen wir damit|ankommen sollte|erwartete zustellung|sollte…eintreffen|soll…eintreffen|erwarten wir',
    between: 'zwischen',
    news: 'letzte meldung|die letzte meldung|neueste meldung|letzte nachricht|neuester stand|letzte neuigkeit|lautet|letzten meldung|laut der letzten meldung',
    tracking:
      'gibt es|gibt|sendungsnummer|trackingnummer|die sendungsnummer|deine sendungsnummer|sendungsnummer lautet|deine sendungsnummer lautet|die sendungsnummer lautet',
    as_of: 'stand|stand vom|das ist der stand vom|dieser stand ist vom',
    contains: 'enthalt|umfasst|besteht aus|sind enthalten|darin sind|enthalten',
    know: 'kenne|kenne…nicht|weiss|ist bekannt|bekannt|sehe|kann…sehen|kann…sagen',
    total: 'summe|gesamtsumme|gesamtbetrag|betragt|die summe|insgesamt|kostet|gesamt|belauft sich auf',
    available: 'da|verfugbar|auf lager|vorratig|!ausverkauft|!vergriffen|lieferbar',
    stock_open: 'ob…auf lager ist|ob…verfugbar ist|ob…vorratig ist|ob…auf lager|ob…verfugbar',
    can_order:
      'kann…bestellt werden|du kannst es…bestellen|du kannst ihn…bestellen|du kannst sie…bestellen|bestellbar|lasst sich…bestellen|kannst du…bestellen|konnen sie…bestellen',
    back: 'soll…wieder da sein|wieder da sein|wieder da|wieder erwartet|wird…wieder erwartet|wird…zuruckerwartet|wieder verfugbar|wieder da|wieder auf lager|wieder vorratig|kommt…wieder|soll…wieder da sein|sollte…wieder da sein|soll…wieder auf lager sein',
    when_back:
      'wann…wiederkommt|wann…wieder da ist|wann…wieder verfugbar ist|wann…wieder verfugbar sein wird|wann…wieder auf lager ist',
    offered: 'gibt es|gibt es nicht|gibt…in|angeboten|gibt es…in|bieten wir|wird…angeboten|erhaltlich|gibt',
    exists: 'gibt es|es gibt|gibt|vorhanden sind|zur wahl stehen',
    price: 'kostet|preis|der preis|preis von|der preis von|kosten|liegt bei|preis betragt|betragt',
    before:
      'vorher|zuvor|fruher|vorher kostete|kostete…vorher|vorher waren es|der preis war vorher|war vorher|lag vorher bei|statt vorher',
    comes_in: 'gibt es in|gibt es|in den|ist erhaltlich|ist erhaltlich in|erhaltlich|gibt|in den ausfuhrungen',
    know_more:
      'weiss…nicht mehr als den namen|mehr als den namen|nicht mehr als den namen|weiss|!kenne nur den namen|!nur den namen',
    offer_refund:
      'erstattung anbieten|keine weitere erstattung anbieten|weitere erstattung|weitere erstattung anbieten|erstattungen anbieten|bietet…erstattung…an|bietet…an|anbieten|kann…anbieten|hier|noch eine erstattung anbieten|nochmal eine erstattung anbieten|daher|deshalb',
    over: 'abgelaufen|vorbei|verstrichen',
    open_refund:
      'gibt es schon eine offene erstattung|offene erstattung|gibt es|es gibt|lauft|erstattung offen|gibt es bereits eine offene erstattung|offen|eine offene erstattung',
    checked: 'wird…gepruft|gepruft wird|wird…uberpruft|in prufung',
    left_to_refund: 'mehr zu erstatten|zu erstatten|zu erstatten ubrig|ubrig|was erstattet werden konnte|mehr',
    find_amount:
      'betrag…ermitteln|den betrag…ermitteln|betrag…herausfinden|kann…ermitteln|betrag…nennen|lasst sich…ermitteln|kann|betrag',
    wait_you: 'wartet auf dich|wartet auf sie|wartet auf deine bestatigung|wartet auf ihre bestatigung',
    approval:
      'wartet auf unsere freigabe|wartet auf freigabe|wartet noch auf unsere freigabe|muss noch von uns freigegeben werden|wartet auf die freigabe',
    making:
      'wird gerade ausgefuhrt|wird ausgefuhrt|wird gerade bearbeitet|wird bearbeitet|wird…gemacht|wird…ausgefuhrt|wird…durchgefuhrt|lauft|in arbeit',
    accepted: 'angenommen|wurde…angenommen|angenommen worden',
    made: 'erfolgt|ist erfolgt|gelungen|ausgefuhrt|wurde…ausgefuhrt|durchgefuhrt|wurde…durchgefuhrt|hat…geklappt|geklappt|abgeschlossen|konnte…ausgefuhrt werden|konnte…durchgefuhrt werden',
    looks_into:
      'kummert sich darum|kummert sich|sieht es sich an|schaut es sich an|kummert sich schon darum|kummert sich bereits darum',
    wanted: 'wolltest|gewollt|wollten|du wolltest|du hast…gewollt|hast…gewollt|gewunscht',
    approved: 'freigegeben|wurde…freigegeben|freigegeben worden|genehmigt|wurde…genehmigt',
    expired: 'abgelaufen|zu erstatten|verfallen|erstatten|nicht mehr gultig',
    has_refund: 'gibt es|es gibt|gibt|hier|finde|sehe|liegt vor|liegt…vor',
    can_return:
      'du kannst deine bestellung…zuruckgeben|du kannst…zuruckgeben|kannst du…zuruckgeben|sie konnen…zuruckgeben|konnen sie…zuruckgeben|kann…zuruckgegeben werden|kann…zuruckgeschickt werden|du kannst…zuruckschicken|kannst du…zuruckschicken|ruckgabe ist…moglich|ruckgabe…moglich|ruckgabe ist moglich|eine ruckgabe ist moglich|lasst sich…zuruckgeben|ruckgabe moglich|sie konnen…zuruckschicken',
    after_delivery:
      'nach der zustellung|nach zustellung|nach der lieferung|nach erhalt|ab der zustellung|ab zustellung|seit der zustellung',
    time_limit: 'gibt es keine frist|frist|gibt es|es gibt|ruckgaben|ruckgabe|zeitliche grenze|zeitlich|zeitlimit',
    more: 'mehr dazu|mehr|hier mehr|mehr informationen|weitere informationen|mehr steht hier|mehr dazu hier|findest du|mehr findest du|mehr findest du hier|hier|finden sie',
    other_language: 'in einer anderen sprache|seite dazu|unsere seite dazu|seite',
    cancel_self: 'stornieren kann ich selbst nicht|stornieren|kann…stornieren|selbst|kann|stornieren kann ich',
    change_self:
      'bestellungen kann ich selbst nicht andern|andern|kann…andern|selbst|kann|bestellungen|andern kann ich',
    address_self: 'adressen kann ich selbst nicht andern|andern|kann…andern|adressen|adresse|selbst|kann|lieferadresse',
    exchange_self: 'umtauschen kann ich selbst nicht|umtauschen|kann…umtauschen|selbst|kann|umtausch',
    sorry:
      'tut mir leid|das tut mir leid|es tut mir leid|tut mir sehr leid|das tut mir sehr leid|tut uns leid|das tut uns leid|das tut mir wirklich leid|sorry',
    hand_over:
      'ubergebe dich an unser team|ubergebe sie an unser team|ich ubergebe an unser team|ubergebe…an unser team|ich gebe…an unser team weiter|gebe…an unser team weiter|ich leite…an unser team weiter|leite…an unser team weiter|ich verbinde dich mit unserem team|ubergebe an unser team|ubergebe ich…an unser team|gebe ich…an unser team weiter|gesprach|anfrage|anliegen|verbinde ich dich mit unserem team',
    answer_here:
      'du bekommst hier eine antwort|du bekommst hier antwort|sie bekommen hier eine antwort|hier bekommst du eine antwort|hier bekommen sie eine antwort|eine antwort bekommst du hier|die antwort bekommst du hier|die antwort kommt hier|es antwortet hier|du erhaltst hier eine antwort|bekommst hier eine antwort',
    back_on: 'ist ab…wieder da|wieder da|ab|ist ab|wieder erreichbar|wieder zuruck',
    reply_to: 'antworten auch an|wir antworten auch an|antworten dir auch an|antworten',
  },
}
