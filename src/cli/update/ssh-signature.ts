import { createHash, createPublicKey, verify } from 'node:crypto'

// Signatures as `ssh-keygen -Y sign` makes them, by Ed25519 keys: https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig

const ARMOR = /^-----BEGIN SSH SIGNATURE-----\n([\w+/=\n]+)\n-----END SSH SIGNATURE-----\n?$/
const MAGIC = 'SSHSIG'
const KIND = 'ssh-ed25519'
/** Before the 32 bytes of a key, in the form that Node.js reads: RFC 8410. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether a signature is valid for a text, made by the owner of a public key, for a purpose.
 *
 * @param signature the content of the .sig file
 * @param publicKey a line as in `id_ed25519.pub`
 * @param purpose the `-n` of ssh-keygen
 */
export function isSigned(
  text: Buffer,
  signature: string,
  { publicKey, purpose }: { publicKey: string; purpose: string },
): boolean {
  const [, base64 = ''] = ARMOR.exec(signature.replaceAll('\r', '')) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const trusted = Buffer.from(publicKey.trim().split(/\s+/)[1] ?? '', 'base64')
  if (bytes.subarray(0, MAGIC.length).toString() !== MAGIC || trusted.length === 0) return false
  try {
    const read = reader(bytes.subarray(MAGIC.length))
    if (read.number() !== 1) return false
    const [key, namespace, reserved, hash, signed] = [read.part(), read.part(), read.part(), read.part(), read.part()]
    const [keyKind, keyBytes] = partsOf(key)
    const [signedKind, signedBytes] = partsOf(signed)
    const algorithm = hash.toString()
    if (!key.equals(trusted) || namespace.toString() !== purpose || !['sha256', 'sha512'].includes(algorithm))
      return false
    if (keyKind?.toString() !== KIND || signedKind?.toString() !== KIND || !keyBytes || !signedBytes) return false
    const message = Buffer.concat([
      Buffer.from(MAGIC),
      ...[namespace, reserved, hash, createHash(algorithm).update(text).digest()].map(withLength),
    ])
    const ed25519 = createPublicKey({ key: Buffer.concat([SPKI, keyBytes]), format: 'der', type: 'spki' })
    return verify(null, message, ed25519, signedBytes)
  } catch (error) {
    // Of bytes that are no signature.
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Reads the parts of OpenSSH's format: each has its length in front. @throws RangeError after the end */
function reader(bytes: Buffer) {
  let at = 0
  const number = () => {
    const value = bytes.readUInt32BE(at)
    at += 4
    return value
  }
  const part = () => {
    const length = number()
    if (at + length > bytes.length) throw new RangeError('the end is missing')
    at += length
    return bytes.subarray(at - length, at)
  }
  return { number, part, isDone: () => at >= bytes.length }
}

function partsOf(bytes: Buffer): Buffer[] {
  const read = reader(bytes)
  const parts: Buffer[] = []
  while (!read.isDone()) parts.push(read.part())
  return parts
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
