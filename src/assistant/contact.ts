import { type Answer, type ConversationState, fixedAnswer } from './answer.ts'
import { speechOf } from './languages/speech.ts'
import { emailIn } from './understand/entities.ts'

/** Longest e-mail address that is kept. */
const MOST = 320

/** The e-mail address in a message that a customer wrote while waiting for people, or null. */
export function contactIn(text: string): string | null {
  const email = emailIn(text)
  return email !== null && email.length <= MOST ? email : null
}

/** The answer to an e-mail address that was asked for. */
export function answerContact(state: ConversationState, email: string): Answer {
  const language = state.language ?? 'en'
  const text = speechOf(language).says.contactNoted(email)
  return fixedAnswer(text, { language, why: ['an e-mail address was asked for'], state })
}
