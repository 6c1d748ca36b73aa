import { type Context, callWithSession, showProblem } from './context.ts'
import type { Rating } from './model.ts'

/** Sends the customer's rating. @returns whether the server has it */
export function createRater(context: Context): (rating: Rating['rating'], text: string) => Promise<boolean> {
  return async (rating, text) => {
    try {
      const json = { rating, ...(text === '' ? {} : { text }) }
      const rated = await callWithSession<Rating>(context, '/widget/rating', { method: 'POST', json })
      context.chat.set({ rating: rated })
      return true
    } catch (error) {
      showProblem(context, error)
      return false
    }
  }
}
