import { sayNoHelp } from '../../draft.ts'
import type { CommandKind } from '../kind.ts'

/** The position of a choice, with no question open. */
export const choose: CommandKind = {
  name: 'choose',
  rules: ['6.5 pick short'],
  answer: (draft) => sayNoHelp(draft, draft.speech.says.nothingOpen),
  meaning: 'names the position of a choice that was offered; choice is its number, -1 for the last',
}
