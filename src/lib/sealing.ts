import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { DomainError } from './errors.ts'

/** Bytes of an AES-256 key, and of what GCM puts beside each text. */
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Where operators set the key, for messages to tell. */
export const KEY_VARIABLE = 'STOREWIRE_ENCRYPTION_KEY'

/** What a sealed text begins with. The number names the format: another one gets another number. */
export const SEALED = 'enc1:'

/** Keeps texts unreadable for whoever has the database without its key. */
export interface Sealer {
  /** Whether it has a key. */
  encrypts: boolean
  /** The text as it is stored: encrypted, or plain where there is no key. `context` says where it belongs: it opens nowhere else. */
  seal(text: string, context: string): string
  /**
   * The text again. One that was stored plain is given as it is.
   *
   * @throws DomainError SERVICE_UNAVAILABLE where the key is missing or another one, or the stored text was altered or belongs elsewhere
   */
  open(stored: string, context: string): string
}

/** Seals with AES-256-GCM under a key of 32 bytes and a random nonce for each text; without a key texts stay plain. */
export function createSealer(key: Buffer | undefined): Sealer {
  return {
    encrypts: key !== undefined,
    seal: (text, context) => (key ? SEALED + encrypt(key, text, context) : text),
    open: (stored, context) => {
      if (!stored.startsWith(SEALED)) return stored
      if (!key) throw closed(context, `is encrypted, and no key is set: set ${KEY_VARIABLE} or ${KEY_VARIABLE}_FILE`)
      const text = decrypt(key, stored.slice(SEALED.length), context)
      if (text !== undefined) return text
      throw closed(
        context,
        'does not open with the encryption key that is set: set the key it was encrypted with, or run "storewire secrets discard --force" where that is lost',
      )
    },
  }
}

/** A key as 64 hexadecimal digits or as base64, of either alphabet; undefined where it is neither, or not 32 bytes long. */
export function parseKey(text: string): Buffer | undefined {
  const encoding = /^[\da-f]{64}$/i.test(text) ? 'hex' : /^[\w+/-]{43}=?$/.test(text) ? 'base64' : undefined
  const key = encoding && Buffer.from(text, encoding)
  return key?.length === KEY_BYTES ? key : undefined
}

/** Nonce, encrypted text and tag, in base64url. */
function encrypt(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Undefined where nothing was encrypted like this under this key for this context. */
function decrypt(key: Buffer, sealed: string, context: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), options)
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function closed(context: string, problem: string): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', 'secret_not_readable', `The secret ${context} ${problem}.`)
}
