/** The phrases that the second vote learns from: those that are not held out, in the languages with a lexicon. */
import { fourthPhrases, laterPhrases, phrases, taughtPhrases, thirdPhrases } from '../../test/support/phrases.ts'
import { type Line, sidesOf } from '../../test/support/sides.ts'
import type { Taught } from './train.ts'

const LANGUAGES = new Set(['en', 'de', 'fr', 'es'])

export function phrasesToLearn(): Taught[] {
  return [
    ...sides(),
    ...taughtPhrases(),
    ...fourthPhrases(),
    ...phrases(),
    ...laterPhrases(),
    ...thirdPhrases(),
  ].filter(({ isHeldOut, language }) => !isHeldOut && LANGUAGES.has(language))
}

/** What the phrases of a side ask for. The other sides say nothing about that. */
const SIDES: { line: Line; side?: string; command: string }[] = [
  { line: 'missing', side: 'missed', command: 'not_received' },
  { line: 'missing', side: 'asked', command: 'order_status' },
  { line: 'wanted', command: 'refund_request' },
  ...['scarf', 'mug', 'shirt', 'shoe'].map((side) => ({ line: 'items' as const, side, command: 'refund_request' })),
]

function sides(): (Taught & { isHeldOut: boolean })[] {
  return SIDES.flatMap(({ line, side, command }) =>
    sidesOf(line)
      .filter((sided) => side === undefined || sided.side === side)
      .map(({ text, language, isHeldOut }) => ({ text, language, isHeldOut, expected: [[command]] })),
  )
}
