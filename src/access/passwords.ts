import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { readAsset } from '../lib/assets.ts'
import { createCounts } from '../lib/counts.ts'
import { DomainError } from '../lib/errors.ts'
import { createGate } from '../lib/gate.ts'
import { neighborhoodOf } from '../lib/networks.ts'

let known: Set<string> | undefined

/**
 * Whether a password is among the most common ones, or little more than one of them: with a few digits and signs around it, or several
 * times, as people write when a longer one is asked for.
 */
function isCommonPassword(password: string): boolean {
  known ??= new Set(lines(readAsset('common-passwords.txt').toString('latin1')))
  const typed = password.toLowerCase()
  const word = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const core = word.length >= typed.length / 2 ? word : typed
  return [typed, core, repeated(typed), repeated(core)].some((text) => known?.has(text) || text.length === 1)
}

/** What comes several times and is all there is; otherwise the text itself. */
function repeated(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** Hashes passwords, two at a time: one takes 32 MiB and a tenth of a second. */
export interface Passwords {
  /** Returns the password in the stored PHC form. @throws DomainError TOO_MANY_REQUESTS if too many wait */
  hash(password: string): Promise<string>
  /**
   * Whether a password is the stored one. Without a stored password the result is false, after the same time.
   *
   * @param from the network of a stranger, or {@link KNOWN}
   * @throws DomainError TOO_MANY_REQUESTS if too many wait
   */
  verify(password: string, stored: string | null, from?: string): Promise<boolean>
}

/** Parameters of scrypt: the logarithm of its rounds, its block size, and the number of lanes. */
export interface Cost {
  ln: number
  r: number
  p: number
}

const COST: Cost = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32

const AT_ONCE = 2
/** The most that wait in each line. */
const MOST_WAITING = 20
/** The most strangers of one neighborhood in their line: a caller with one network, or with 65,536 of them, can't fill it. */
const MOST_NEIGHBORS = 10
/** The line of those who showed a session or a one-time link, or signed in from the same network before. */
export const KNOWN = 'known'
const STRANGERS = 'strangers'

/** @param cost of new passwords: what is stored keeps its own */
export function createPasswords(cost: Cost = COST): Passwords {
  /** Takes the place of a missing password, so that the check takes as long. */
  const nobodys = phc(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))
  const gate = createGate(AT_ONCE, { maxWaiting: MOST_WAITING })
  /** Strangers by neighborhood, those who wait and those whose password is hashed. */
  const neighbors = createCounts()
  // The two lines take turns, so strangers keep nobody else waiting for long.
  const inTurn = async <T>(line: string, work: () => Promise<T>): Promise<T> => {
    const leave = await gate.enter(line).catch(() => {
      throw tooBusy()
    })
    return work().finally(leave)
  }
  const inTurnOf = async <T>(from: string, work: () => Promise<T>): Promise<T> => {
    if (from === KNOWN) return inTurn(KNOWN, work)
    const neighborhood = neighborhoodOf(from)
    if (neighbors.get(neighborhood) >= MOST_NEIGHBORS) throw tooBusy()
    neighbors.add(neighborhood, 1)
    return inTurn(STRANGERS, work).finally(() => neighbors.add(neighborhood, -1))
  }
  return {
    hash: (password) =>
      inTurn(KNOWN, async () => {
        const salt = randomBytes(SALT_BYTES)
        return phc(cost, salt, await derive(password, salt, cost, HASH_BYTES))
      }),
    verify: (password, stored, from = KNOWN) =>
      inTurnOf(from, async () => {
        const { cost: itsCost, salt, hash } = read(stored ?? nobodys)
        const derived = await derive(password, salt, itsCost, hash.length)
        return timingSafeEqual(derived, hash) && stored !== null
      }),
  }
}

function tooBusy(): DomainError {
  return new DomainError(
    'TOO_MANY_REQUESTS',
    'busy_with_passwords',
    'Too many people sign in at the same time: try again in a few seconds.',
  )
}

const MIN_CHARACTERS = 12
/** Longer than a typed password; hashing such a text takes no longer. */
const MAX_CHARACTERS = 1_000

/** @throws DomainError BAD_REQUEST for a password that is too short, too long, or too common */
export function checkNewPassword(password: string): void {
  const length = [...password].length
  if (length < MIN_CHARACTERS)
    throw weak(`A password must have at least ${MIN_CHARACTERS} characters: choose a longer one.`)
  if (length > MAX_CHARACTERS)
    throw weak(`A password may have at most ${MAX_CHARACTERS} characters: choose a shorter one.`)
  if (isCommonPassword(password))
    throw weak('This password is one of the most common ones, which are tried first: choose another one.')
}

function weak(message: string): DomainError {
  return new DomainError('BAD_REQUEST', 'weak_password', message)
}

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** Devices encode one character in more than one way. */
function derive(password: string, salt: Buffer, { ln, r, p }: Cost, bytes: number): Promise<Buffer> {
  const N = 2 ** ln
  return scryptAsync(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 128 * r * (N + p + 2) })
}

/** The PHC string format: `$scrypt$ln=15,r=8,p=3$SALT$HASH`, in base64 without padding. */
function phc({ ln, r, p }: Cost, salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/

/** Each password keeps the cost that it was stored with. @throws Error if the text is not in the stored form */
function read(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [, ln, r, p, salt = '', hash = ''] = PHC.exec(stored) ?? []
  if (hash === '') throw new Error('a stored password is damaged')
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
