import { commandNames, forPeople } from '../../src/assistant/commands/list.ts'
import { understand } from '../../src/assistant/understand/understand.ts'
import { fourthPhrases } from './phrases.ts'

/** How many of the fourth phrases are understood in which way. */
export interface Found {
  /** About other subjects; of them taken for a question where an order is, for a request for money, and those that are asked back. */
  others: number
  falseHits: number
  refunds: number
  othersAsked: number
  /** Questions where an order is; of them found, and those that are asked back with the right button. */
  statuses: number
  status: number
  statusAsked: number
  /** Other questions to shops; of them right, asked back with the right button, left to people, not understood, and wrong. */
  shop: number
  right: number
  rightAsked: number
  fair: number
  none: number
  wrong: number
}

const ABOUT_WHERE = new Set(['order_status', 'tracking', 'late', 'not_received', 'marked_delivered'])
const NOTHING = new Set(['out_of_scope', 'unclear', 'greeting', 'thanks', 'bye', 'yes', 'no', 'choose'])
/** Both are answered from the shop's page about delivery. */
const SAME_PAGE = new Set(['shipping_info', 'delivery_country'])

/** Counts the held-out phrases, by the rules alone or with the second vote. */
export function foundIn({ vote, language }: { vote: boolean; language?: string }): Found {
  const found: Found = {
    ...{ others: 0, falseHits: 0, refunds: 0, othersAsked: 0, statuses: 0, status: 0, statusAsked: 0 },
    ...{ shop: 0, right: 0, rightAsked: 0, fair: 0, none: 0, wrong: 0 },
  }
  for (const phrase of fourthPhrases()) {
    if (!phrase.isHeldOut || (language !== undefined && phrase.language !== language)) continue
    const { commands } = understand(phrase.text, { locale: phrase.language, isAnswer: !vote })
    const names = commands.map(({ name }) => name)
    const among = commands[0]?.among ?? []
    const isWhere = phrase.expected.length === 1 && phrase.expected.flat().some((name) => ABOUT_WHERE.has(name))
    if (phrase.subject === 'other') countOther(found, names, among)
    else if (phrase.subject === 'shop') countShop(found, phrase.expected, { names, among })
    else if (isWhere) {
      found.statuses++
      if (names.some((name) => ABOUT_WHERE.has(name))) found.status++
      else if (among.some((name) => ABOUT_WHERE.has(name))) found.statusAsked++
    }
  }
  return found
}

function countOther(found: Found, names: string[], among: string[]): void {
  found.others++
  if (names.some((name) => ABOUT_WHERE.has(name))) found.falseHits++
  if (names.includes('refund_request')) found.refunds++
  if (among.length > 0) found.othersAsked++
}

function countShop(found: Found, expected: string[][], { names, among }: { names: string[]; among: string[] }): void {
  const isIn = (list: string[]) => (name: string) =>
    list.includes(name) || (SAME_PAGE.has(name) && list.some((other) => SAME_PAGE.has(other)))
  found.shop++
  if (expected.every((choices) => choices.some(isIn(names)))) found.right++
  else if (among.length > 0 && expected.flat().some(isIn(among))) found.rightAsked++
  else if (names.every((name) => forPeople.has(name))) found.fair++
  else if (names.every((name) => NOTHING.has(name)) && among.length === 0) found.none++
  else found.wrong++
}

/** Names in the phrase files that no command has. */
export function unknownNames(): string[] {
  const used = new Set(fourthPhrases().flatMap(({ expected }) => expected.flat()))
  return [...used].filter((name) => !commandNames.includes(name))
}
