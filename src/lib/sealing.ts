import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { DomainError } from './errors.ts'

/** Bytes of an AES-256 key, and of the nonce and tag of GCM. */
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The variable with the encryption key, for messages. */
export const KEY_VARIABLE = 'STOREWIRE_ENCRYPTION_KEY'

/** The beginning of a sealed text. The number is the version of the format. */
export const SEALED = 'enc1:'

/** Encrypts texts, so that nobody can read them from the database without the key. */
export interface Sealer {
  /** Whether a key is set. */
  encrypts: boolean
  /** The stored form of a text: encrypted, or plain without a key. It can be opened only with the same `context`. */
  seal(text: string, context: string): string
  /**
   * The text of a stored form. A plain text is returned as it is.
   *
   * @throws DomainError SERVICE_UNAVAILABLE if the key is missing or wrong, or the stored text was altered or has another context
   */
  open(stored: string, context: string): string
}

/** Seals with AES-256-GCM, with a key of 32 bytes and a random nonce for each text. Without a key, texts stay plain. */
export function createSealer(key: Buffer | undefined): Sealer {
  return {
    encrypts: key !== undefined,
    seal: (text, context) => (key ? SEALED + encrypt(key, text, context) : text),
    open: (stored, context) => {
      if (!stored.startsWith(SEALED)) return stored
      if (!key)
        throw new DomainError(
          'SERVICE_UNAVAILABLE',
          'secret_without_key',
          `The secret ${context} is encrypted, but no encryption key is set: set ${KEY_VARIABLE} or ${KEY_VARIABLE}_FILE.`,
        )
      const text = decrypt(key, stored.slice(SEALED.length), context)
      if (text !== undefined) return text
      throw new DomainError(
        'SERVICE_UNAVAILABLE',
        'secret_of_another_key',
        `The secret ${context} cannot be decrypted with the encryption key that is set: set the key it was encrypted with.`,
      )
    },
  }
}

/** A key from 64 hexadecimal digits or from base64 (either alphabet); undefined if it is neither, or not 32 bytes long. */
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

/** The text; undefined if the key or the context is wrong, or the sealed text was altered. */
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

/** The hash of a text of one workspace, for counting what is not stored itself. Texts of different workspaces have different hashes. */
export function keyedHash(workspaceId: string, text: string): string {
  return createHash('sha256').update(`${workspaceId} ${text}`).digest('base64url')
}
