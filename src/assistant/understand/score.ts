import type { CommandName } from '../commands/command.ts'
import { groups } from '../commands/concept-groups.ts'
import { commands } from '../commands/list.ts'
import type { Annotated } from './lexicon.ts'
import { isBefore, isNear, type Positions, positionsAmong, positionsOf } from './positions.ts'

/** A command with the weight of its best rule, and that rule. */
export interface Scored {
  name: CommandName
  score: number
  rule: string
  /** Whether the rule looks for one idea only. */
  isThin: boolean
}

/** Rules up to this weight do not count beside words of other subjects, unless the message names an order or product. */
const WEAK = 9
/** A message with this many other words at most is short. */
const SHORT = 3
const IGNORED = new Set(
  'title filler asked whether please greet thank my me i you question_did may it to ordernumber in_it in_color with any what which status_word day_name'.split(
    ' ',
  ),
)

/** What a message may have that names a product and nothing else. */
const OF_PRODUCTS = new Set(
  'title asked whether product color colors in_color in_it to size size_word sizes number quantity quantity_word filler please any with greet'.split(
    ' ',
  ),
)

type Term = (present: Positions) => boolean

interface Rule {
  name: CommandName
  isOnlyHere: boolean
  weight: number
  text: string
  terms: Term[]
  isThin: boolean
}

/** Terms about the form of a message. */
const OF_FORM = new Set(['short', 'alone', 'unknown', 'asked'])

const compiled: Rule[] = commands.flatMap(({ name, rules, isOnlyHere = false }) =>
  rules.map((text) => {
    const [weight = '', ...terms] = text.split(' ')
    const looked = terms.filter((term) => !term.startsWith('!') && !OF_FORM.has(term))
    const isThin = looked.length <= 1 && !looked.some((term) => /[~>]/.test(term))
    return { name, isOnlyHere, weight: Number(weight), text, terms: terms.map(compileTerm), isThin }
  }),
)

/** Compiles `a`, `a|b`, `!a`, `a~b` (near each other) or `a>b` (in this order). `@a` is a group of concepts. */
function compileTerm(text: string): Term {
  if (text.startsWith('!')) {
    const term = compileTerm(text.slice(1))
    return (present) => !term(present)
  }
  const [, left = '', relation, right = ''] = /^([^~>]+)(?:([~>])(.+))?$/.exec(text) ?? []
  const [ones, others] = [choices(left), choices(right)]
  if (relation === undefined) return (present) => ones.some((concept) => present.has(concept))
  const isRelated = relation === '>' ? isBefore : isNear
  return (present) => isRelated(positionsAmong(present, ones), positionsAmong(present, others))
}

function choices(text: string): string[] {
  return text.split('|').flatMap((name) => (name.startsWith('@') ? (groups[name.slice(1)] ?? []) : [name]))
}

/** `trail shoe red size 43`; one more word may be another name of the product. */
function namesOnlyProduct(hits: Annotated['hits'], unknown: string[]): boolean {
  const named = new Set(hits.filter(({ concept }) => concept === 'title').map(({ at }) => at))
  const isPlain = hits.every(({ concept }) => OF_PRODUCTS.has(concept))
  return isPlain && named.size > unknown.length && unknown.length <= 1
}

/** The commands whose rules match, the best first; equal ones in the order of the list of commands. */
export function score({ words, hits, unknown }: Annotated): Scored[] {
  const present = positionsOf(hits)
  const meant = new Set(hits.filter(({ concept }) => !IGNORED.has(concept)).map(({ at }) => at))
  if (meant.size + unknown.length <= SHORT) present.set('short', [0])
  if (words.length <= 1) present.set('alone', [0])
  if (unknown.length > 0) present.set('unknown', [0])
  if (words.length > 0 && meant.size === 0 && unknown.length === 0) present.set('empty', [0])
  if (namesOnlyProduct(hits, unknown)) present.set('onlyproduct', [0])
  const isElsewhere =
    (present.has('other_shop') && !present.has('brand')) ||
    (present.has('off') && !(groups.thing ?? []).some((concept) => present.has(concept)))
  const best = new Map<CommandName, Scored>()
  for (const { name, isOnlyHere, weight, text, terms, isThin } of compiled) {
    if (isElsewhere && name !== 'out_of_scope' && name !== 'complaint' && (weight <= WEAK || isOnlyHere)) continue
    if ((best.get(name)?.score ?? 0) >= weight || !terms.every((term) => term(present))) continue
    best.set(name, { name, score: weight, rule: text, isThin })
  }
  return [...best.values()].sort((one, other) => other.score - one.score)
}
