import { conflict } from '../lib/errors.ts'
import type { Reader } from '../store/store.ts'
import { hashKey } from './key-format.ts'

/** Publicly known keys for `storewire dev --fixed-keys`: programs under test can contain them. */
export const fixedKeys = {
  secretKey: 'sk_unsafe_everybody_knows_this_storewire_dev_key',
  publishableKey: 'pk_unsafe_everybody_knows_this_storewire_dev_key',
  /** Signs refund requests; decodes to 32 bytes. */
  signingSecret: 'whsec_dW5zYWZlLWV2ZXJ5Ym9keS1rbm93cy10aGlzLXNlY3I=',
}

export function isFixedKey(key: string): boolean {
  return key === fixedKeys.secretKey || key === fixedKeys.publishableKey
}

/**
 * Keeps a database with publicly known keys out of production.
 *
 * @param file the name of the database, for the message
 * @throws DomainError CONFLICT if one of these keys is valid in the database
 */
export async function refuseFixedKeys(reader: Reader, file: string): Promise<void> {
  const found = await reader.get(
    `SELECT 1 FROM api_keys WHERE hash IN (?, ?) AND revoked_at IS NULL
     UNION ALL SELECT 1 FROM refund_settings WHERE secret = ? LIMIT 1`,
    hashKey(fixedKeys.secretKey),
    hashKey(fixedKeys.publishableKey),
    fixedKeys.signingSecret,
  )
  if (found) throw conflict('keys_everybody_knows', `${file} is a development database with publicly known keys.`)
}
