import { randomBytes } from 'node:crypto'
import { DomainError } from '../lib/errors.ts'
import { base62 } from '../lib/ids.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Actor } from './actor.ts'
import { auditMember } from './audit.ts'
import { hashKey } from './key-format.ts'
import { type QrCode, qrCodeOf } from './qr-code.ts'
import { openSecret, type SecretTable, sealSecret } from './secrets.ts'

/** If the encryption key is lost, recovery codes still work. */
export const secondFactorSecrets: SecretTable = {
  table: 'member_second_factors',
  owner: 'member_id',
  removal: 'UPDATE member_second_factors SET secret = NULL',
}

const STEP_SECONDS = 30
/** A code of the step before or after is also accepted, since clocks differ. */
const STEPS_AROUND = 1
/** The length of a SHA-1 hash. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10

/** The member with the second factor. */
export interface Factor {
  memberId: string
  email: string
}

/**
 * Creates the secret for the member's app. The second factor is on after the first code was confirmed.
 *
 * @param issuer what the app shows beside the e-mail
 * @returns the secret in base32, and as the otpauth:// address, which the QR code holds
 * @throws DomainError CONFLICT if a second factor is on
 */
export async function startSecondFactor(
  tx: Tx,
  sealer: Sealer,
  { memberId, email, issuer }: Factor & { issuer: string },
  now: number,
): Promise<{ secret: string; uri: string; qrCode: QrCode }> {
  if (await hasSecondFactor(tx, memberId))
    throw new DomainError('CONFLICT', 'second_factor_on', 'The second factor is on already: switch it off first.')
  const { Secret } = await import('otpauth')
  const secret = Secret.fromHex(randomBytes(SECRET_BYTES).toString('hex')).base32
  await tx.run(
    `INSERT INTO member_second_factors (member_id, secret, last_step, created_at) VALUES (?, ?, 0, ?)
     ON CONFLICT (member_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = excluded.created_at`,
    memberId,
    sealSecret(sealer, secondFactorSecrets, memberId, secret),
    now,
  )
  const uri = (await authenticator(secret, { issuer, email })).toString()
  return { secret, uri, qrCode: await qrCodeOf(uri) }
}

/**
 * Turns the second factor on, with a code that proves that the app has the secret.
 *
 * @returns recovery codes, which are known only now
 * @throws DomainError CONFLICT if the setup was not started; BAD_REQUEST for a wrong code
 */
export async function confirmSecondFactor(
  tx: Tx,
  actor: Actor,
  { sealer, memberId, code }: { sealer: Sealer; memberId: string; code: string },
  now: number,
): Promise<string[]> {
  const factor = await factorOf(tx, memberId)
  if (!factor || factor.confirmedAt !== null || factor.secret === null)
    throw new DomainError(
      'CONFLICT',
      'second_factor_not_started',
      'There is no second factor to confirm: start setting it up again.',
    )
  const secret = openSecret(sealer, secondFactorSecrets, memberId, factor.secret)
  const step = await stepOf(secret, code, now)
  if (step === undefined) throw new DomainError('BAD_REQUEST', 'wrong_code', WRONG_CODE)
  await tx.run(
    'UPDATE member_second_factors SET confirmed_at = ?, last_step = ? WHERE member_id = ?',
    now,
    step,
    memberId,
  )
  await auditMember(tx, { actor, action: 'member.second_factor_on', target: memberId, at: now })
  return insertRecoveryCodes(tx, memberId)
}

const WRONG_CODE = 'This code is wrong or was used already: type in the one that your app shows now.'

/** Turns the second factor off, and deletes its recovery codes. */
export async function removeSecondFactor(tx: Tx, actor: Actor, memberId: string, now: number): Promise<void> {
  const { changes } = await tx.run('DELETE FROM member_second_factors WHERE member_id = ?', memberId)
  await tx.run('DELETE FROM member_recovery_codes WHERE member_id = ?', memberId)
  if (changes > 0) await auditMember(tx, { actor, action: 'member.second_factor_off', target: memberId, at: now })
}

