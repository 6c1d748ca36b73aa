/** How a state looks: settled as hoped, under way or in need of somebody, gone wrong, or none of these. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet'

/** Of the states of orders, payments, parcels, products, stock and tickets. A word means the same for each of them. */
const TONES: Record<string, Tone> = {
  pending: 'waiting',
  processing: 'waiting',
  partially_shipped: 'waiting',
  authorized: 'waiting',
  partially_paid: 'waiting',
  open: 'waiting',
  delayed: 'waiting',
  low_stock: 'waiting',
  backorder: 'waiting',
  delivered: 'good',
  paid: 'good',
  active: 'good',
  solved: 'good',
  published: 'good',
  in_stock: 'good',
  exception: 'bad',
  lost: 'bad',
  returned_to_sender: 'bad',
  sold_out: 'bad',
}

export function toneOf(state: string): Tone {
  return TONES[state] ?? 'quiet'
}

/** A state such as `partially_shipped` for people: `Partially shipped`. */
export function stateText(state: string): string {
  const words = state.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
