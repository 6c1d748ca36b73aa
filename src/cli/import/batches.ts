import { add, emptyBatch, fits, type Limits, type Piece, pieceOfText } from '../../client/batches.ts'
import { tooLarge } from '../../client/error.ts'
import type { Row } from './rows.ts'

/** Consecutive rows that are sent in one call, but for those that have issues. */
export interface Batch {
  /** How many rows of the file are before it. */
  offset: number
  rows: Row[]
}

/**
 * Groups rows into calls. The same rows and limits always give the same batches, from whichever batch's beginning on, which is what
 * lets an interrupted import repeat a call exactly.
 *
 * @param skip rows at the beginning that are left out
 */
export async function* batchesOf(rows: AsyncIterable<Row>, limits: Limits, skip: number): AsyncGenerator<Batch> {
  let offset = 0
  let batch: Row[] = []
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

/** What a row with issues adds to a call: it is not sent. */
const NOTHING: Piece = { text: '', bytes: 0, nested: 0 }
