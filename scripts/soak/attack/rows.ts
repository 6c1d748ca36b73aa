import type { AttackName } from './attacks.ts'

/** One row: the attackers and their attacks. */
export interface AttackRow {
  id: string
  /** At most 24 characters. */
  title: string
  attacks: AttackName[]
  /** How long it takes, if not as long as others. */
  seconds?: number
  /** The most that the database may grow by, in MB, if the attack aims at growth. */
  mostDiskMb?: number
}

const alone: AttackRow[] = [
  { id: '1', title: 'anyone: pages unread', attacks: ['unreadPages'] },
  { id: '2', title: 'guest: chat unread', attacks: ['unreadConversation'] },
  { id: '2b', title: 'customer: chat unread', attacks: ['unreadByCustomer'] },
  { id: '3', title: 'shop: large tickets', attacks: ['largeTickets'] },
  { id: '4', title: 'guest: packed bodies', attacks: ['packedBodies'] },
  { id: '5', title: 'guest: much chat', attacks: ['muchChat'], mostDiskMb: 16 },
  { id: '6', title: 'guest: 5,000 streams', attacks: ['manyStreams'] },
  { id: '6b', title: 'anyone: half requests', attacks: ['halfRequests'] },
  { id: '7', title: 'shop: hollow bodies', attacks: ['hollowBodies'] },
]

const together: AttackRow = {
  id: 'together',
  title: 'all of them at once',
  attacks: alone.flatMap((row) => row.attacks),
  // Its first half second has four or five slow pushes: the p99 of few pushes would be one of them.
  seconds: 120,
}

/** Were found later, and are not among those at once, whose figures are compared with earlier ones. */
const later: AttackRow[] = [
  { id: '3b', title: 'shop: large answers', attacks: ['largeAnswers'] },
  { id: '3c', title: 'shop: counted orders', attacks: ['countedOrders'] },
  { id: '3d', title: 'shop: small changes', attacks: ['smallChanges'] },
  { id: '5b', title: 'guest: hard questions', attacks: ['hardQuestions'] },
  { id: '6c', title: 'anyone: sent ahead', attacks: ['sentAhead'] },
]

/** The rows of `all`. */
export const rows: AttackRow[] = [...alone, ...later, together]

export const fairness: AttackRow = { id: 'fairness', title: 'shop: at its limits', attacks: ['keyAtItsLimits'] }
