import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in Dutch. */
export const claims: ClaimWords = {
  negation: '\\b(?:niet|geen|nooit|niets|zonder|noch)\\b',
  joints: 'en|maar|want|omdat|dus|echter',
  numbers: 'twee drie vier vijf zes zeven acht negen tien elf twaalf',
  concepts: {
    delivered:
      'bezorgd|geleverd|afgeleverd|aangekomen|afgegeven|gearriveerd|\\b(?:heeft|hebt|hebben|is|werd) .{0,60}(?:ontvangen|gekregen)',
    shipped: 'verzonden|verstuurd|opgestuurd',
    on_its_way: 'onderweg',
    preparing: 'voorbereid|verwerkt|ingepakt|klaargemaakt',
    cancelled: 'geannuleerd|annuler|ingetrokken',
    refunded: 'terugbeta|terugbetaald|teruggestort|geld terug|gecrediteerd',
    returned: 'retour|terugstur|teruggestuurd|terugzend',
    lost: 'verloren|kwijt|vermist',
    late: 'vertrag|te laat|verlaat',
    problem: 'probleem|beschadigd|vastgelopen',
    available: 'beschikbaar|op voorraad|leverbaar|te bestellen|bestellen',
    sold_out: 'uitverkocht|niet meer',
    few: 'nog maar|enkele|bijna uitverkocht|laatste (?:stuk|exempla)',
    approved: 'goedgekeurd|goedkeuring|geaccepteerd|bevestigd',
    rejected: 'afgewezen|geweigerd',
    over: 'verlopen|voorbij|verstreken|te laat',
    paid: '\\bbetaald|afgeschreven|factuur',
    promise: 'garand|garantie|beloof|beloof|belov|zeker|verzeker',
    gift: 'korting|bon\\b|vergoed|gratis|cadeau|kosteloos',
    replaced: 'vervang|opnieuw (?:verzend|verstur|stur)|gereserveerd|reserveer|omruil|geruild',
    changed: 'gewijzigd|wijzig|aangepast|bijgewerkt|gecorrigeerd|omgeleid',
    handed_over: '\\bteam\\b|collega|medewerker|doorgestuurd|doorgegeven|overgedragen|iemand',
    contact:
      '(?:zal|zullen|ga|gaan) .{0,40}(?:bellen|contact|schrijven|informeren|controleren|sturen|doen|uitzoeken|laten weten)|nemen .{0,20}contact|houden .{0,20}op de hoogte|regel het|binnen',
    deed: '\\b(?:heb|hebben)\\b .{0,60}\\b(?:ge|ver|be|ont|her)\\w+\\b',
  },
}
