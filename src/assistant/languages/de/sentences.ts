import type { Templates } from '../language.ts'

const cannot = (what: string) => (moment: string | null) =>
  `${what}, deshalb gebe ich das an unser Team weiter${moment === null ? '. Du bekommst hier eine Antwort.' : `, das ${moment} wieder da ist.`}`

/** What the assistant says in German. */
export const sentences: Templates = {
  greeting: (shop) =>
    `Hallo!${shop === null ? '' : ` Willkommen bei ${shop}.`} Ich sehe nach deinen Bestellungen, sage, was auf Lager ist, und helfe bei Rückgaben. Was kann ich tun?`,
  thanks: 'Gern! Noch etwas?',
  allRight: 'Alles klar. Was kann ich sonst für dich tun?',
  bye: 'Auf Wiedersehen und danke für den Besuch.',
  outOfScope:
    'Ich bin ein automatischer Assistent und kann nur zu diesem Shop helfen: Bestellungen, Lieferung, Produkte, Rückgaben und Erstattungen.',
  unclear: 'Das habe ich nicht verstanden. Geht es um eines davon?',
  unclearAgain: 'Das habe ich leider immer noch nicht verstanden.',
  nothingNewer: 'Mehr weiß ich im Moment leider nicht.',
  noFurther: 'So komme ich leider nicht weiter.',
  whichOfTheseMeanings: 'Was möchtest du wissen?',
  topics: {
    order_status: 'Meine Bestellung',
    stock: 'Ein Produkt',
    return_how: 'Rückgabe',
    human: 'Mit einem Menschen sprechen',
  },
  signIn: 'Bitte melde dich im Shop an, damit ich deine Bestellungen sehen kann.',
  askProof: {
    number_and_email: 'Bitte schreib die Bestellnummer und die E-Mail-Adresse der Bestellung.',
    number_and_postcode: 'Bitte schreib die Bestellnummer und die Postleitzahl der Lieferadresse.',
  },
  numberWhere: 'Die Bestellnummer steht in der Bestätigungsmail zu deiner Bestellung.',
  whichOfYours: 'Das sind deine Bestellungen, die neueste zuerst. Welche ist es?',
  askNumber: 'Bitte schreib auch die Bestellnummer.',
  askMatch: {
    number_and_email: 'Bitte schreib auch die E-Mail-Adresse der Bestellung.',
    number_and_postcode: 'Bitte schreib auch die Postleitzahl der Lieferadresse.',
  },
  guestMiss: {
    number_and_email: 'Ich finde keine Bestellung mit dieser Nummer und E-Mail-Adresse. Bitte prüfe beides.',
    number_and_postcode: 'Ich finde keine Bestellung mit dieser Nummer und Postleitzahl. Bitte prüfe beides.',
  },
  guestLimits: 'Um mehr über diese Bestellung zu erfahren, melde dich bitte im Shop an.',
  noSuchOrder: (number) => `Ich finde keine Bestellung ${number} von dir. Bitte prüfe die Nummer.`,
  noOrders: 'Ich finde keine Bestellungen von dir.',
  whichOrder: 'Welche Bestellung meinst du?',
  orderChoice: (number, date) => (date ? `${number} vom ${date}` : number),
  order: {
    pending: (number) => `Bestellung ${number} ist eingegangen und wird noch bearbeitet.`,
    processing: (number) => `Bestellung ${number} wird vorbereitet und ist noch nicht verschickt.`,
    partially_shipped: (number) => `Ein Teil der Bestellung ${number} ist verschickt.`,
    shipped: (number) => `Bestellung ${number} ist verschickt.`,
    delivered: (number) => `Bestellung ${number} wurde zugestellt.`,
    cancelled: (number) => `Bestellung ${number} wurde storniert.`,
    refunded: (number) => `Bestellung ${number} wurde erstattet.`,
    returned: (number) => `Bestellung ${number} wurde zurückgeschickt.`,
    unknown: (number) => `Ich finde Bestellung ${number}, kenne aber ihren Stand nicht.`,
  },
  shipment: {
    label_created: (parcel, due) =>
      `${parcel} ist gepackt und ${due === null ? 'wartet auf die Abholung' : `sollte ${due} ankommen`}.`,
    in_transit: (parcel, due) => `${parcel} ist unterwegs${due === null ? '.' : ` und sollte ${due} ankommen.`}`,
    out_for_delivery: (parcel, due) =>
      `${parcel} ist in der Zustellung${due === null ? '.' : ` und sollte ${due} ankommen.`}`,
    delivered: (parcel, at) => `${parcel} wurde${at === null ? '' : ` ${at}`} zugestellt.`,
    delayed: (parcel, due) => `${parcel} ist verspätet${due === null ? '.' : ` und sollte ${due} ankommen.`}`,
    exception: (parcel, due) =>
      `${parcel}: Der Zustelldienst meldet ein Problem.${due === null ? '' : ` Es sollte ${due} ankommen.`}`,
    lost: (parcel) => `${parcel} ist als verloren gemeldet.`,
    returned_to_sender: (parcel) => `${parcel} ist auf dem Weg zurück zum Shop.`,
    unknown: (parcel, due) => (due === null ? '' : `${parcel} sollte ${due} ankommen.`),
  },
  parcel: (carrier, position) =>
    `${position === null ? 'Das Paket' : `Paket ${position}`}${carrier ? ` mit ${carrier}` : ''}`,
  arrived: (number, date, carrier) =>
    `Bestellung ${number} wurde am ${date}${carrier === null ? '' : ` von ${carrier}`} zugestellt.`,
  arrivedItem: (number, date, carrier, title) =>
    `Deine Bestellung ${number} (${title}) wurde am ${date}${carrier === null ? '' : ` von ${carrier}`} zugestellt.`,
  underway: {
    in_transit: (number, carrier, due) =>
      `Bestellung ${number} ist${carrier === null ? '' : ` mit ${carrier}`} unterwegs${due === null ? '.' : ` und sollte ${due} ankommen.`}`,
    out_for_delivery: (number, carrier, due) =>
      `Bestellung ${number} ist${carrier === null ? '' : ` mit ${carrier}`} in der Zustellung${due === null ? '.' : ` und sollte ${due} ankommen.`}`,
  },
  onDay: (date) => `am ${date}`,
  betweenDays: (from, until) => `zwischen ${from} und ${until}`,
  overdue: (date, days) =>
    `Sie hätte am ${date} ankommen sollen und ist damit ${days === 1 ? 'einen Tag' : `${days} Tage`} zu spät.`,
  andWord: ' und ',
  lastEvent: (date, what) => `Letzte Meldung vom ${date}: ${what}.`,
  trackingNumber: (number, url) => `Die Sendungsnummer ist ${number}.${url ? ` Hier verfolgen: ${url}` : ''}`,
  noTracking: (number) => `Für Bestellung ${number} gibt es noch keine Sendungsnummer.`,
  asOf: (date) => `Stand: ${date}.`,
  contents: (number, items) => `Bestellung ${number} enthält: ${items}.`,
  noContents: (number) => `Ich kenne die Artikel der Bestellung ${number} nicht.`,
  total: (number, amount) => `Die Summe der Bestellung ${number} ist ${amount}.`,
  refundedOf: (amount) => `Davon wurden ${amount} erstattet.`,
  totalLess: (number, amount, refunded) =>
    `Die Summe der Bestellung ${number} ist ${amount}, davon wurden ${refunded} erstattet.`,
  noTotal: (number) => `Ich kenne die Summe der Bestellung ${number} nicht.`,
  stock: {
    available: (what) => `Ja, ${what} ist verfügbar.`,
    low: (what) => `Ja, ${what} ist verfügbar, aber nur noch wenige.`,
    backorder: (what) => `${what} ist gerade nicht auf Lager, kann aber bestellt werden.`,
    unknown: (what) => `Ich weiß nicht, ob ${what} auf Lager ist.`,
  },
  stockWord: {
    available: 'verfügbar',
    low: 'nur noch wenige',
    backorder: 'bestellbar, nicht auf Lager',
    unavailable: 'nicht verfügbar',
    unknown: 'unbekannt',
  },
  notThatMany: (count, what) => `Von ${what} sind weniger als ${count} Stück auf Lager.`,
  fewerThan: (count) => `weniger als ${count}`,
  stockFigure: (count) => `${count} auf Lager.`,
  heading: (title) => `${title}:`,
  restock: (what, date) => `${what} wird am ${date} wieder erwartet.`,
  soldOut: (what, date) =>
    date === null
      ? `Nein, ${what} ist ausverkauft, und es ist nicht bekannt, wann es wiederkommt.`
      : `Nein, ${what} ist ausverkauft, wird aber am ${date} wieder erwartet.`,
  restockUnknown: (what) => `Es ist nicht bekannt, wann ${what} wiederkommt.`,
  noProduct: 'Ein solches Produkt finde ich im Shop nicht.',
  inThisColor: (titles: string) => `In dieser Farbe gibt es: ${titles}`,
  whichProduct: 'Welches Produkt meinst du?',
  whichVariant: (option) => `Welche Variante (${option})?`,
  notOffered: (title, value, values) => `${title} gibt es nicht in ${value}. Es gibt: ${values}.`,
  price: (what, amount) => `${what} kostet ${amount}.`,
  priceBefore: (what, amount, before) => `${what} kostet ${amount}, vorher ${before}.`,
  prices: (title, from, to) => `${title} kostet von ${from} bis ${to}.`,
  noPrice: (title) => `Ich kenne den Preis von ${title} nicht.`,
  options: (title, options) => `${title} gibt es in ${options}.`,
  itsOptions: (options) => `Das gibt es in ${options}.`,
  noOptions: (title) => `${title} gibt es nur in einer Ausführung.`,
  info: (title, description) => `${title}: ${description}`,
  noInfo: (title) => `Ich weiß über ${title} nicht mehr als den Namen.`,
  offered: (number, amount, items) =>
    amount
      ? `Wir können für Bestellung ${number} ${amount} erstatten${items && `: ${items}`}. Bitte bestätige es mit dem Knopf; vorher wird nichts erstattet.`
      : `Eine Erstattung der Bestellung ${number} ist möglich${items && `: ${items}`}. Den Betrag würdest du mit einem Knopf bestätigen.`,
  notDue: (due) =>
    due === null
      ? 'Solange nichts angekommen ist, kann ich keine Erstattung anbieten.'
      : `Sie soll bis zum ${due} ankommen. Vorher kann ich keine Erstattung anbieten.`,
  passOn: 'Soll ich das an unser Team weitergeben?',
  passItOn: 'Ja, bitte weitergeben',
  orLookFor: 'Sollen wir lieber nach dem Paket suchen, dann frag nach einem Menschen.',
  offerRefused: {
    already_refunded: (number) =>
      `Bestellung ${number} wurde schon erstattet, daher kann ich keine weitere Erstattung anbieten.`,
    outside_period: (number) => `Die Rückgabefrist der Bestellung ${number} ist abgelaufen.`,
    not_due: (number) => `Bestellung ${number} ist noch nicht angekommen, daher kann ich keine Erstattung anbieten.`,
    refund_active: (number) => `Für Bestellung ${number} gibt es schon eine offene Erstattung.`,
    outcome_unknown: (number) => `Eine frühere Erstattung der Bestellung ${number} wird noch geprüft.`,
    nothing_to_refund: (number) => `Von Bestellung ${number} ist nichts mehr zu erstatten.`,
    refused: (number) => `Für Bestellung ${number} kann ich selbst keine Erstattung anbieten.`,
    no_amount: (number) => `Ich kann den Betrag für Bestellung ${number} gerade nicht ermitteln.`,
    not_offered: (_) => 'Ich kann hier keine Erstattungen anbieten.',
  },
  whichItem: 'Um welchen Artikel geht es?',
  wholeOrder: 'Die ganze Bestellung',
  refund: {
    awaiting_customer: (amount) => `Eine Erstattung von ${amount} wartet auf dich: Bitte bestätige sie mit dem Knopf.`,
    awaiting_approval: (amount) => `Deine Erstattung von ${amount} wartet auf unsere Freigabe.`,
    executing: (amount) => `Deine Erstattung von ${amount} wird gerade bearbeitet.`,
    pending: (amount) => `Deine Erstattung von ${amount} ist angenommen und unterwegs.`,
    succeeded: (amount) => `Deine Erstattung von ${amount} ist erfolgt.`,
    failed: (amount) => `Deine Erstattung von ${amount} ist nicht gelungen. Unser Team kümmert sich darum.`,
    unknown: (amount) => `Wir prüfen noch, ob deine Erstattung von ${amount} erfolgt ist.`,
    declined: (amount) => `Du hast die Erstattung von ${amount} abgelehnt.`,
    rejected: (amount) => `Deine Erstattung von ${amount} wurde nicht freigegeben.`,
    cancelled: (amount) => `Die Erstattung von ${amount} wurde abgebrochen.`,
    expired: (amount) => `Das Angebot, ${amount} zu erstatten, ist abgelaufen.`,
  },
  noRefund: (number) => `Für Bestellung ${number} gibt es hier keine Erstattung.`,
  returnDays: (days) => `Du kannst deine Bestellung innerhalb von ${days} Tagen nach der Zustellung zurückgeben.`,
  returnAnyTime: 'Für Rückgaben gibt es keine Frist.',
  returnUntil: (number, date) => `Bestellung ${number} kann bis ${date} zurückgegeben werden.`,
  whichPage: 'Worum geht es davon?',
  pageSilent: (title, url) =>
    `Auf unserer Seite „${title}“ steht das nicht.${url ? ` Du findest sie hier: ${url}` : ''}`,
  noPolicy: 'Dazu habe ich keine Angaben.',
  readMore: (title, url) => `Mehr dazu: ${title}, ${url}`,
  inOtherLanguage: (title, url) => `Unsere Seite dazu ist in einer anderen Sprache: ${title}, ${url}`,
  cannot: {
    cancel_order: cannot('Stornieren kann ich selbst nicht'),
    change_order: cannot('Bestellungen kann ich selbst nicht ändern'),
    change_address: cannot('Adressen kann ich selbst nicht ändern'),
    exchange: cannot('Umtauschen kann ich selbst nicht'),
  },
  sorry: 'Das tut mir leid.',
  handOver: 'Ich gebe das an unser Team weiter. Du bekommst hier eine Antwort.',
  handOverLater: (moment) => `Ich gebe das an unser Team weiter, das ${moment} wieder da ist.`,
  teamHasIt: (within) =>
    within === null
      ? 'Unser Team hat deine Nachricht und antwortet hier.'
      : `Unser Team hat deine Nachricht und antwortet meist innerhalb ${within}.`,
  teamHasItLater: (moment) => `Unser Team hat deine Nachricht und ist ${moment} wieder da.`,
  within: {
    minutes: 'weniger Minuten',
    hours: (count) => (count === 1 ? 'einer Stunde' : `von ${count} Stunden`),
    days: (count) => (count === 1 ? 'eines Tages' : `von ${count} Tagen`),
  },
  askContact: 'Wenn du magst, schreib hier deine E-Mail-Adresse, damit wir auch dorthin antworten können.',
  pictureNoted: 'Danke für das Bild. Ich selbst kann Bilder nicht ansehen, aber unser Team sieht es hier.',
  pictureOfWhat: 'Worum geht es?',
  askPicture: 'Kannst du ein Foto davon schicken? Es hilft unserem Team, aber die Erstattung hängt nicht davon ab.',
  contactNoted: (email) => `Danke. Wir antworten auch an ${email}.`,
  whoAnswers: (shop) =>
    `${shop === null ? 'Ich bin der Assistent des Shops.' : `Ich bin der Assistent von ${shop}.`} Unser Team kennt das bisherige Gespräch.`,
  typedYes: 'Bitte benutze den Knopf: Erstattet wird erst, wenn du dort den Betrag bestätigst.',
  nothingOpen: 'Womit kann ich dir helfen?',
}
