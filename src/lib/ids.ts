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
 * A new identifier that sorts after all earlier ones of this process: time, a count within the millisecond, 64 random bits.
 * After the clock was set back, the latest time is used.
 */
export function newOrderedId(prefix: string, now: number): string {
  sequence = now > latest ? 0 : sequence + 1
  latest = Math.max(now, latest)
  return `${prefix}_${base62(BigInt(latest), 8)}${base62(BigInt(sequence), 4)}${base62(BigInt(`0x${randomBytes(8).toString('hex')}`), 11)}`
}

/** The length of time and count, by which an ordered id sorts. Random characters follow. */
const ORDER_LENGTH = 12
const orderOf = (id: string): string => id.slice(id.indexOf('_') + 1).slice(0, ORDER_LENGTH)

/** Like {@link newOrderedId}, but also sorts after the `earlier` ids, which another process may have made with another clock. */
export function newOrderedIdAfter(earlier: string[], prefix: string, now: number): string {
  const id = newOrderedId(prefix, now)
  const newest = earlier.map(orderOf).sort().at(-1) ?? ''
  if (orderOf(id) > newest) return id
  const random = id.slice(prefix.length + 1 + ORDER_LENGTH)
  return `${prefix}_${base62(fromBase62(newest) + 1n, ORDER_LENGTH)}${random}`
}

function fromBase62(digits: string): bigint {
  return [...digits].reduce((value, digit) => value * 62n + BigInt(ALPHABET.indexOf(digit)), 0n)
}

/** What ordered ids that were made at a time or later begin with, after their prefix. @param time epoch milliseconds */
export function positionAt(time: number): string {
  return base62(BigInt(Math.max(0, time)), 8)
}
