import { readAsset } from '../../lib/assets.ts'
import { type ReadMessage, traitsOf } from './traits.ts'
import { unpacked, type Weights } from './weights.ts'

/** What a message may ask for: a class of commands, and how likely it is, from 0 to 1. */
export interface Vote {
  name: string
  share: number
}

let learned: Weights | undefined

/** Loads what was learned, a few hundred kilobytes, unless it is loaded already. */
export function loadVote(): Weights {
  learned ??= unpacked(readAsset('assistant-vote.bin'))
  return learned
}

/** What a message asks for, the likeliest first. Takes microseconds, and looks at nothing but the message. */
export function voteOn(text: string, language: string, read: ReadMessage, weights = loadVote()): Vote[] {
  const { classes, bias, scales, bytes } = weights
  const { buckets, weights: values } = traitsOf(text, language, read)
  const sums = classes.map(() => 0)
  for (const [index, bucket] of buckets.entries()) {
    const value = values[index] ?? 0
    for (let at = 0; at < classes.length; at++)
      sums[at] = (sums[at] ?? 0) + (bytes[bucket * classes.length + at] ?? 0) * value
  }
  const odds = sums.map((sum, at) => Math.exp(sum * (scales[at] ?? 0) + (bias[at] ?? 0)))
  const total = odds.reduce((sum, odd) => sum + odd, 0)
  return classes
    .map((name, at) => ({ name, share: (odds[at] ?? 0) / total }))
    .sort((one, other) => other.share - one.share)
}
