import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in Danish. */
export const claims: ClaimWords = {
  negation: '\\b(?:ikke|ej|ingen|intet|aldrig|uden|hverken)\\b',
  joints: 'og|men|fordi|mens|dog|selvom',
  numbers: 'to tre fire fem seks syv otte ni ti elleve tolv',
  concepts: {
    delivered: 'leveret\\b|ankommet|kommet frem|\\bfremme\\b|modtaget|har faet\\b',
    shipped: 'sendt\\b|sendes\\b|afsend|afskibet|postet|forladt (?:vores )?lag',
    on_its_way: 'pa vej\\b|undervejs|under transport|i transit',
    preparing: 'forbered|\\bpakk|behandl|klarg[oø]r|g[oø]res klar',
    cancelled: 'annuller|afbestil|aflys|afbrudt',
    refunded: 'refunder|tilbagebetal|pengene? tilbage|kredit|godtg[oø]r',
    returned: 'retur|tilbagesend|(?:send|lever)\\w* tilbage',
    lost: 'mistet|forsvund|bortkom|\\btabt\\b|\\bvaek\\b|savnes|mangler',
    late: 'forsink|\\bsen(?:t|ere)?\\b|laengere tid',
    problem: 'problem|skad|afvigelse|sidder fast|gik galt|\\bfejl',
    available: 'tilgaengelig|pa lager|\\bfindes\\b|lagervar|bestille',
    sold_out: 'udsolgt|ikke laengere|ikke mere',
    few: '\\bfa stykker|nogle fa\\b|kun fa\\b|naesten udsolgt|sidste (?:stykke|eksemplar)|enkelte',
    approved: 'godkend|accepter|bekraeft|bevilg',
    rejected: 'afvis|afslag|afsla|naegt',
    over: 'udl[oø]b|for sent|\\bforbi\\b|passeret|overskred',
    paid: '\\bbetal|opkraev|trukket|faktur|debiter',
    promise: 'garant|\\blove[rt]?\\b|\\bl[oø]fte|helt sikkert|bestemt|forsikr|uden tvivl',
    gift: 'rabat|kupon|gavekort|\\bgave|gratis|kompens|erstatning|bonus|tilgode',
    replaced: 'erstat|ombyt|\\bbytte|\\bny(?:t|e)? (?:pakke|levering|vare|eksemplar)|reserver|send\\w* (?:igen|pa ny)',
    changed: 'aendr|opdater|juster|korriger|\\brettet\\b|omdiriger',
    handed_over: '\\bteam|kolleg|medarbejder|viderestil|videresend|overdrag|videre\\b|\\bnogen\\b|kundeservice',
    contact:
      '(?:vil|skal)\\b .{0,40}(?:ring|kontakt|skriv|inform|besked|tjek|unders[oø]g|send|g[oø]re|vende tilbage)|vender .{0,20}tilbage|kontakter|\\bringer|holder .{0,20}(?:opdateret|orienteret)|tager (?:mig|os) af|giver besked|inden ?for\\b',
    deed: '\\b(?:jeg|vi) (?:har\\b .{0,60}\\w+t\\b|\\w+(?:ede|te)\\b)|\\bhar (?:jeg|vi)\\b .{0,60}\\w+t\\b',
  },
}
