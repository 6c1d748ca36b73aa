import type { ReasonKind } from '../../refunds/reasons.ts'
import type { Annotated } from './lexicon.ts'
import { isNear, positionsAmong, positionsOf } from './positions.ts'

const EMAIL = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u
/** An order number that was written in front of the address without a space: `#2001/ann@example.com`. */
const NUMBER_BEFORE = /^[#\p{L}\p{N}_-]*\d[/|#=]+/u

/** The first e-mail address of a message. */
export function emailIn(text: string): string | null {
  const found = EMAIL.exec(typed(text))?.[0].replace(/[.,]+$/, '')
  return found?.replace(NUMBER_BEFORE, '') ?? null
}

/** Keyboards of phones write another apostrophe. */
function typed(text: string): string {
  return text.replaceAll('’', "'")
}

/** A message without its first e-mail address, and the brackets around it. */
export function withoutEmail(text: string): string {
  return typed(text)
    .replace(emailIn(text) ?? '', '\n')
    .replaceAll(/[<>]/g, ' ')
}

const POSTAL_WORD =
  /(?:post\s?code|zip(?:\s?code)?|plz|postleitzahl|code postal|c[oó]digo postal)\W{0,3}(?:(?:is|ist|est|es)\s)?/iu
/** British, Canadian, Dutch, Polish and Czech ones: they look like nothing else. */
const LETTERED = ['[a-z]{1,2}\\d[a-z\\d]?\\s?\\d[a-z]{2}', '[a-z]\\d[a-z]\\s?\\d[a-z]\\d'].map(compileShape('iu'))
const MARKED = ['\\d{4}\\s?[A-Z]{2}', '\\d{2}-\\d{3}', '\\d{3}\\s\\d{2}'].map(compileShape('u'))
const DIGITS = ['\\d{4,6}'].map(compileShape('u'))

function compileShape(flags: string): (shape: string) => RegExp {
  return (shape) => new RegExp(`(?<![\\p{L}\\p{N}])${shape}(?![\\p{L}\\p{N}])`, flags)
}

/** The postcode of a message that has a word for it, or a shape that nothing else has. */
export function surePostcodeIn(text: string): string | null {
  const word = POSTAL_WORD.exec(text)
  if (!word) return shapeIn(text, LETTERED)
  return shapeIn(text.slice(word.index + word[0].length), [...LETTERED, ...MARKED, ...DIGITS])
}

/** The first postcode of a message from which the order number was taken. */
export function postcodeIn(text: string): string | null {
  return surePostcodeIn(text) ?? shapeIn(text, [...MARKED, ...DIGITS])
}

function shapeIn(text: string, shapes: RegExp[]): string | null {
  for (const shape of shapes) {
    const found = shape.exec(text)?.[0]
    if (found !== undefined) return found
  }
  return null
}

/** Why the customer wants the money back. */
export function kindOf({ hits }: Annotated): ReasonKind {
  const positions = positionsOf(hits)
  const has = (...concepts: string[]) => concepts.some((concept) => positions.has(concept))
  if (has('broken')) return 'defect'
  const isSaidOf = (one: string, others: string[]) =>
    isNear(positionsAmong(positions, [one]), positionsAmong(positions, others))
  const isMissing = isSaidOf('not', ['receive', 'arrive', 'delivered', 'come'])
  if (isMissing || has('lost') || isSaidOf('nothing', ['receive', 'arrive', 'here'])) return 'not_received'
  return has('giveback', 'returns', 'changed_mind', 'not_fit') ? 'return' : 'other'
}

const LAST = /^(last|letzte[nrs]?|dernier|derniere|ultim[oa])$/

/**
 * The position that a customer names, from 1; -1 for the last one.
 *
 * @param ordinals how the language names the first ones of a list
 */
export function choiceIn(words: string[], ordinals: RegExp[]): number | null {
  if (words.some((word) => LAST.test(word))) return -1
  const index = ordinals.findIndex((pattern) => words.some((word) => pattern.test(word)))
  return index === -1 ? null : index + 1
}
