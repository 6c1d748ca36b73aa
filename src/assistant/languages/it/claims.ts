import type { ClaimWords } from '../../model/verify/claim-words.ts'

/** What sentences may claim in Italian. */
export const claims: ClaimWords = {
  negation: '\\b(?:non|mai|nessun\\w*|niente|nulla|senza|ne)\\b',
  joints: 'e|ma|perché|però|quindi',
  numbers: 'due tre quattro cinque sei sette otto nove dieci undici dodici',
  concepts: {
    delivered: 'consegnat|arrivat|ricevut|recapitat|lasciat',
    shipped: 'spedit|inviat|partit',
    on_its_way: 'in viaggio|in transito|in arrivo',
    preparing: 'prepara|elabora|imballat|confezionat',
    cancelled: 'annull|cancell|disd',
    refunded: 'rimbors|accreditat',
    returned: '\\bres[oi]\\b|restitu|rimand',
    lost: 'pers[oaie]\\b|smarrit|scompars',
    late: 'ritard',
    problem: 'problem|danneggiat|bloccat',
    available: 'disponibil|in magazzino|ordinar',
    sold_out: 'esaurit',
    few: 'poch[ie]|quasi esaurit|ultimi pezzi',
    approved: 'approv|accettat|confermat|autorizzat',
    rejected: 'rifiut|respint|negat[oa]\\b',
    over: 'scadut|terminat|troppo tardi',
    paid: 'pagat|addebitat|fattura',
    promise: 'garanti|promett|sicuramente|senz.altro|assicur',
    gift: 'sconto|buono|risarc|gratis|gratuit|regal|omaggio',
    replaced: 'sostitu|rispedi|nuov[ao] (?:spedizione|invio)|riserv|prenot|cambi(?:are|o|ato)',
    changed: 'modific|aggiorn|corrett|reindirizz',
    handed_over: '\\bteam\\b|collegh|collega|operator|inoltr|trasfer|passo la|qualcuno|responsabile',
    contact:
      '(?:chiamer|contatter|scriver|informer|verificher|invier|controller|far|occuper|avviser)(?:o|emo|anno)\\b|me ne occupo|terr(?:o|emo) .{0,15}aggiornat|entro',
    deed: '\\b(?:ho|abbiamo)\\b .{0,30}\\w+(?:ato|uto|ito|tto|sso|sto)\\b',
  },
}
