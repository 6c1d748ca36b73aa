import { type Draft, sayNoHelp } from '../../draft.ts'
import type { CommandKind } from '../kind.ts'

/** What was not understood. */
export const unclear: CommandKind = {
  name: 'unclear',
  rules: ['3 help', '3 empty'],
  answer: answerUnclear,
  meaning: 'the wish is not clear',
}

/** Asks again what is open, else what it is about. */
function answerUnclear(draft: Draft): void {
  const { speech, state, open } = draft
  const { says } = speech
  if (open?.about === 'proof') {
    sayNoHelp(draft, open.question)
    draft.questions.add(open.question)
    return
  }
  sayNoHelp(draft, state.unhelped === 0 ? says.unclear : says.unclearAgain)
  const { human: _, ...topics } = says.topics
  draft.choices = Object.values(topics).map((label) => ({ label, text: label }))
}
