/**
 * What a sentence may claim about an order, a product, a refund or a deed, in each language that answers are worded in: patterns over folded
 * text (lower case, no accents), without word boundaries around them where a stem is enough. A wording in another language is not used,
 * since nothing could check it.
 */
export const conceptLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const
export type ConceptLanguage = (typeof conceptLanguages)[number]

type Words = Record<ConceptLanguage, string>

const words: Record<string, Words> = {
  delivered: {
    en: 'deliver(?:ed|y was)|\\barrived\\b|has been handed over to you',
    de: 'zugestellt|ausgeliefert|geliefert|angekommen',
    fr: 'livree?s?\\b|arrivee?s?\\b',
    es: 'entregad|llegado|llego\\b',
    it: 'consegnat|arrivat',
    nl: 'bezorgd|geleverd|afgeleverd|aangekomen',
    pt: 'entregue|chegou|chegad',
    pl: 'dostarczon|doreczon|doręczon|dotar',
  },
  shipped: {
    en: '\\bshipped\\b|\\bsent\\b|dispatched|\\bposted\\b|left (?:our|the) warehouse|handed (?:over )?to the carrier',
    de: 'versandt|versendet|verschickt|abgeschickt|losgeschickt|dem versand ubergeben',
    fr: 'expedie|envoye|parti[es]?\\b',
    es: 'enviad|despachad|\\bsalio\\b',
    it: 'spedit|inviat|partit',
    nl: 'verzonden|verstuurd|opgestuurd',
    pt: 'enviad|expedid|despachad',
    pl: 'wysłan|wyslan|nadan',
  },
  on_its_way: {
    en: '(?:on (?:its|the|their) way|in transit|en route|travel)',
    de: 'unterwegs|auf dem weg',
    fr: 'en route|en chemin|en transit|en cours (?:de livraison|d.acheminement)',
    es: 'en camino|de camino|en transito|en reparto',
    it: 'in viaggio|in transito|in arrivo',
    nl: 'onderweg',
    pt: 'a caminho|em transito',
    pl: 'w drodze|w transporcie',
  },
  preparing: {
    en: 'prepar|process(?:ed|ing)|\\bpacked\\b|being packed|\\bpicked\\b',
    de: 'vorbereit|bearbeit|\\b(?:ver|ge)packt|wird gepackt',
    fr: 'prepar|trait(?:ee?s?|ement)\\b|emballe',
    es: 'prepar|proces|empaquetad|tramit',
    it: 'prepara|elabora|imballat|confezionat',
    nl: 'voorbereid|verwerkt|ingepakt|klaargemaakt',
    pt: 'prepara|processad|embalad',
    pl: 'przygotow|przetwarzan|zapakowan|spakowan',
  },
  cancelled: {
    en: 'cancel',
    de: 'storn|abgesagt|widerruf',
    fr: 'annul',
    es: 'cancel|anul',
    it: 'annull|cancell|disd',
    nl: 'geannuleerd|annuler|ingetrokken',
    pt: 'cancel|anul',
    pl: 'anulow',
  },
  refunded: {
    en: 'refund|money back|credited|reimburs|paid back|repaid',
    de: 'erstatt|ruckzahl|zuruckgezahlt|geld zuruck|gutgeschrieben|gutschrift',
    fr: 'rembours|credite',
    es: 'reembols|devuelto el dinero|devolucion del (?:dinero|importe)|abonad',
    it: 'rimbors|accreditat',
    nl: 'terugbeta|terugbetaald|teruggestort|geld terug|gecrediteerd',
    pt: 'reembols|estorn|creditad',
    pl: 'zwrot|zwroc|zwróc',
  },
  returned: {
    en: '\\breturn|sen[dt] (?:it|them) back|way back',
    de: 'retour|ruckgabe|ruckend|zuruckgeschickt|zurucksend|zuruckgesandt|zuruckgeb|zuruckgegeb|weg zuruck',
    fr: 'retour|renvo(?:ye|yer)',
    es: 'devol|devuel',
    it: '\\bres[oi]\\b|restitu|rimand',
    nl: 'retour|terugstur|teruggestuurd|terugzend',
    pt: 'devol',
    pl: 'odesł|odesl|zwrot|zwroc|zwróc',
  },
  lost: {
    en: '\\blost\\b|missing|disappear|gone',
    de: 'verloren|verschwunden|vermisst',
    fr: 'perdu|egare|disparu',
    es: 'perdid|extravi|desaparec',
    it: 'pers[oaie]\\b|smarrit|scompars',
    nl: 'verloren|kwijt|vermist',
    pt: 'perdid|extravi|desaparec',
    pl: 'zagubion|zaginion|zagin',
  },
  late: {
    en: 'delay|\\blate\\b|overdue|longer than',
    de: 'verspat|verzoger|uberfallig',
    fr: 'retard',
    es: 'retras|demor|tarde\\b',
    it: 'ritard',
    nl: 'vertrag|te laat|verlaat',
    pt: 'atras|demor',
    pl: 'opozn|opóźn|spozn|spóźn',
  },
  problem: {
    en: 'problem|exception|damaged|\\bissue\\b|went wrong|stuck',
    de: 'problem|beschadigt|storung|hangt fest',
    fr: 'probleme|endommage|incident|bloque',
    es: 'problema|incidencia|danad|bloquead',
    it: 'problem|danneggiat|bloccat',
    nl: 'probleem|beschadigd|vastgelopen',
    pt: 'problema|danificad|retid',
    pl: 'problem|uszkodz|utkn',
  },
  available: {
    en: '\\bavailable\\b|in stock|have (?:it|them)\\b|can (?:be )?order',
    de: 'verfugbar|vorratig|auf lager|lieferbar|bestellbar|bestellen',
    fr: 'disponible|en stock|commander',
    es: 'disponible|en stock|existencias|\\bpedirl|encargar',
    it: 'disponibil|in magazzino|ordinar',
    nl: 'beschikbaar|op voorraad|leverbaar|te bestellen|bestellen',
    pt: 'disponive|em estoque|em stock|encomendar',
    pl: 'dostepn|dostępn|na stanie|zamowic|zamówić',
  },
  sold_out: {
    en: 'unavailable|sold out|out of stock',
    de: 'ausverkauft|vergriffen|nicht mehr',
    fr: 'epuise|rupture|indisponible',
    es: 'agotad',
    it: 'esaurit',
    nl: 'uitverkocht|niet meer',
    pt: 'esgotad|indisponive',
    pl: 'wyprzedan|niedostepn|niedostępn|brak\\b',
  },
  few: {
    en: 'only (?:a )?few|almost sold|low (?:in|on) stock|running (?:low|out)|last (?:one|piece)s?\\b',
    de: 'nur noch wenige|wenige|fast ausverkauft|letzte[ns]? (?:stuck|exemplar)',
    fr: 'quelques|plus que|bientot epuise|derniere?s (?:piece|exemplaire)',
    es: 'pocas? unidades|pocos|casi agotad|ultim[ao]s unidades',
    it: 'poch[ie]|quasi esaurit|ultimi pezzi',
    nl: 'nog maar|enkele|bijna uitverkocht|laatste (?:stuk|exempla)',
    pt: 'poucas|quase esgotad|ultimas unidades',
    pl: 'kilka|niewiele|ostatnie sztuki',
  },
  approved: {
    en: 'approv|accepted|confirm(?:ed|ation)|authori[sz]ed',
    de: 'genehm|freigegeben|akzeptiert|angenommen|bestatigt|freigabe',
    fr: 'approuv|accepte|valide|confirmee?\\b',
    es: 'aprob|aprueb|aceptad|confirmad|autorizad',
    it: 'approv|accettat|confermat|autorizzat',
    nl: 'goedgekeurd|goedkeuring|geaccepteerd|bevestigd',
    pt: 'aprov|aceit[oe]|confirmad|autorizad',
    pl: 'zatwierdz|zaakcept|potwierdzon|przyjet|przyjęt',
  },
  rejected: {
    en: 'reject|refus|denied|declin',
    de: 'abgelehnt|verweigert|zuruckgewiesen',
    fr: 'refus|rejet|declin',
    es: 'rechaz|denegad',
    it: 'rifiut|respint|negat[oa]\\b',
    nl: 'afgewezen|geweigerd',
    pt: 'recus|rejeit|negad',
    pl: 'odrzuc|odmow|odmów',
  },
  over: {
    en: 'expired|is over|too late|has ended|passed',
    de: 'abgelaufen|vorbei|verstrichen|zu spat',
    fr: 'expire|depasse|termine|trop tard',
    es: 'caduc|expir|vencid|terminad|demasiado tarde|ha pasado',
    it: 'scadut|terminat|troppo tardi',
    nl: 'verlopen|voorbij|verstreken|te laat',
    pt: 'expir|terminou|vencid|tarde demais|passou',
    pl: 'wygas|uplyn|upłyn|minal|minął|za pozno|za późno',
  },
  paid: {
    en: '\\bpaid\\b|\\bcharged?\\b|payment (?:was|is|has)|invoice',
    de: '\\bbezahlt|abgebucht|belastet|zahlung (?:ist|wurde)|rechnung',
    fr: '\\bpaye|debite|preleve|facture',
    es: 'pagad|cobrad|cargad|factura',
    it: 'pagat|addebitat|fattura',
    nl: '\\bbetaald|afgeschreven|factuur',
    pt: 'pag[oa]s?\\b|cobrad|debitad|fatura',
    pl: 'zaplacon|zapłacon|oplacon|opłacon|obciaz|obciąż|faktur',
  },
  promise: {
    en: 'guarantee|promise|definitely|certainly|for sure|assure|\\bwarrant',
    de: 'garant|versprech|verspreche|bestimmt|sicherlich|auf jeden fall|zusicher|gewahrleist',
    fr: 'garanti|promet|promis|certain|assure|sans faute',
    es: 'garanti|promet|seguro que|sin falta|asegur',
    it: 'garanti|promett|sicuramente|senz.altro|assicur',
    nl: 'garand|garantie|beloof|beloof|belov|zeker|verzeker',
    pt: 'garant|promet|com certeza|asseguro|certeza',
    pl: 'gwarant|obiec|na pewno|zapewni',
  },
  gift: {
    en: 'discount|voucher|coupon|compensat|\\bfree\\b|gift|bonus|% off|credit note|store credit|goodwill',
    de: 'rabatt|gutschein|entschadig|kostenlos|gratis|geschenk|kostenfrei|umsonst|kulanz',
    fr: 'remise\\b|reduction|bon d.achat|dedommag|gratuit|cadeau|offert|geste commercial',
    es: 'descuento|vale\\b|cupon|compens|gratis|gratuit|regal',
    it: 'sconto|buono|risarc|gratis|gratuit|regal|omaggio',
    nl: 'korting|bon\\b|vergoed|gratis|cadeau|kosteloos',
    pt: 'desconto|vale\\b|cupom|cupao|compens|gratis|gratuit|brinde|presente',
    pl: 'rabat|znizk|zniżk|kupon|bon\\b|rekompens|darmow|gratis|bezplatn|bezpłatn|prezent',
  },
  replaced: {
    en: 'replac|resen[dt]|new (?:one|parcel|item)|reorder|reserv|upgrad|swap|exchang',
    de: 'ersatz|ersetz|erneut (?:senden|schicken|versend)|neue (?:lieferung|sendung)|reservier|umtausch|austausch|umgetauscht',
    fr: 'remplac|renvoyer|nouvel envoi|reserv|echang',
    es: 'reemplaz|sustitu|reenvi|nuevo envio|reserv|cambi(?:ar|o|amos|ado)',
    it: 'sostitu|rispedi|nuov[ao] (?:spedizione|invio)|riserv|prenot|cambi(?:are|o|ato)',
    nl: 'vervang|opnieuw (?:verzend|verstur|stur)|gereserveerd|reserveer|omruil|geruild',
    pt: 'substitu|reenvi|novo envio|reserv|troc(?:ar|a|ado|amos)',
    pl: 'wymien|wymian|zastap|zastąp|ponownie wy|rezerw',
  },
  changed: {
    en: 'chang|updat|modif|correct(?:ed|ing)|adjust|amend|redirect',
    de: 'geandert|andern|anpass|angepasst|aktualisiert|korrigiert|umgeleitet|umleit',
    fr: 'modifi|chang|corrig|mis(?:e)? a jour|rediri',
    es: 'modific|cambiad|corregid|actualizad|redirig',
    it: 'modific|aggiorn|corrett|reindirizz',
    nl: 'gewijzigd|wijzig|aangepast|bijgewerkt|gecorrigeerd|omgeleid',
    pt: 'alter|modific|corrigid|atualizad|redirec',
    pl: 'zmien|zmian|popraw|zaktualiz|przekier',
  },
  handed_over: {
    en: 'hand(?:ed|ing)? (?:you |this |it )?(?:over|on)|\\bteam\\b|colleague|agent|forward|escalat|someone|specialist|manager|representative|human|\\bperson\\b',
    de: '\\bteam\\b|kolleg|mitarbeit|weitergeleitet|weiterleit|weitergeb|ubergeb|jemand|\\bmensch',
    fr: 'equipe|collegue|conseill|transmet|transmis|transfer|quelqu.un|responsable',
    es: 'equipo|companer|agente|derivad|transfer|paso a|alguien|responsable|persona\\b',
    it: '\\bteam\\b|collegh|collega|operator|inoltr|trasfer|passo la|qualcuno|responsabile',
    nl: '\\bteam\\b|collega|medewerker|doorgestuurd|doorgegeven|overgedragen|iemand',
    pt: 'equipa|equipe|colega|atendente|encaminh|transfer|alguem|responsavel',
    pl: 'zespol|zespół|zespoł|konsultant|pracownik|przekaz|ktos|ktoś',
  },
  contact: {
    en: "(?:will|[‘’']ll|going to) (?:call|phone|contact|email|write|message|get back|reach|notify|inform|let you know|keep you|send|check|look|do|make|take|try|fix|investigate)|get back to you|keep you (?:posted|informed|updated)|within (?:the|a|an|\\w+) (?:hour|day|week)",
    de: 'werde[n]? .{0,40}(?:anrufen|melden|kontaktieren|schreiben|informieren|benachrichtigen|prufen|kummern|senden|schicken|erledigen)|melden uns|rufen .{0,20}an\\b|kummer|halten .{0,20}auf dem laufenden|prufe|innerhalb',
    fr: '(?:vais|allons|va) .{0,30}(?:appel|contact|ecri|inform|verifi|envoy|faire|occup)|vous (?:appel|contact|ecri|inform|tiendr|recontact)\\w*(?:ons|erons|ai|rai)\\b|je m.en occupe|tiens au courant|sous (?:peu|\\w+ heures)',
    es: '(?:voy|vamos|va) a .{0,30}(?:llam|contact|escrib|inform|verific|envi|hacer|revis)|(?:llamar|contactar|escribir|informar|avisar|revisar|enviar)(?:e|emos|an)\\b|me encargo|mantend|dentro de',
    it: '(?:chiamer|contatter|scriver|informer|verificher|invier|controller|far|occuper|avviser)(?:o|emo|anno)\\b|me ne occupo|terr(?:o|emo) .{0,15}aggiornat|entro',
    nl: '(?:zal|zullen|ga|gaan) .{0,40}(?:bellen|contact|schrijven|informeren|controleren|sturen|doen|uitzoeken|laten weten)|nemen .{0,20}contact|houden .{0,20}op de hoogte|regel het|binnen',
    pt: '(?:vou|vamos|vai) .{0,30}(?:ligar|contact|contat|escrev|inform|verific|enviar|fazer|avisar)|(?:ligar|contatar|contactar|escrever|informar|avisar)(?:ei|emos|ao)\\b|mante?rei|dentro de',
    pl: 'zadzwoni|skontaktuj|napisz|poinformuj|sprawdz|sprawdź|wysle\\b|wyśl|zajm|w ciagu|w ciągu|damy znac|damy znać',
  },
  deed: {
    en: "\\b(?:i|we)(?:[‘’']ve| have| had| just|[‘’']ve just| have just| already| have already)? (?:\\w+ed|sent|made|done|put|found out|took|taken|given|gave|set|spoken|spoke|paid|bought|got)\\b",
    de: '\\b(?:habe|haben) .{0,60}\\b(?:ge\\w+|ver\\w+|er\\w+|be\\w+|veranlasst|storniert|organisiert)\\b',
    fr: '\\b(?:j.ai|nous avons|on a)\\b .{0,40}\\w+(?:e|i|u|is|it)e?s?\\b',
    es: '\\b(?:he|hemos)\\b .{0,30}\\w+(?:ado|ido|cho|sto)\\b',
    it: '\\b(?:ho|abbiamo)\\b .{0,30}\\w+(?:ato|uto|ito|tto|sso|sto)\\b',
    nl: '\\b(?:heb|hebben)\\b .{0,60}\\b(?:ge|ver|be|ont|her)\\w+\\b',
    pt: '\\b(?:ja )?(?:enviei|fiz|fizemos|cancelei|alterei|reembolsei|pedi|tenho|temos)\\b',
    pl: '\\b\\w+(?:ałem|alem|ałam|alam|iłem|ilem|iłam|ilam|liśmy|lismy)\\b',
  },
}

