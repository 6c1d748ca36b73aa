import { say } from '../../draft.ts'
import type { CommandKind } from '../kind.ts'

/** The end of a chat. */
export const bye: CommandKind = {
  name: 'bye',
  rules: ['5.4 bye'],
  answer: (draft) => say(draft, draft.speech.says.bye),
  isCourtesy: true,
}
