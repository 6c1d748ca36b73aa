import { type CallError, newKey } from '../panel/call.ts'
import { type Refund, withRefundStatus } from '../panel/model.ts'
import type { Panel } from '../panel/panel.ts'
import { post } from './post.ts'

/** A decision that got no answer is sent again under the same key, so that it counts once. */
const keys = new Map<string, string>()

/** The customer's decision on the refund that is shown. Nothing is decided before the server has answered. */
export async function decide(panel: Panel, isYes: boolean): Promise<void> {
  const { chat } = panel
  const { refund, isDeciding } = chat.get()
  if (refund?.status !== 'awaiting_customer' || isDeciding) return
  chat.set({ isDeciding: true, refundProblem: null })
  const { actionId, amount, currency } = refund
  const decision = `${actionId} ${amount} ${isYes}`
  const key = keys.get(decision) ?? newKey()
  keys.set(decision, key)
  try {
    const path = `/widget/refunds/${actionId}/${isYes ? 'confirm' : 'decline'}`
    const decided = await post<Refund>(panel, path, isYes ? { amount, currency } : undefined, key)
    // The stream may already have shown what came after.
    if (chat.get().refund?.status === 'awaiting_customer')
      chat.set({ refund: decided, messages: withRefundStatus(chat.get().messages, decided) })
  } catch (error) {
    // Without a session there is nothing to explain: the panel says why it has no session.
    if ((error as Error).name === 'CallError') await explain(panel, error as CallError, refund)
  } finally {
    chat.set({ isDeciding: false })
  }
}

async function explain({ chat, reload }: Panel, { reason, data }: CallError, refund: Refund): Promise<void> {
  if (reason === 'amount_changed') {
    await reload()
    chat.set({ refundProblem: 'changed' })
  } else if (reason === 'expired') chat.set({ refund: { ...refund, status: 'expired', expiresAt: null } })
  else if (reason === 'wrong_status')
    chat.set({ refund: { ...refund, status: data.status as Refund['status'], expiresAt: null } })
  else chat.set({ refundProblem: 'notSent' })
}