const NEGATIONS: Words = {
  en: "\\b(?:not|no|never|none|nothing|nobody|cannot|without|neither|nor)\\b|n[‘’']t\\b|\\bunable\\b",
  de: '\\b(?:nicht|kein\\w*|nie|niemals|nichts|ohne|weder|noch nicht)\\b',
  fr: "\\bn[e‘’']|\\b(?:pas|jamais|aucune?|rien|sans|ni)\\b",
  es: '\\b(?:no|nunca|ningun\\w*|nada|sin|ni|tampoco)\\b',
  it: '\\b(?:non|mai|nessun\\w*|niente|nulla|senza|ne)\\b',
  nl: '\\b(?:niet|geen|nooit|niets|zonder|noch)\\b',
  pt: '\\b(?:nao|nunca|nenhum\\w*|nada|sem|nem)\\b',
  pl: '\\b(?:nie|nigdy|nic|zaden|żaden|brak|bez)\\b',
}

/** The words at which a sentence falls into clauses, each with its own yes or no; with accents, since `è` is no `e`. */
const JOINTS: Words = {
  en: 'and|but|so|because|while|although|however',
  de: 'und|aber|sondern|weil|da|obwohl|jedoch|doch',
  fr: 'et|mais|car|donc|parce que|cependant',
  es: 'y|pero|sino|porque|aunque|así que',
  it: 'e|ma|perché|però|quindi',
  nl: 'en|maar|want|omdat|dus|echter',
  pt: 'e|mas|porque|embora|pois|então',
  pl: 'i|ale|lecz|bo|ponieważ|jednak|a',
}

interface Compiled {
  concepts: [name: string, pattern: RegExp][]
  negation: RegExp
  joints: RegExp
}

const compiled = new Map<string, Compiled>()

/** The patterns of a language, compiled when first needed; undefined if wordings in it cannot be checked. */
export function conceptsOf(language: string): Compiled | undefined {
  if (!(conceptLanguages as readonly string[]).includes(language)) return undefined
  const known = language as ConceptLanguage
  const found = compiled.get(language) ?? {
    concepts: Object.entries(words).map(([name, all]): [string, RegExp] => [name, new RegExp(all[known], 'u')]),
    negation: new RegExp(NEGATIONS[known], 'u'),
    joints: new RegExp(`[,;:–—]|(?<!\\p{L})(?:${JOINTS[known]})(?!\\p{L})`, 'u'),
  }
  compiled.set(language, found)
  return found
}
