import { setImmediate as immediate } from 'node:timers/promises'
import { add, emptyBatch, fits, type Limits, type Piece, pieceOfText } from '../../client/batches.ts'
import { issuesByObject, StorewireError, tooLarge } from '../../client/error.ts'
import type { ImportRow } from '../../rows/row.ts'

/** Sends objects in one call. `key` is unique within the import. @throws StorewireError */
export type Post = (objects: string[], key: number) => Promise<void>

/**
 * Sends rows, except those that the server rejects. The server accepts or refuses a call as a whole, so the rejected rows are removed
 * and the other rows are sent again; a call that is too large is sent in halves. A repetition makes the same calls with the same keys.
 *
 * @returns the rejected rows, in their order
 */
export async function sendRows(rows: ImportRow[], post: Post): Promise<ImportRow[]> {
  const rejected = rows.filter(({ issues }) => issues.length > 0)
  let good = rows.filter(({ issues }) => issues.length === 0)
  const key = rows[0]?.place ?? 0
  while (good.length > 0) {
    try {
      const objects = good.map(({ text }) => text)
      await post(objects, key)
      return inOrder(rejected)
    } catch (error) {
      if (!(error instanceof StorewireError)) throw error
      if (isTooMuch(error) && good.length > 1) return inOrder([...rejected, ...(await sendHalves(good, post))])
      const faulty = withIssues(good, error)
      if (faulty.length === 0) throw error
      rejected.push(...faulty)
      const places = new Set(faulty.map(({ place }) => place))
      good = good.filter(({ place }) => !places.has(place))
    }
  }
  return inOrder(rejected)
}

async function sendHalves(rows: ImportRow[], post: Post): Promise<ImportRow[]> {
  const middle = Math.ceil(rows.length / 2)
  return [...(await sendRows(rows.slice(0, middle), post)), ...(await sendRows(rows.slice(middle), post))]
}

function inOrder(rows: ImportRow[]): ImportRow[] {
  return rows.toSorted((one, other) => one.place - other.place)
}

/** Whether a call was too large as a whole, not because of one object. */
function isTooMuch(error: StorewireError): boolean {
  return error.status === 413 && issuesByObject(error).size === 0
}

/** The rows that the error names in `["data", index, …]`, with paths relative to the object. */
function withIssues(rows: ImportRow[], error: StorewireError): ImportRow[] {
  if (isTooMuch(error)) return rows.map((row) => ({ ...row, issues: [{ path: [], message: error.message }] }))
  return [...issuesByObject(error)].flatMap(([index, issues]) => {
    const row = rows[index]
    return row
      ? [{ ...row, issues: issues.map(({ path: [, , ...inner], message }) => ({ path: inner, message })) }]
      : []
  })
}

/** Consecutive rows that are sent in one call, except rows with issues. */
export interface RowBatch {
  /** The number of rows of the file before this batch. */
  offset: number
  rows: ImportRow[]
}

/**
 * Groups rows into calls. The same rows and limits always give the same batches, from the beginning of any batch, so that an interrupted
 * import can repeat a call exactly.
 *
 * @param skip the number of rows to skip at the beginning
 */
export async function* batchesOf(
  rows: AsyncIterable<ImportRow>,
  limits: Limits,
  skip: number,
): AsyncGenerator<RowBatch> {
  let offset = 0
  let batch: ImportRow[] = []
  let size = emptyBatch()
  for await (const read of rows) {
    if (skip > 0) {
      skip--
      offset++
      continue
    }
    const sized = read.issues.length > 0 ? NOTHING : pieceOfText(read.text, limits)
    const isTooLarge = sized.bytes > limits.bytes
    const piece = isTooLarge ? NOTHING : sized
    if (!fits(size, piece, limits)) {
      yield { offset, rows: batch }
      offset += batch.length
      batch = []
      size = emptyBatch()
    }
    batch.push(isTooLarge ? { ...read, issues: [{ path: [], message: tooLarge(limits.bytes) }] } : read)
    add(size, piece)
  }
  if (batch.length > 0) yield { offset, rows: batch }
}

/** The size of a row with issues, which is not sent. */
const NOTHING: Piece = { text: '', bytes: 0, nested: 0 }

/** Reads the next batch while the server works on the one before. */
export async function* readAhead<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  const reader = batches[Symbol.asyncIterator]()
  // A turn later, so that the call with the batch before is under way.
  const begin = () => immediate().then(() => reader.next())
  let next = reader.next()
  for (;;) {
    const { value, done } = await next
    if (done) return
    next = begin()
    // Reported when it is waited for. If the import ends before, nobody needs it.
    next.catch(() => {})
    yield value
  }
}
