/** What is spoken about. These say nothing by themselves, so it does not matter whether their clause is denied. */
const things = [
  'order',
  'parcel',
  'carrier',
  'refund',
  'shop',
  'items',
  'status',
  'team',
  'offer',
  'return_period',
  'yes',
  'no',
  'delivery',
  'days',
] as const

/** What the customer is asked to do: only as one line of the answer does, with nothing of another line. */
const requests = ['follow', 'confirm', 'ask_contact', 'sign_in'] as const

/** What no sentence may leave out of the line that it is from: without it the line would say more. */
const qualifiers = [
  'part',
  'few',
  'fewer',
  'within',
  'until',
  'one_version',
  'automatic',
  'earlier_refund',
  'between',
  'after_delivery',
] as const

/** What is said about a thing. Each is either said or denied. */
const states = [
  'received',
  'waiting_processing',
  'preparing',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'returned',
  'information',
  'packed',
  'pickup',
  'on_its_way',
  'back_to_shop',
  'out_for_delivery',
  'delayed',
  'problem',
  'lost',
  'expected',
  'news',
  'tracking',
  'as_of',
  'contains',
  'know',
  'total',
  'available',
  'stock_open',
  'can_order',
  'back',
  'when_back',
  'offered',
  'exists',
  'price',
  'before',
  'comes_in',
  'know_more',
  'offer_refund',
  'over',
  'open_refund',
  'checked',
  'left_to_refund',
  'find_amount',
  'wait_you',
  'approval',
  'making',
  'accepted',
  'made',
  'looks_into',
  'wanted',
  'approved',
  'expired',
  'has_refund',
  'can_return',
  'time_limit',
  'more',
  'other_language',
  'cancel_self',
  'change_self',
  'address_self',
  'exchange_self',
  'sorry',
  'hand_over',
  'answer_here',
  'back_on',
  'reply_to',
] as const

export type Meaning =
  | (typeof things)[number]
  | (typeof requests)[number]
  | (typeof qualifiers)[number]
  | (typeof states)[number]

/**
 * The words of a language that a wording may use. All are folded (lower case, no accents), whole words as they are inflected, and separated by
 * `|`. `…` in a phrase stands for any words of the clause, `#` for a placeholder, `=` before it means that it is the whole clause, and `!`
 * that it denies what its meaning says.
 */
export interface WordingWords {
  /** Words and phrases of any sentence that states something. None may ask for anything, judge, or say that something is so or not. */
  plain: string
  /** Verbs among them: a clause with one has to say something that the answer says. */
  verbs: string
  /** Words that deny their clause. */
  negations: string
  /** Words that only deny together with one of `negations`, such as `ne`. */
  alongside: string
  /** Clauses that state nothing. */
  courtesies: string
  /** Of bad news only. */
  regret: string
  /** Words of several meanings below that say nothing by themselves, such as `there is`. */
  shared: string
  /** First words of questions that may lack their mark. */
  asking: string
  /** The ways to say what the answers of the shop say. A language may lack some: then such an answer is not worded. */
  meanings: Partial<Record<Meaning, string>>
}

const THINGS: ReadonlySet<string> = new Set(things)
const REQUESTS: ReadonlySet<string> = new Set(requests)
const QUALIFIERS: ReadonlySet<string> = new Set(qualifiers)
/** An answer with one of these, or with something denied, is bad news. */
export const BAD: ReadonlySet<string> = new Set<Meaning>(['delayed', 'problem', 'lost', 'over', 'expired', 'cancelled'])

export function isThing(meaning: string): boolean {
  return THINGS.has(meaning)
}

export function isRequest(meaning: string): boolean {
  return REQUESTS.has(meaning)
}

export function isQualifier(meaning: string): boolean {
  return QUALIFIERS.has(meaning)
}
