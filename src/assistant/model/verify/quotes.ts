import { fold } from '../../understand/words.ts'
import { amountsIn, datesIn, nearDatesIn } from './claims.ts'
import { currencyMarks } from './forms.ts'
import type { Piece } from './frames.ts'
import { isOrdinary, type Phrases } from './phrases.ts'

/** A text that wordings repeat as it is, and what it counts as. */
export interface QuotedText {
  text: string
  claim: string
}

/** Texts that belong to a date, an amount, an order or a parcel are no quotes. */
interface Known {
  spoken: string
  tokensIn(text: string): string[]
}

/**
 * What wordings may only quote, since others wrote it: a title, a description, an article. As a whole, or in all its parts, in their order.
 * Pushed texts may ask for something, or make a model do so. With its words alone nobody can.
 */
export function quotesOf(pieces: Piece[], known: Known, phrases: Phrases): QuotedText[] {
  const values = [...new Set(pieces.flatMap(({ data }) => data))].filter((value) => isQuotable(value, known, phrases))
  return values.flatMap((text, index) => {
    const claim = `data:${index}`
    const parts = text
      .split(/\s*[,;()]\s*/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const isDivisible = parts.length > 1 && parts.every((part) => isQuotable(part, known, phrases))
    return [
      { text, claim },
      ...(isDivisible ? parts.map((part, at) => ({ text: part, claim: `${claim}/${at}/${parts.length}` })) : []),
    ]
  })
}

function isQuotable(text: string, { spoken, tokensIn }: Known, phrases: Phrases): boolean {
  const rest = tokensIn(text).reduce((left, token) => left.replaceAll(token, ' '), text)
  const isDated = datesIn(rest, spoken).size + nearDatesIn(rest, spoken).size > 0
  if (isDated && !/\p{L}/u.test(withoutDate(rest))) return false
  const { pattern } = currencyMarks(spoken)
  if (amountsIn(rest, spoken).length > 0 && !/\p{L}/u.test(rest.replaceAll(pattern, ' '))) return false
  const words = fold(isDated ? withoutDate(rest) : rest).match(/\p{L}+/gu) ?? []
  return words.some((word) => !isOrdinary(word, phrases))
}

function withoutDate(text: string): string {
  return text
    .replaceAll(/\d{1,2}\.?\s+(?:de\s+)?\p{L}+\s+(?:de\s+)?\d{4}/giu, ' ')
    .replaceAll(/\p{L}+,?\s+\d{1,2}\.?\s+(?:de\s+)?\p{L}+/giu, ' ')
}
