import { CallError, newKey } from './call.ts'
import { type Context, callWithSession, showProblem } from './context.ts'
import { type Refund, withRefundStatus } from './model.ts'

/** The customer's decision on the refund that is shown. Nothing is decided before the server has answered. */
export function createDecider(context: Context, load: () => Promise<boolean>): (isYes: boolean) => Promise<void> {
  const { chat } = context
  /** A decision that got no answer is sent again under the same key, so that it counts once. */
  const keys = new Map<string, string>()

  return async (isYes) => {
    const { refund, isDeciding } = chat.get()
    if (refund?.status !== 'awaiting_customer' || isDeciding) return
    chat.set({ isDeciding: true, refundProblem: null })
    const { actionId, amount, currency } = refund
    const decision = `${actionId} ${amount} ${isYes}`
    const key = keys.get(decision) ?? newKey()
    keys.set(decision, key)
    try {
      const path = `/widget/refunds/${actionId}/${isYes ? 'confirm' : 'decline'}`
      const json = isYes ? { json: { amount, currency } } : {}
      const decided = await callWithSession<Refund>(context, path, { method: 'POST', key, ...json })
      // The stream may already have shown what came after.
      if (chat.get().refund?.status === 'awaiting_customer')
        chat.set({ refund: decided, messages: withRefundStatus(chat.get().messages, decided) })
    } catch (error) {
      if (!showProblem(context, error) || error instanceof CallError) await explain(error, refund)
    } finally {
      chat.set({ isDeciding: false })
    }
  }

  async function explain(error: unknown, refund: Refund): Promise<void> {
    const reason = error instanceof CallError ? error.reason : ''
    if (reason === 'amount_changed') {
      await load()
      chat.set({ refundProblem: 'changed' })
    } else if (reason === 'expired') chat.set({ refund: { ...refund, status: 'expired', expiresAt: null } })
    else if (reason === 'wrong_status' && error instanceof CallError)
      chat.set({ refund: { ...refund, status: error.data.status as Refund['status'], expiresAt: null } })
    else chat.set({ refundProblem: 'notSent' })
  }
}
