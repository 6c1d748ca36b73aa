import type { WordingWords } from '../../model/verify/wording-words.ts'

/** What a model may say in Danish. */
export const wording: WordingWords = {
  plain:
    'din|dit|dine|jeres|du|vi|jeg|den|det|de|en|et|denne|dette|disse|vores|er|har|af|pa|i|til dig|med|fra|for|lige nu|nu|endnu|allerede|stadig|for ojeblikket|ogsa|at|jeg kan se at|som|heraf|deraf|af det|om|hos os|i ojeblikket|lige|blev|bliver|indtil nu',
  verbs: 'er|har|blev|bliver',
  negations: 'ikke|ej|ingen|intet|aldrig|uden|hverken',
  alongside: '',
  courtesies:
    'hej|hejsa|hej igen|goddag|godmorgen|gode nyheder|tak|mange tak|tusind tak|tak for din besked|tak for dit sporgsmal|tak for din talmodighed|selvfolgelig|naturligvis|gerne|jeg hjaelper gerne|hav en god dag|fortsat god dag|venlig hilsen|med venlig hilsen|jeg forstar|godt sporgsmal',
  regret: 'desvaerre',
  shared: 'findes|er der',
  asking: 'kan|hvilken|hvornar|hvor',
  meanings: {
    order: 'ordre|ordren|bestilling|bestillingen',
    parcel: 'pakke|pakken|forsendelsen|forsendelse',
    carrier: 'fragtfirmaet|transportoren',
    refund: 'refundering|refusion|refusionen|refunderingen',
    shop: 'butikken|butik',
    team: 'team|teamet',
    delivery: 'levering|leveringen',
    days: 'dage',
    part: 'en del|del|delvist',
    received: 'modtaget|er modtaget|blev modtaget',
    waiting_processing: 'venter pa at blive behandlet|venter pa behandling|afventer behandling',
    preparing:
      'bliver forberedt|bliver…forberedt|forberedes|er ved at blive forberedt|under forberedelse|bliver…pakket',
    shipped: 'sendt|er sendt|blev sendt|afsendt',
    delivered: 'leveret|er leveret|blev leveret',
    cancelled: 'annulleret|blev annulleret',
    refunded: 'refunderet|er refunderet|blev refunderet|tilbagebetalt',
    returned: 'returneret|sendt retur',
    packed: 'pakket|klar',
    pickup:
      'venter pa fragtfirmaet|venter pa at blive hentet af fragtfirmaet|venter pa at blive hentet|afventer afhentning',
    on_its_way: 'pa vej|pa vej til dig|undervejs',
    back_to_shop: 'pa vej tilbage til butikken',
    out_for_delivery: 'ude til levering|under udbringning',
    delayed: 'forsinket',
    lost: 'meldt bortkommet|meldt tabt|registreret som bortkommet',
    expected: 'forventes|ventes|forventes leveret|forventet levering|bor ankomme|forventes at ankomme',
    between: 'mellem',
    tracking: 'trackingnummer|trackingnummeret|sporingsnummer|sporingsnummeret|er der|findes',
    total: 'i alt|i alt koster|totalen|det samlede belob|samlet belob|koster|samlet',
    available: 'tilgaengelig|tilgaengeligt|pa lager|!udsolgt',
    price: 'pris|prisen|koster',
    as_of: 'opdateret|pr|status pr',
    making: 'i gang|bliver gennemfort|bliver behandlet|under behandling',
    accepted: 'accepteret',
    made: 'gennemfort|er gennemfort|foretaget',
    approved: 'godkendt|er godkendt',
    hand_over:
      'jeg giver samtalen videre til vores team|giver…videre til vores team|jeg sender dig videre til vores team',
    answer_here: 'som svarer her|nogen svarer her|du far svar her|nogen vil svare her',
  },
}
