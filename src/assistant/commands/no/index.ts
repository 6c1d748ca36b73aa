import { answerNothingOpen } from '../../answers/talk.ts'
import { say } from '../../draft.ts'
import type { CommandKind } from '../kind.ts'

/** No, with no question open. */
export const no: CommandKind = {
  name: 'no',
  rules: ['6 no short !bye', '6.6 neither'],
  answer: (draft) => {
    if (draft.asked === 'person') say(draft, draft.speech.says.allRight)
    else answerNothingOpen(draft)
  },
}
