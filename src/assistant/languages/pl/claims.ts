import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in Polish. */
export const claims: ClaimWords = {
  negation: '\\b(?:nie|nigdy|nic|zaden|żaden|brak|bez)\\b',
  joints: 'i|ale|lecz|bo|ponieważ|jednak|a',
  numbers: 'dwa|dwie|dwoch trzy|trzech cztery piec|pieciu szesc siedem osiem dziewiec dziesiec jedenascie dwanascie',
  concepts: {
    delivered: 'dostarczon|doreczon|doręczon|dotar|odebran|odebra[lł]|otrzyman|otrzyma[lł]',
    shipped: 'wysłan|wyslan|nadan',
    on_its_way: 'w drodze|w transporcie',
    preparing: 'przygotow|przetwarzan|zapakowan|spakowan',
    cancelled: 'anulow',
    refunded: 'zwrot|zwroc|zwróc',
    returned: 'odesł|odesl|zwrot|zwroc|zwróc',
    lost: 'zagubion|zaginion|zagin',
    late: 'opozn|opóźn|spozn|spóźn',
    problem: 'problem|uszkodz|utkn',
    available: 'dostepn|dostępn|na stanie|zamowic|zamówić',
    sold_out: 'wyprzedan|niedostepn|niedostępn|brak\\b',
    few: 'kilka|niewiele|ostatnie sztuki',
    approved: 'zatwierdz|zaakcept|potwierdzon|przyjet|przyjęt',
    rejected: 'odrzuc|odmow|odmów',
    over: 'wygas|uplyn|upłyn|minal|minął|za pozno|za późno',
    paid: 'zaplacon|zapłacon|oplacon|opłacon|obciaz|obciąż|faktur',
    promise: 'gwarant|obiec|na pewno|zapewni',
    gift: 'rabat|znizk|zniżk|kupon|bon\\b|rekompens|darmow|gratis|bezplatn|bezpłatn|prezent',
    replaced: 'wymien|wymian|zastap|zastąp|ponownie wy|rezerw',
    changed: 'zmien|zmian|popraw|zaktualiz|przekier',
    handed_over: 'zespol|zespół|zespoł|konsultant|pracownik|przekaz|ktos|ktoś',
    contact:
      'zadzwoni|skontaktuj|napisz|poinformuj|sprawdz|sprawdź|wysle\\b|wyśl|zajm|w ciagu|w ciągu|damy znac|damy znać',
    deed: '\\b\\w+(?:ałem|alem|ałam|alam|iłem|ilem|iłam|ilam|liśmy|lismy)\\b',
  },
}
