import { distance } from 'fastest-levenshtein'

/** Two letters that changed places, or were mistyped. In a short name two letters would be most of it. */
const farthest = (name: string) => (name.length > 3 ? 2 : 1)

/** The name that was probably meant, ignoring case; undefined if no name is similar enough. */
export function nearest(name: string, names: string[]): string | undefined {
  const far = (other: string) => distance(name.toLowerCase(), other.toLowerCase())
  const best = names.reduce<string | undefined>(
    (best, other) => (best === undefined || far(other) < far(best) ? other : best),
    undefined,
  )
  return best !== undefined && far(best) <= farthest(name) ? best : undefined
}
