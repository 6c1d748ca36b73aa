import { forPeople } from '../../src/assistant/commands/list.ts'
import { orderNumbersIn } from '../../src/assistant/understand/numbers.ts'
import { type Understood, understand } from '../../src/assistant/understand/understand.ts'
import type { Phrase } from './phrases.ts'

/** How a phrase was understood. */
export interface Judged {
  phrase: Phrase
  understood: Understood
  isRight: boolean
  /** Not right, but people take over what people have to do. */
  isFair: boolean
  /** A refund was read that nobody wants: it would be offered. */
  isRefundUnasked: boolean
  /** Another order number than that of the phrase was read first. */
  isNumberWrong: boolean
  /** Small talk or another subject was taken for the question where an order is. */
  isFalseHit: boolean
  isLanguageRight: boolean
  areEntitiesRight: boolean
}

const ABOUT_WHERE = new Set(['order_status', 'tracking', 'late', 'not_received', 'marked_delivered'])
const OTHER_SUBJECTS = new Set(['out_of_scope', 'greeting', 'thanks', 'bye', 'unclear', 'yes', 'no', 'choose'])

export function judge(phrase: Phrase): Judged {
  const understood = understand(phrase.text)
  const names = understood.commands.map(({ name }) => name)
  const isRight =
    names.length === phrase.expected.length &&
    phrase.expected.every((choices) => choices.some((choice) => names.includes(choice)))
  const isForPeople = (name: string) => forPeople.has(name)
  return {
    phrase,
    understood,
    isRight,
    isFair: !isRight && names.every(isForPeople) && phrase.expected.every((choices) => choices.some(isForPeople)),
    isRefundUnasked: names.includes('refund_request') && !phrase.expected.flat().includes('refund_request'),
    isNumberWrong:
      phrase.entities.order !== undefined &&
      (orderNumbersIn(phrase.text)[0] ?? phrase.entities.order) !== phrase.entities.order,
    isFalseHit:
      phrase.expected.flat().every((name) => OTHER_SUBJECTS.has(name)) && names.some((name) => ABOUT_WHERE.has(name)),
    // Three question marks are in no language.
    isLanguageRight: understood.language === phrase.language || !/\p{L}/u.test(phrase.text),
    areEntitiesRight: Object.entries(phrase.entities).every(
      ([name, value]) => entity(name, understood, phrase.text) === value,
    ),
  }
}

function entity(name: string, { commands }: Understood, text: string): string | undefined {
  if (name === 'order') return orderNumbersIn(text)[0]
  if (name === 'kind') return commands.find(({ kind }) => kind !== null)?.kind ?? undefined
  return String(commands[0]?.choice)
}

/** Whether a phrase is small talk or about another subject than the shop. */
export function isOtherSubject({ expected }: Phrase): boolean {
  return expected.flat().every((name) => OTHER_SUBJECTS.has(name))
}
