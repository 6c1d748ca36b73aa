import type { ConceptAt } from './lexicon.ts'

/** The positions of each concept in a message, by its name. */
export type Positions = Map<string, number[]>

export function positionsOf(hits: ConceptAt[]): Positions {
  const grouped = Map.groupBy(hits, ({ concept }) => concept)
  return new Map([...grouped].map(([concept, found]) => [concept, found.map(({ at }) => at)]))
}

/** The positions of several concepts. */
export function positionsAmong(positions: Positions, concepts: string[]): number[] {
  return concepts.flatMap((concept) => positions.get(concept) ?? [])
}

/** Words between two concepts that belong together, such as a negation and its verb. */
const NEAR = 5
const distances = Array.from({ length: NEAR }, (_, index) => index + 1)

/** Whether two concepts stand near each other, in any order. One pass: a message may have each of them a thousand times. */
export function isNear(ones: number[], others: number[]): boolean {
  const second = new Set(others)
  return ones.some((at) => distances.some((distance) => second.has(at - distance) || second.has(at + distance)))
}

/** Whether one concept stands somewhere before another. */
export function isBefore(ones: number[], others: number[]): boolean {
  return Math.min(...ones) < Math.max(...others)
}
