import type { Command } from '../commands.ts'
import { type Draft, handOver, say } from '../draft.ts'
import type { Templates } from '../templates/en.ts'
import { sentenceOf } from './hand-over-words.ts'

/** Greetings, thanks, other subjects, and what was not understood. */
export function answerTalk(draft: Draft, { name, text }: Command): void {
  const { says } = draft.speech
  if (name === 'greeting') say(draft, says.greeting(draft.tools.settings.shopName ?? null))
  else if (name === 'thanks' || name === 'bye') say(draft, says[name])
  else if (name === 'out_of_scope') say(draft, says.outOfScope)
  else if (name === 'no' && draft.asked === 'person') say(draft, says.thanks)
  else if (name === 'yes' || name === 'no' || name === 'choose')
    say(draft, name !== 'choose' && draft.state.offered ? says.typedYes : says.nothingOpen)
  else answerUnclear(draft, text)
}

/** The second message in a row that is not understood goes to people. */
function answerUnclear(draft: Draft, text: string): void {
  const { says } = draft.speech
  draft.state.unclear++
  if (draft.state.unclear > 1) {
    handOver(draft, {
      reason: 'unclear',
      priority: 'normal',
      summary: sentenceOf('Was not understood twice in a row', text),
    })
    return
  }
  say(draft, says.unclear)
  const { human: _, ...topics } = says.topics
  draft.choices = Object.values(topics).map((label) => ({ label, text: label }))
}

/** Commands behind the buttons of {@link answerUnclear}, by what the buttons say. */
export function topicOf(says: Templates, text: string): keyof Templates['topics'] | undefined {
  return (Object.keys(says.topics) as (keyof Templates['topics'])[]).find((name) => says.topics[name] === text.trim())
}
