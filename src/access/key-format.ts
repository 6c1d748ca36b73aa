import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, random160 } from '../lib/ids.ts'

export const keyKinds = ['secret', 'publishable'] as const
export type KeyKind = (typeof keyKinds)[number]

const PREFIX: Record<KeyKind, string> = { secret: 'sk_', publishable: 'pk_' }
const CHECKSUM_LENGTH = 6

/** A new key: prefix, 160 random bits in base62, and a CRC-32 of both, by which scanners recognize a leaked key. */
export function generateKey(kind: KeyKind): string {
  return randomWithChecksum(PREFIX[kind])
}

/** A prefix, 160 random bits in base62, and a CRC-32 of both: what was not copied whole is found out without a look-up. */
export function randomWithChecksum(prefix: string): string {
  const body = prefix + random160()
  return body + checksum(body)
}

/** Whether the last six characters are the checksum of the rest. Imported keys may have no checksum. */
export function hasValidChecksum(key: string): boolean {
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)
}

/** The kind of a key by its prefix (`sk_live_…` and `pk_sand_…` included), or undefined. */
export function kindByPrefix(key: string): KeyKind | undefined {
  return keyKinds.find((kind) => key.startsWith(PREFIX[kind]))
}

/** With fewer random bits, anybody who has the hash can find the key by trying. */
export const ENOUGH_BITS = 128

/** The maximum number of random bits in a key after a prefix such as `sk_live_`. The actual number is unknown and may be lower. */
export function mostRandomBits(key: string): number {
  const random = key.replace(/^[a-z]+_([a-z]+_)?/, '')
  const alphabet = /^\d*$/.test(random) ? 10 : /^[\da-f]*$/i.test(random) ? 16 : 64
  return Math.floor(random.length * Math.log2(alphabet))
}

/** The hash that is stored and looked up instead of the key. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex')
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH)
}