/** Creates new recovery codes, which replace the old ones. @throws DomainError CONFLICT without a second factor */
export async function renewRecoveryCodes(tx: Tx, actor: Actor, memberId: string, now: number): Promise<string[]> {
  if (!(await hasSecondFactor(tx, memberId)))
    throw new DomainError('CONFLICT', 'second_factor_off', 'The second factor is off: switch it on first.')
  await auditMember(tx, { actor, action: 'member.recovery_codes_renewed', target: memberId, at: now })
  return insertRecoveryCodes(tx, memberId)
}

async function insertRecoveryCodes(tx: Tx, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.run('DELETE FROM member_recovery_codes WHERE member_id = ?', memberId)
  await tx.many(
    'INSERT INTO member_recovery_codes (member_id, hash) VALUES (?, ?)',
    codes.map((code) => [memberId, hashKey(plainCode(code))]),
  )
  return codes
}

/** 95 random bits, in groups that people can copy. */
function newRecoveryCode(): string {
  const digits = base62(BigInt(`0x${randomBytes(12).toString('hex')}`) % 62n ** 16n, 16)
  return digits.replaceAll(/(.{4})(?=.)/g, '$1-')
}

function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '')
}

export async function hasSecondFactor(reader: Reader, memberId: string): Promise<boolean> {
  return ((await factorOf(reader, memberId))?.confirmedAt ?? null) !== null
}

export async function recoveryCodesLeft(reader: Reader, memberId: string): Promise<number> {
  const row = await reader.get<{ left: number }>(
    'SELECT count(*) AS left FROM member_recovery_codes WHERE member_id = ?',
    memberId,
  )
  return row?.left ?? 0
}

/**
 * Checks and uses up a code: six digits of the app, or a recovery code. No code works twice.
 *
 * @throws DomainError UNAUTHORIZED for a wrong one; SERVICE_UNAVAILABLE if the secret cannot be decrypted
 */
export async function useCode(
  tx: Tx,
  sealer: Sealer,
  { memberId, code }: { memberId: string; code: string },
  now: number,
): Promise<void> {
  const plain = plainCode(code)
  const isGood = /^\d{6}$/.test(plain)
    ? await useStep(tx, sealer, memberId, plain, now)
    : await useRecovery(tx, memberId, plain)
  if (!isGood) throw new DomainError('UNAUTHORIZED', 'wrong_code', WRONG_CODE)
}

async function useStep(tx: Tx, sealer: Sealer, memberId: string, code: string, now: number): Promise<boolean> {
  const factor = await factorOf(tx, memberId)
  if (!factor || factor.secret === null) return false
  const step = await stepOf(openSecret(sealer, secondFactorSecrets, memberId, factor.secret), code, now)
  if (step === undefined || step <= factor.lastStep) return false
  await tx.run('UPDATE member_second_factors SET last_step = ? WHERE member_id = ?', step, memberId)
  return true
}

async function useRecovery(tx: Tx, memberId: string, code: string): Promise<boolean> {
  const { changes } = await tx.run(
    'DELETE FROM member_recovery_codes WHERE member_id = ? AND hash = ?',
    memberId,
    hashKey(code),
  )
  return changes > 0
}

interface StoredFactor {
  secret: string | null
  lastStep: number
  confirmedAt: number | null
}

function factorOf(reader: Reader, memberId: string): Promise<StoredFactor | undefined> {
  return reader.get<StoredFactor>(
    `SELECT secret, last_step AS "lastStep", confirmed_at AS "confirmedAt" FROM member_second_factors WHERE member_id = ?`,
    memberId,
  )
}

/** The time step that a code belongs to; undefined for a wrong one. */
async function stepOf(secret: string, code: string, now: number): Promise<number | undefined> {
  const delta = (await authenticator(secret)).validate({ token: plainCode(code), timestamp: now, window: STEPS_AROUND })
  return delta === null ? undefined : Math.floor(now / 1000 / STEP_SECONDS) + delta
}

/** Loaded on demand: only members with a second factor need the library. */
async function authenticator(secret: string, { issuer = '', email = '' } = {}) {
  const { TOTP } = await import('otpauth')
  return new TOTP({ issuer, label: email, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })
}
