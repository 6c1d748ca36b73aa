import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { release } from '../../lib/memory.ts'
import { findByOf } from '../filter-values.ts'
import { type PreparedObject, prepare, preparePushed } from '../prepare.ts'
import type { PushedObject, Resource } from '../resource.ts'

/*
 * The stored form of a batch: compressed chunks of objects prepared for their table, two lines for each object. Most of the work is done
 * before the batch is stored, so the transactions that upsert the objects are short. Compression saves disk writes: each object is
 * written twice.
 */

/** Limits of a chunk: a push hardly waits for the transaction that upserts one. */
export const CHUNK_OBJECTS = 100
const CHUNK_CHARACTERS = 256 * 1024
/** Size of the buffer for unpacking, large enough for most chunks. */
const CHUNK_BYTES = 2 * CHUNK_CHARACTERS

/** Packs the objects of a call into chunks, in order. @throws DomainError PAYLOAD_TOO_LARGE for an object that is too large */
export function packChunks(resource: Resource, objects: PushedObject[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let lines: string[] = []
  let characters = 0
  const flush = () => {
    if (lines.length > 0) chunks.push(packed(lines))
    lines = []
    characters = 0
  }
  for (const [index, object] of objects.entries()) {
    const prepared = preparePushed(resource, object, index)
    const { length } = prepared.data
    if (characters + length > CHUNK_CHARACTERS) flush()
    lines.push(...linesOf(prepared))
    characters += length
    if (lines.length === CHUNK_OBJECTS * 2) flush()
  }
  flush()
  return chunks
}

/** Packs what is left of the objects of a chunk. */
export function packRest(objects: PreparedObject[]): Uint8Array {
  return packed(objects.flatMap(linesOf))
}

/** The two lines of an object. JSON has no line breaks outside of strings, and in strings they are escaped. */
function linesOf({ data, ...rest }: PreparedObject): string[] {
  return [JSON.stringify(rest), data]
}

function packed(lines: string[]): Uint8Array {
  return zstdCompressSync(lines.join('\n'))
}

/** The objects of a chunk. Earlier versions stored the pushed objects as JSON text, or chunks without the values for filters. */
export function unpackChunk(resource: Resource, chunk: Uint8Array | string): PreparedObject[] {
  if (typeof chunk === 'string') return (JSON.parse(chunk) as PushedObject[]).map((object) => prepare(resource, object))
  const text = zstdDecompressSync(chunk, { chunkSize: CHUNK_BYTES })
  const lines = text.toString().split('\n')
  release(text)
  const findBy = findByOf(resource)
  return Array.from({ length: lines.length / 2 }, (_, index) => {
    const [rest, data = ''] = [JSON.parse(lines[index * 2] ?? ''), lines[index * 2 + 1]]
    return { ...rest, data, found: rest.found ?? findBy(JSON.parse(data)) }
  })
}
