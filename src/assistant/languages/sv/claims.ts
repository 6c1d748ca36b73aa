import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in Swedish. */
export const claims: ClaimWords = {
  negation: '\\b(?:inte|ej|ingen|inget|inga|aldrig|utan|varken)\\b',
  joints: 'och|men|eftersom|därför|medan|dock',
  numbers: 'tva tre fyra fem sex sju atta nio tio elva tolv',
  concepts: {
    delivered: 'leverera(?:t|d|de|ts)\\b|utlamna|anlan|kommit fram|framme\\b|mottag|har fatt\\b',
    shipped: 'skicka(?:t|d|de|ts)?\\b|avsan[dt]|\\bsant\\b|postat|lamnat (?:vart |var )?lag',
    on_its_way: 'pa vag\\b|under transport|i transit',
    preparing: 'forbered|\\bpacka|behandla|bearbeta|plocka|i ordning',
    cancelled: 'avbok|avbest|annuller|makuler|installd|stall\\w* in\\b|avbrut',
    refunded: 'aterbetal|pengar(?:na)? tillbaka|kredit|tillbakabetal',
    returned: 'retur|tillbakaskick|aterlamn|(?:skicka|lamna)\\w* tillbaka',
    lost: 'forlora|forsvunn|saknas|\\bborta\\b|tappat|kommit bort',
    late: 'forsen|\\bsen(?:t|are)?\\b|droj|langre tid',
    problem: 'problem|skada|avvikelse|fastnat|gick fel|\\bfel\\b',
    available: 'tillganglig|i lager|\\bfinns\\b|lagervar|bestalla',
    sold_out: 'slutsal|\\bslut\\b|inte langre',
    few: 'fatal|nagra fa|bara nagra|nastan slut|sista (?:exemplar|styck)|enstaka',
    approved: 'godkan|accepter|bekrafta|bevilja|godta',
    rejected: 'avslag|avsla|\\bneka|avvisa|avboj',
    over: 'gatt ut|lopt ut|utgang|passera|for sent|\\bforbi\\b|ar over\\b',
    paid: '\\bbetala|debitera|dragits|faktura|betalning(?:en)? (?:ar|har)',
    promise: 'garant|\\blova|\\blofte|\\bsakert\\b|definitivt|utan tvekan|forsakra',
    gift: 'rabatt|kupong|presentkort|\\bgava|gratis|kostnadsfri|kompens|ersattning|bonus|tillgodo|pa kopet',
    replaced:
      'ersatt|\\bbyt(?:a|er|s|t|te|ts)\\b|utbyte|\\bny(?:tt|a)? (?:paket|leverans|vara|exemplar)|reserver|skicka\\w* (?:pa nytt|igen|om)\\b',
    changed: 'andra(?:t|d|s|r|de|ts)\\b|uppdater|juster|korriger|modifier|omdirig|rattat',
    handed_over:
      '\\bteam|kolleg|medarbet|vidarebefordr|overlamn|lamna\\w* over|vidare\\b|\\bnagon\\b|kundtjanst|personal',
    contact:
      '(?:kommer|ska|skall)\\b .{0,40}(?:ring|kontakt|skriv|mejl|inform|meddel|kontroll|undersok|skicka|gora|hora av)|aterkom|hor av (?:oss|mig)|haller .{0,20}(?:uppdaterad|informerad)|tar hand om|kontaktar|\\bringer|\\binom\\b',
    deed: '\\b(?:jag|vi) (?:har\\b .{0,60}\\w+(?:at|it|tt|gt|nt)\\b|\\w+ade\\b)|\\bhar (?:jag|vi)\\b .{0,60}\\w+(?:at|it|tt|gt|nt)\\b',
  },
}
