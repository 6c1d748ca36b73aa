import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, gzip } from 'node:zlib'
import { createGate } from '../lib/gate.ts'

/*
 * Compressed responses. The threads of libuv compress, so that the event loop stays free for pushes.
 */

/** Whether a client accepts gzip and does not prefer plain bytes. `q=0` refuses an encoding; `*` means every unnamed encoding. */
export function acceptsGzip({ headers }: IncomingMessage): boolean {
  const qualities = new Map<string, number>()
  for (const entry of headers['accept-encoding']?.toString().split(',') ?? []) {
    const [name = '', ...parameters] = entry.toLowerCase().split(';')
    const q = parameters.map((parameter) => /^\s*q\s*=\s*(\S+)\s*$/.exec(parameter)?.[1]).find((found) => found)
    qualities.set(name.trim().replace(/^x-gzip$/, 'gzip'), q === undefined ? 1 : Number(q) || 0)
  }
  const wanted = qualities.get('gzip') ?? qualities.get('*') ?? 0
  return wanted > 0 && wanted >= (qualities.get('identity') ?? 0)
}

/** Responses up to this length are not worth compressing. */
export const SHORT_BYTES = 1024

/** Compresses the text of one response; undefined if it is short, or if too much text is waiting for compression. */
export type CompressText = (text: string, workspaceId: string) => Promise<Buffer | undefined>

/** Responses compressed at a time, each by one of libuv's four threads: in all, and of one workspace. */
const PLACES = { all: 2, perTenant: 1 }
/** The maximum bytes of responses in or waiting for compression: four of the longest lists. */
const MOST_HELD = 16 * 1024 * 1024
/** The fastest level shrinks lists to a fifth; a sixth would take three times the work. */
const TEXT_OPTIONS = { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 }

export function createTextCompressor(): CompressText {
  const gate = createGate(PLACES.all, { perTenant: PLACES.perTenant })
  let held = 0
  return async (text, workspaceId) => {
    if (text.length <= SHORT_BYTES || held + text.length > MOST_HELD) return undefined
    const bytes = Buffer.from(text)
    held += bytes.length
    try {
      const leave = await gate.enter(workspaceId)
      try {
        return await promisify(gzip)(bytes, TEXT_OPTIONS)
      } finally {
        leave()
      }
    } finally {
      held -= bytes.length
    }
  }
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/**
 * Compresses `before`, a short middle part that differs in each response, and `after`. The two long parts are compressed only once;
 * the middle part is stored uncompressed between them, in a separate block.
 *
 * @returns a function that takes the middle part, up to 65,535 bytes, and returns the gzip form of all three
 */
export async function gzipAround(before: Buffer, after: Buffer): Promise<(between: Buffer) => Buffer[]> {
  const compress = promisify(deflateRaw)
  // A full flush ends at a byte, and later blocks refer to nothing before it.
  const [first, last] = await Promise.all([
    compress(before, { level: constants.Z_BEST_COMPRESSION, finishFlush: constants.Z_FULL_FLUSH }),
    compress(after, { level: constants.Z_BEST_COMPRESSION }),
  ])
  const start = crc32(before)
  return (between) => {
    const stored = Buffer.alloc(5)
    stored.writeUInt16LE(between.length, 1)
    stored.writeUInt16LE(0xffff - between.length, 3)
    const end = Buffer.alloc(8)
    end.writeUInt32LE(crc32(after, crc32(between, start)), 0)
    end.writeUInt32LE(before.length + between.length + after.length, 4)
    return [GZIP_HEADER, first, stored, between, last, end]
  }
}
