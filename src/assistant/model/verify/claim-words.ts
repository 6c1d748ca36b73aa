/** What a sentence may claim about an order, a product, a refund or a deed. */
export type Concept =
  | 'delivered'
  | 'shipped'
  | 'on_its_way'
  | 'preparing'
  | 'cancelled'
  | 'refunded'
  | 'returned'
  | 'lost'
  | 'late'
  | 'problem'
  | 'available'
  | 'sold_out'
  | 'few'
  | 'approved'
  | 'rejected'
  | 'over'
  | 'paid'
  | 'promise'
  | 'gift'
  | 'replaced'
  | 'changed'
  | 'handed_over'
  | 'contact'
  | 'deed'

/**
 * How a language says what is checked. The patterns are over folded text (lower case, no accents), without word boundaries around them where
 * a stem is enough.
 */
export interface ClaimWords {
  /** What denies the clause that it is in. */
  negation: string
  /** The words at which a sentence falls into clauses, each with its own yes or no; with accents, since `è` is no `e`. */
  joints: string
  /** Two to twelve; one is left out, since it is an article in most languages. */
  numbers: string
  concepts: Record<Concept, string>
}
