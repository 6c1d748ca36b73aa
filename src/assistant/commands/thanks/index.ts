import { say } from '../../draft.ts'
import type { CommandKind } from '../kind.ts'

/** Thanks. */
export const thanks: CommandKind = {
  name: 'thanks',
  rules: ['5.5 thank', '5.5 praise alone'],
  answer: (draft) => say(draft, draft.speech.says.thanks),
  isCourtesy: true,
}
