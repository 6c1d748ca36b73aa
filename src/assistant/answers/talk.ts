import { type Draft, say, sayNoHelp } from '../draft.ts'
import type { Templates } from '../languages/language.ts'

/** A typed yes or no to which no question is open. Only the button confirms a refund. */
export function answerNothingOpen(draft: Draft): void {
  const { says } = draft.speech
  if (draft.state.offered) say(draft, says.typedYes)
  else sayNoHelp(draft, says.nothingOpen)
}

/** Commands behind the buttons below what was not understood, by what the buttons say. */
export function topicOf(says: Templates, text: string): keyof Templates['topics'] | undefined {
  return (Object.keys(says.topics) as (keyof Templates['topics'])[]).find((name) => says.topics[name] === text.trim())
}
