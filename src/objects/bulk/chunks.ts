import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { release } from '../../lib/memory.ts'
import { type PreparedObject, prepare, preparePushed } from '../prepare.ts'
import type { PushedObject, Resource } from '../resource.ts'

/*
 * What waits in a batch: objects made ready for their table, two lines each, compressed. Most of the work is done when the batch
 * is taken, so little is left for the transaction that upserts them, and little is written twice.
 */

/** What is upserted in one transaction: little enough that a push in the foreground hardly waits for it. */
export const CHUNK_OBJECTS = 100
const CHUNK_CHARACTERS = 256 * 1024
/** Most chunks are unpacked into one piece of memory of this size. */
const CHUNK_BYTES = 2 * CHUNK_CHARACTERS

/** Packs objects of a call into chunks, in their order. @throws DomainError PAYLOAD_TOO_LARGE for one that is too large */
export function packChunks(resource: Resource, objects: PushedObject[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let lines: string[] = []
  let characters = 0
  const flush = () => {
    if (lines.length > 0) chunks.push(zstdCompressSync(lines.join('\n')))
    lines = []
    characters = 0
  }
  for (const [index, object] of objects.entries()) {
    const { data, ...rest } = preparePushed(resource, object, index)
    if (characters + data.length > CHUNK_CHARACTERS) flush()
    // JSON has no line breaks outside of strings, and in strings they are escaped.
    lines.push(JSON.stringify(rest), data)
    characters += data.length
    if (lines.length === CHUNK_OBJECTS * 2) flush()
  }
  flush()
  return chunks
}

/** The objects of a chunk. A chunk that version 0.1 took is a text: the pushed objects as JSON. */
export function unpackChunk(resource: Resource, chunk: Uint8Array | string): PreparedObject[] {
  if (typeof chunk === 'string') return (JSON.parse(chunk) as PushedObject[]).map((object) => prepare(resource, object))
  const text = zstdDecompressSync(chunk, { chunkSize: CHUNK_BYTES })
  const lines = text.toString().split('\n')
  release(text)
  return Array.from({ length: lines.length / 2 }, (_, index) => ({
    ...JSON.parse(lines[index * 2] ?? ''),
    data: lines[index * 2 + 1],
  }))
}
