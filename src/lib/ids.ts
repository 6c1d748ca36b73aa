import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Writes a non-negative integer in base62, padded with zeros on the left to `width` characters. */
export function base62(value: bigint, width: number): string {
  let digits = ''
  for (let rest = value; rest > 0n; rest /= 62n) digits = ALPHABET[Number(rest % 62n)] + digits
  return digits.padStart(width, '0')
}

/** 160 random bits as 27 characters of base62. */
export function random160(): string {
  return base62(BigInt(`0x${randomBytes(20).toString('hex')}`), 27)
}

/** A new identifier such as `org_1Zk…`: the prefix names the kind of thing, 120 random bits make it unique. */
export function newId(prefix: string): string {
  return `${prefix}_${base62(BigInt(`0x${randomBytes(15).toString('hex')}`), 21)}`
}

let latest = 0
let sequence = 0

/**
 * A new identifier that sorts after every one this process made before: time, a count within the millisecond, 64 random bits.
 * When the clock is set back, the latest time is used on.
 */
export function newOrderedId(prefix: string, now: number): string {
  sequence = now > latest ? 0 : sequence + 1
  latest = Math.max(now, latest)
  return `${prefix}_${base62(BigInt(latest), 8)}${base62(BigInt(sequence), 4)}${base62(BigInt(`0x${randomBytes(8).toString('hex')}`), 11)}`
}
