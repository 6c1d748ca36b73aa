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
