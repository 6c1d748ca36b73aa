import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { conflict, DomainError } from '../lib/errors.ts'
import { fileTime } from '../store/engine.ts'
import { type Bucket, MOST_LISTED } from './bucket.ts'
import { openPieces, sealPieces } from './pieces.ts'

/** An encrypted copy elsewhere. `at` is the time in its name, in epoch milliseconds. */
export interface Copy {
  name: string
  installation: string
  bytes: number
  at: number
}

/** Of the names of one installation's copies: their time, and a number after that of a second copy in the same second. */
const NAME = /^storewire-(ins_\w+)-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z(?:-\d+)?\.db\.enc$/

/**
 * Encrypts a verified backup, stores it elsewhere, and reads it back: only then older copies of this installation are deleted.
 *
 * @param backup a file, and the SHA-256 of it
 * @param keep how many copies are kept, including the new one; default: all
 * @throws DomainError SERVICE_UNAVAILABLE; then the older copies are all there
 */
export async function storeCopy(
  bucket: Bucket,
  { file, sha256 }: { file: string; sha256: string },
  { key, installation, keep, now }: { key: Buffer; installation: string; keep?: number | undefined; now: number },
): Promise<{ copy: Copy; removed: string[] }> {
  const own = await listCopies(bucket, installation)
  const name = freeName(own, `storewire-${installation}-${fileTime(now)}`)
  let bytes: number
  try {
    bytes = await bucket.put(name, sealPieces(key, createReadStream(file, { highWaterMark: 1024 * 1024 })))
    await verifyCopy(bucket, name, { key, sha256 })
  } catch (error) {
    // A copy that may be unreadable must not count as one, also if only the answer to the last request was lost.
    await bucket.discard(name)
    throw error
  }
  const removed = keep === undefined ? [] : own.slice(keep - 1).map((copy) => copy.name)
  for (const old of removed) await bucket.remove(old)
  return { copy: { name, installation, bytes, at: now }, removed }
}

/**
 * The copies in a place, the newest first.
 *
 * @param installation undefined: those of every installation
 * @throws DomainError CONFLICT if there are too many to find the newest of every installation
 */
export async function listCopies(bucket: Bucket, installation?: string): Promise<Copy[]> {
  const all = await bucket.list(installation === undefined ? 'storewire-ins_' : `storewire-${installation}-`)
  if (installation === undefined && all.length > MOST_LISTED)
    throw conflict(
      'too_many_copies',
      `there are more than ${MOST_LISTED} copies, so that the newest cannot be found: name the copy, or delete older ones`,
    )
  return all
    .flatMap(({ name, bytes }) => {
      const [, owner, date, hours, minutes, seconds] = NAME.exec(name) ?? []
      if (owner === undefined) return []
      return [{ name, installation: owner, bytes, at: Date.parse(`${date}${hours}:${minutes}:${seconds}Z`) }]
    })
    .sort((one, other) => other.at - one.at || (one.name < other.name ? 1 : -1))
}

export function isCopyName(name: string): boolean {
  return NAME.test(name)
}

/** The decrypted bytes of a copy. Nothing may be done with them before the end, which may be an error. */
export function readCopy(bucket: Bucket, name: string, key: Buffer): AsyncIterable<Buffer> {
  return openPieces(key, bucket.get(name))
}

async function verifyCopy(
  bucket: Bucket,
  name: string,
  { key, sha256 }: { key: Buffer; sha256: string },
): Promise<void> {
  const hash = createHash('sha256')
  for await (const bytes of readCopy(bucket, name, key)) hash.update(bytes)
  if (hash.digest('hex') === sha256) return
  throw new DomainError(
    'SERVICE_UNAVAILABLE',
    'copy_differs',
    'the copy that was read back differs from the backup: try again',
  )
}

function freeName(own: Copy[], stem: string): string {
  const names = own.map(({ name }) => name)
  let name = `${stem}.db.enc`
  for (let number = 2; names.includes(name); number++) name = `${stem}-${number}.db.enc`
  return name
}
