import type { WordingWords } from '../../model/verify/wording-words.ts'

/** What a model may say in Polish. */
export const wording: WordingWords = {
  plain:
    'to|ta|ten|te|tego|tej|twoje|twoja|twoj|twojego|twojej|pana|pani|panstwa|nasz|nasza|nasze|nam|ono|ona|on|jest|sa|zostalo|zostala|zostal|zostaly|dla ciebie|do ciebie|do pana|do pani|w|na|do|z|ze|od|za|juz|jeszcze|teraz|obecnie|aktualnie|w tej chwili|na razie|takze|rowniez|widze ze|bylo|z tego|mamy|mam|dotad|o',
  verbs: 'jest|sa|zostalo|zostala|zostal|zostaly|mamy|mam|bylo',
  negations: 'nie|nigdy|nic|zaden|zadna|zadne|zadnego|brak|bez',
  alongside: '',
  courtesies:
    'dzien dobry|witaj|witam|czesc|dobry wieczor|dobra wiadomosc|dobre wiesci|mam dobre wiesci|dziekuje|dziekujemy|dziekuje za wiadomosc|dziekujemy za wiadomosc|dziekuje za pytanie|dziekujemy za pytanie|dziekuje za cierpliwosc|dziekujemy za cierpliwosc|oczywiscie|jasne|chetnie|chetnie pomoge|milego dnia|pozdrawiam|pozdrawiamy|rozumiem|dobre pytanie',
  regret: 'niestety',
  shared: 'jest',
  asking: 'czy|gdzie|kiedy|ktory|ktore',
  meanings: {
    order: 'zamowienie|zamowienia|zamowieniu',
    parcel: 'paczka|paczki|paczke|przesylka|przesylki',
    carrier: 'przewoznik|przewoznika|kurier|kuriera',
    refund: 'zwrot pieniedzy|zwrotu pieniedzy|zwrot srodkow',
    shop: 'sklep|sklepu',
    team: 'zespol|zespolu',
    delivery: 'dostawa|dostawy|dostawie',
    days: 'dni',
    part: 'czesc|czesciowo',
    received: 'przyjete|otrzymane|wplynelo|otrzymalismy',
    waiting_processing: 'czeka na realizacje|oczekuje na realizacje|czeka na przetworzenie|oczekuje na przetworzenie',
    preparing: 'w przygotowaniu|przygotowywane|w trakcie przygotowania|przygotowujemy|w trakcie przygotowywania',
    shipped: 'wyslane|wyslana|nadane|wysylane',
    delivered: 'dostarczone|dostarczona|doreczona|doreczone',
    cancelled: 'anulowane',
    refunded: 'zwrocone|zwrocono|zwrocona',
    returned: 'odeslane',
    packed: 'spakowana|zapakowana|gotowa',
    pickup:
      'czeka na przewoznika|czeka na odbior przez przewoznika|czeka na kuriera|oczekuje na kuriera|oczekuje na przewoznika',
    on_its_way: 'w drodze|w transporcie',
    back_to_shop: 'wraca do sklepu|w drodze powrotnej do sklepu',
    out_for_delivery: 'w doreczeniu|wydana do doreczenia',
    delayed: 'opozniona|opoznione|opoznienie|ma opoznienie',
    lost: 'zgloszona jako zaginiona|uznana za zaginiona',
    expected:
      'spodziewana|spodziewane|przewidywana|przewidywana dostawa|planowana|planowana dostawa|oczekiwana|powinna dotrzec|powinno dotrzec|przewidywany termin dostawy',
    between: 'miedzy|pomiedzy',
    tracking: 'numer sledzenia|numeru sledzenia|numer przesylki|numeru przesylki',
    total: 'suma|laczna kwota|lacznie|wartosc|wynosi|w sumie|laczna wartosc',
    available: 'dostepny|dostepna|dostepne|!niedostepny|!niedostepna|!wyprzedany|!wyprzedana',
    price: 'kosztuje|cena',
    as_of: 'stan na|stan na dzien',
    making: 'w toku|realizowany|w trakcie realizacji',
    accepted: 'zaakceptowany|przyjety',
    made: 'wykonany|zrealizowany|dokonany',
    approved: 'zatwierdzony',
    hand_over:
      'przekazuje rozmowe naszemu zespolowi|przekazuje sprawe naszemu zespolowi|przekaze rozmowe naszemu zespolowi',
    answer_here: 'ktory odpowie tutaj|odpowie tutaj|ktos odpowie tutaj|ktory tutaj odpowie',
  },
}
