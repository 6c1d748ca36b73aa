/** Trains the assistant's second vote: the same phrases always give the same bytes. */
import { languages } from '../../src/assistant/languages/list.ts'
import { readWhole } from '../../src/assistant/understand/understand.ts'
import { classOf } from '../../src/assistant/vote/classes.ts'
import { BITS, type Traits, traitsOf } from '../../src/assistant/vote/traits.ts'
import { packed } from '../../src/assistant/vote/weights.ts'

/** A phrase with the commands that it asks for, one of several for each. */
export interface Taught {
  text: string
  language: string
  expected: string[][]
}

const ROUNDS = 10
const STEP = 6
const DECAY = 0.3
const SHRINK = 1e-5
/** How much slower what holds for all messages is learned. */
const BIAS_STEP = 0.1
/** Smaller errors change nothing that is worth the time. */
const LEAST_ERROR = 1e-4

interface Example {
  traits: Traits
  /** The share of each class that is asked for. */
  wanted: Map<number, number>
}

/** The file of the weights. */
export function train(phrases: Taught[]): Buffer {
  const model = learn(phrases)
  return packed(model)
}

export function learn(phrases: Taught[]): { classes: string[]; bias: Float64Array; weights: Float64Array } {
  const classes = [...new Set(phrases.flatMap(({ expected }) => expected.map(classIn)))].sort()
  const examples = phrases.flatMap((phrase) => exampleOf(phrase, classes))
  const [weights, bias] = [new Float64Array(2 ** BITS * classes.length), new Float64Array(classes.length)]
  const next = createChance(7)
  const order = examples.map((_, index) => index)
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, next)
    for (const index of order) {
      const example = examples[index]
      if (example) improve(example, { weights, bias, step: STEP / (1 + round * DECAY) })
    }
  }
  return { classes, bias, weights }
}

const classIn = ([first = '']: string[]) => classOf(first)

function exampleOf({ text, language, expected }: Taught, classes: string[]): Example[] {
  const lexicon = languages[language]?.()
  if (!lexicon) return []
  const wanted = new Map<number, number>()
  for (const choices of expected) {
    const at = classes.indexOf(classIn(choices))
    wanted.set(at, (wanted.get(at) ?? 0) + 1 / expected.length)
  }
  return [{ traits: traitsOf(text, language, readWhole(text, lexicon)), wanted }]
}

/** One step of logistic regression. */
function improve(
  { traits: { buckets, weights: values }, wanted }: Example,
  { weights, bias, step }: { weights: Float64Array; bias: Float64Array; step: number },
): void {
  const count = bias.length
  const sums = Float64Array.from(bias)
  for (const [index, bucket] of buckets.entries())
    for (let at = 0; at < count; at++)
      sums[at] = (sums[at] ?? 0) + (weights[bucket * count + at] ?? 0) * (values[index] ?? 0)
  const highest = Math.max(...sums)
  const odds = sums.map((sum) => Math.exp(sum - highest))
  const total = odds.reduce((sum, odd) => sum + odd, 0)
  for (let at = 0; at < count; at++) {
    const error = (odds[at] ?? 0) / total - (wanted.get(at) ?? 0)
    if (Math.abs(error) < LEAST_ERROR) continue
    bias[at] = (bias[at] ?? 0) - step * BIAS_STEP * error
    for (const [index, bucket] of buckets.entries()) {
      const place = bucket * count + at
      const before = weights[place] ?? 0
      weights[place] = before - step * (error * (values[index] ?? 0) + SHRINK * before)
    }
  }
}

/** The same numbers in each run. */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function shuffle(list: number[], next: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    const kept = list[at] ?? 0
    list[at] = list[other] ?? 0
    list[other] = kept
  }
}
