import { say } from '../../draft.ts'
import type { CommandKind } from '../kind.ts'

/** A greeting. */
export const greeting: CommandKind = {
  name: 'greeting',
  rules: ['5 greet'],
  answer: (draft) => say(draft, draft.speech.says.greeting(draft.tools.settings.shopName ?? null)),
  isCourtesy: true,
}
