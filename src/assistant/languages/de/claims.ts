import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in German. */
export const claims: ClaimWords = {
  negation: '\\b(?:nicht|kein\\w*|nie|niemals|nichts|ohne|weder|noch nicht)\\b',
  joints: 'und|aber|sondern|weil|da|obwohl|jedoch|doch',
  numbers: 'zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
  concepts: {
    delivered:
      'zugestellt|ausgeliefert|geliefert|angekommen|eingetroffen|abgegeben|abgelegt|entgegengenommen|\\b(?:haben|hat|wurden?) .{0,60}(?:erhalten|bekommen|empfangen)',
    shipped: 'versandt|versendet|verschickt|abgeschickt|losgeschickt|dem versand ubergeben',
    on_its_way: 'unterwegs|auf dem weg',
    preparing: 'vorbereit|bearbeit|\\b(?:ver|ge)packt|wird gepackt',
    cancelled: 'storn|abgesagt|widerruf',
    refunded: 'erstatt|ruckzahl|zuruckgezahlt|geld zuruck|gutgeschrieben|gutschrift',
    returned: 'retour|ruckgabe|ruckend|zuruckgeschickt|zurucksend|zuruckgesandt|zuruckgeb|zuruckgegeb|weg zuruck',
    lost: 'verloren|verschwunden|vermisst',
    late: 'verspat|verzoger|uberfallig',
    problem: 'problem|beschadigt|storung|hangt fest',
    available: 'verfugbar|vorratig|auf lager|lieferbar|bestellbar|bestellen',
    sold_out: 'ausverkauft|vergriffen|nicht mehr',
    few: 'nur noch wenige|wenige|fast ausverkauft|letzte[ns]? (?:stuck|exemplar)',
    approved: 'genehm|freigegeben|akzeptiert|angenommen|bestatigt|freigabe',
    rejected: 'abgelehnt|verweigert|zuruckgewiesen',
    over: 'abgelaufen|vorbei|verstrichen|zu spat',
    paid: '\\bbezahlt|abgebucht|belastet|zahlung (?:ist|wurde)|rechnung',
    promise: 'garant|versprech|verspreche|bestimmt|sicherlich|auf jeden fall|zusicher|gewahrleist',
    gift: 'rabatt|gutschein|entschadig|kostenlos|gratis|geschenk|kostenfrei|umsonst|kulanz',
    replaced:
      'ersatz|ersetz|erneut (?:senden|schicken|versend)|neue (?:lieferung|sendung)|reservier|umtausch|austausch|umgetauscht',
    changed: 'geandert|andern|anpass|angepasst|aktualisiert|korrigiert|umgeleitet|umleit',
    handed_over: '\\bteam\\b|kolleg|mitarbeit|weitergeleitet|weiterleit|weitergeb|ubergeb|jemand|\\bmensch',
    contact:
      'werde[n]? .{0,40}(?:anrufen|melden|kontaktieren|schreiben|informieren|benachrichtigen|prufen|kummern|senden|schicken|erledigen)|melden uns|rufen .{0,20}an\\b|kummer|halten .{0,20}auf dem laufenden|prufe|innerhalb',
    deed: '\\b(?:habe|haben) .{0,60}\\b(?:ge\\w+|ver\\w+|er\\w+|be\\w+|veranlasst|storniert|organisiert)\\b',
  },
}
