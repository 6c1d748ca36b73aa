import { issuesByObject, StorewireError } from '../../client/error.ts'
import type { Counts } from '../../objects/upsert.ts'
import type { Row } from './rows.ts'

export const noCounts: Counts = { created: 0, updated: 0, stale: 0 }

export function sum(one: Counts, other: Counts): Counts {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    stale: one.stale + other.stale,
  }
}

/** Sends objects in one call. `key` tells this call from every other one of the import. @throws StorewireError */
export type Post = (objects: string[], key: number) => Promise<Counts>

export interface Sent {
  /** What became of the objects, where the answer tells. */
  results: Counts
  rejected: Row[]
}

/**
 * Sends rows, without those that the server finds fault with: a call is taken whole or not at all, so the named rows are taken out
 * and the rest is sent again; a call that is too large is sent in halves. Done again, it makes the same calls with the same keys.
 */
export async function sendRows(rows: Row[], post: Post): Promise<Sent> {
  const rejected = rows.filter(({ issues }) => issues.length > 0)
  let good = rows.filter(({ issues }) => issues.length === 0)
  const key = rows[0]?.place ?? 0
  while (good.length > 0) {
    try {
      const objects = good.map(({ text }) => text)
      return { results: await post(objects, key), rejected: inOrder(rejected) }
    } catch (error) {
      if (!(error instanceof StorewireError)) throw error
      if (isTooMuch(error) && good.length > 1) return merged(rejected, await sendHalves(good, post))
      const faulty = withIssues(good, error)
      if (faulty.length === 0) throw error
      rejected.push(...faulty)
      const places = new Set(faulty.map(({ place }) => place))
      good = good.filter(({ place }) => !places.has(place))
    }
  }
  return { results: noCounts, rejected: inOrder(rejected) }
}

async function sendHalves(rows: Row[], post: Post): Promise<Sent[]> {
  const middle = Math.ceil(rows.length / 2)
  return [await sendRows(rows.slice(0, middle), post), await sendRows(rows.slice(middle), post)]
}

function merged(rejected: Row[], parts: Sent[]): Sent {
  return {
    results: parts.map(({ results }) => results).reduce(sum),
    rejected: inOrder([...rejected, ...parts.flatMap((part) => part.rejected)]),
  }
}

function inOrder(rows: Row[]): Row[] {
  return rows.toSorted((one, other) => one.place - other.place)
}

/** Whether all objects of a call together were too much, and not one of them. */
function isTooMuch(error: StorewireError): boolean {
  return error.status === 413 && issuesByObject(error).size === 0
}

/** The rows that the error names in `["data", index, …]`, the paths beginning within the object. */
function withIssues(rows: Row[], error: StorewireError): Row[] {
  if (isTooMuch(error)) return rows.map((row) => ({ ...row, issues: [{ path: [], message: error.message }] }))
  return [...issuesByObject(error)].flatMap(([index, issues]) => {
    const row = rows[index]
    return row
      ? [{ ...row, issues: issues.map(({ path: [, , ...inner], message }) => ({ path: inner, message })) }]
      : []
  })
}
