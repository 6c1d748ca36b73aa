import type { Hooks } from '../http/hooks.ts'
import { MINUTE_MS } from '../lib/time.ts'
import type { Tx } from '../store/store.ts'
import { say } from '../widget/chat.ts'
import { createSession } from '../widget/sessions.ts'

interface SampleQuestion {
  /** The order whose customer asks; null for a guest. */
  orderId: string | null
  text: string
  minutesAgo: number
}

/** Some get an answer, some wait for a person: the assistant decides, as it does in every chat. */
const QUESTIONS: SampleQuestion[] = [
  { orderId: null, text: 'How long do I have to return something?', minutesAgo: 9 },
  { orderId: 'order-1496', text: 'Please cancel order #1496, I chose the wrong size.', minutesAgo: 7 },
  { orderId: 'order-1442', text: 'Where is my parcel?', minutesAgo: 5 },
  { orderId: 'order-1480', text: 'The scarf itches. Can I talk to a person?', minutesAgo: 3 },
  { orderId: null, text: 'Do you have the merino beanie in S/M?', minutesAgo: 1 },
]

/** Starts chats of customers and guests, which the assistant answers as soon as a server runs. */
export async function startSampleChats(tx: Tx, workspaceId: string, hooks: Hooks, now: number): Promise<void> {
  for (const { orderId, text, minutesAgo } of QUESTIONS) {
    const at = now - minutesAgo * MINUTE_MS
    const customerId = orderId === null ? null : await customerOf(tx, workspaceId, orderId)
    const visit = { visitorId: null, pageUrl: null, locale: 'en', timeZone: null }
    const visitor = { workspaceId, customerId, guestToken: null, visit, networkHash: null }
    const { session } = await createSession(tx, visitor, at)
    const { conversationId } = await say(tx, session, { text }, at)
    await hooks.onCustomerMessage(tx, { workspaceId, conversationId }, at)
  }
}

async function customerOf(tx: Tx, workspaceId: string, orderId: string): Promise<string> {
  const order = await tx.get<{ customerId: string }>(
    'SELECT customer_id AS "customerId" FROM orders WHERE workspace_id = ? AND id = ?',
    workspaceId,
    orderId,
  )
  if (!order) throw new Error(`the sample shop has no order ${orderId}`)
  return order.customerId
}
