import type { Reader } from '../store/store.ts'
import { hashKey } from './key-format.ts'

/** Keys that anybody can read here, for `storewire dev --fixed-keys`: programs under test have them written in. */
export const fixedKeys = {
  secretKey: 'sk_unsafe_everybody_knows_this_storewire_dev_key',
  publishableKey: 'pk_unsafe_everybody_knows_this_storewire_dev_key',
  /** Of refund requests; it decodes to 32 bytes. */
  signingSecret: 'whsec_dW5zYWZlLWV2ZXJ5Ym9keS1rbm93cy10aGlzLXNlY3I=',
}

export function isFixedKey(key: string): boolean {
  return key === fixedKeys.secretKey || key === fixedKeys.publishableKey
}

/**
 * Keeps a database with well-known keys away from real use.
 *
 * @param file its name, for the message
 * @throws Error where one of them is valid in it
 */
export async function refuseFixedKeys(reader: Reader, file: string): Promise<void> {
  const found = await reader.get(
    `SELECT 1 FROM api_keys WHERE hash IN (?, ?) AND revoked_at IS NULL
     UNION ALL SELECT 1 FROM refund_settings WHERE secret = ? LIMIT 1`,
    hashKey(fixedKeys.secretKey),
    hashKey(fixedKeys.publishableKey),
    fixedKeys.signingSecret,
  )
  if (found)
    throw new Error(
      `${file} was made by "storewire dev --fixed-keys", with keys that everybody knows: serve another file, or open this one with "storewire dev".`,
    )
}
