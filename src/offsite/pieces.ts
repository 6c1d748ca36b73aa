import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { DomainError } from '../lib/errors.ts'

// The form of an encrypted copy: MAGIC, a random salt, and pieces. A piece is AES-256-GCM of up to 1 MiB under a key of its own for each
// copy, which is derived from the encryption key and the salt. The nonce is the number of the piece and whether it is the last one, so
// that pieces that are swapped, left out or repeated, and a copy that was cut, do not open.

const MAGIC = Buffer.from('STOREWIRE-COPY-1\n')
const SALT_BYTES = 32
/** Differs from what else the encryption key is used for. */
const LABEL = 'storewire off-site backup 1'
const PIECE_BYTES = 1024 * 1024
const TAG_BYTES = 16
const SEALED_BYTES = PIECE_BYTES + TAG_BYTES

/** Encrypts a copy. @param key 32 bytes @returns the encrypted copy in parts of about 1 MiB */
export async function* sealPieces(key: Buffer, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  yield Buffer.concat([MAGIC, salt])
  const fileKey = keyOfCopy(key, salt)
  for await (const { number, isLast, bytes } of inPieces(source, PIECE_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Decrypts what {@link sealPieces} has made.
 *
 * @throws DomainError BAD_REQUEST if the bytes are not an encrypted copy, were changed or cut, or the key is another one. Earlier pieces were
 * yielded by then: use none of them before the end.
 */
export async function* openPieces(key: Buffer, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let fileKey: Buffer | undefined
  for await (const { number, isLast, bytes } of inPieces(withoutHead(source), SEALED_BYTES)) {
    const damaged = () =>
      number === 0
        ? new DomainError(
            'BAD_REQUEST',
            'copy_not_opened',
            'the copy does not open with the encryption key that is set: set the key it was encrypted with, or take another copy, since this one may be damaged',
          )
        : new DomainError(
            'BAD_REQUEST',
            'copy_damaged',
            'the copy was changed or cut after it was made: take another one',
          )
    if (bytes.length < TAG_BYTES) throw damaged()
    const decipher = createDecipheriv('aes-256-gcm', fileKey as Buffer, nonceOf(number, isLast), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw damaged()
    }
  }

  async function* withoutHead(all: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head: Buffer | undefined = Buffer.alloc(0)
    for await (const bytes of all) {
      if (head === undefined) {
        yield bytes
        continue
      }
      head = Buffer.concat([head, bytes])
      if (head.length < MAGIC.length + SALT_BYTES) continue
      if (!head.subarray(0, MAGIC.length).equals(MAGIC)) break
      fileKey = keyOfCopy(key, head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES))
      yield head.subarray(MAGIC.length + SALT_BYTES)
      head = undefined
    }
    if (head !== undefined)
      throw new DomainError('BAD_REQUEST', 'not_a_copy', 'this is not an encrypted copy of storewire: name another one')
  }
}

function keyOfCopy(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, LABEL, 32))
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts a stream into pieces of `size` bytes. The last one has 1 to `size` bytes, or none if the stream is empty. */
async function* inPieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ number: number; isLast: boolean; bytes: Buffer }> {
  let number = 0
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    waiting.push(bytes)
    length += bytes.length
    // More than a piece: only then the piece is surely not the last one.
    if (length <= size) continue
    let all = Buffer.concat(waiting)
    for (; all.length > size; all = all.subarray(size))
      yield { number: number++, isLast: false, bytes: all.subarray(0, size) }
    waiting = [all]
    length = all.length
  }
  yield { number, isLast: true, bytes: Buffer.concat(waiting) }
}
