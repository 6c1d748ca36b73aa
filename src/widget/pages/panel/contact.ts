import { CallError } from './call.ts'
import { type Context, callWithSession, showProblem } from './context.ts'

/** What came of an e-mail address. */
export type ContactOutcome = 'saved' | 'wrong' | 'lost'

/** Stores the customer's e-mail address for the reply. */
export function createContact(context: Context): (email: string) => Promise<ContactOutcome> {
  return async (email) => {
    try {
      await callWithSession(context, '/widget/contact', { method: 'POST', json: { email } })
      return 'saved'
    } catch (error) {
      showProblem(context, error)
      return error instanceof CallError && error.status === 400 ? 'wrong' : 'lost'
    }
  }
}
