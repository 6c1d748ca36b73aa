import { sentenceOf } from '../../answers/hand-over-words.ts'
import { type Draft, handOver, say } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'

/** What was not understood. */
export const unclear: CommandKind = {
  name: 'unclear',
  rules: ['3 help', '3 empty'],
  answer: answerUnclear,
  meaning: 'the wish is not clear',
}

/** The second message in a row that is not understood goes to people. */
function answerUnclear(draft: Draft, { text }: Command): void {
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
