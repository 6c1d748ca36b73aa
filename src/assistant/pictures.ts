import { type Answer, type ConversationState, fixedAnswer } from './answer.ts'
import { pictureOfWhat } from './answers/pictured.ts'
import { speechOf } from './languages/speech.ts'

/** The answer to pictures without a word: nobody has looked at them yet. An open question stays open. */
export function answerPictures(state: ConversationState, language: string): Answer {
  const { says } = speechOf(language)
  const isClear = state.pending !== null || state.offered
  const text = isClear ? says.pictureNoted : pictureOfWhat(says)
  return fixedAnswer(text, { language, why: ['only pictures were sent'], state: { ...state, language } })
}
