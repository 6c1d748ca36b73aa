import { answerNothingOpen } from '../../answers/talk.ts'
import type { CommandKind } from '../kind.ts'

/** Yes, with no question open. */
export const yes: CommandKind = {
  name: 'yes',
  rules: ['6 yes short !thank !bye !greet'],
  answer: answerNothingOpen,
}
