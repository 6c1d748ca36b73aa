import { tooLarge } from '../remote.ts'
import type { Row } from './rows.ts'

/** How much goes into one call. */
export interface BatchLimits {
  objects: number
  /** Of JSON, all objects together. */
  bytes: number
  /** Entries of a list in all objects together. */
  nested?: { field: string; max: number }
}

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
export async function* batchesOf(rows: AsyncIterable<Row>, limits: BatchLimits, skip: number): AsyncGenerator<Batch> {
  let offset = 0
  let batch: Row[] = []
  let bytes = 0
  let nested = 0
  for await (const read of rows) {
    if (skip > 0) {
      skip--
      offset++
      continue
    }
    const size = Buffer.byteLength(read.text) + 1
    const entries = limits.nested ? entriesIn(read, limits.nested.field) : 0
    const row = size > limits.bytes ? { ...read, issues: [{ path: [], message: tooLarge(limits.bytes) }] } : read
    const full =
      batch.length === limits.objects || bytes + size > limits.bytes || nested + entries > (limits.nested?.max ?? 0)
    if (full && batch.length > 0) {
      yield { offset, rows: batch }
      offset += batch.length
      batch = []
      bytes = 0
      nested = 0
    }
    batch.push(row)
    if (row.issues.length > 0) continue
    bytes += size
    nested += entries
  }
  if (batch.length > 0) yield { offset, rows: batch }
}

function entriesIn({ text, issues }: Row, field: string): number {
  if (issues.length > 0) return 0
  const list = (JSON.parse(text) as Record<string, unknown>)[field]
  return Array.isArray(list) ? list.length : 0
}
