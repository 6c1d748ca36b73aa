import { checkSecrets } from '../../access/secrets.ts'
import { createSealer, KEY_VARIABLE, parseKey, type Sealer } from '../../lib/sealing.ts'
import { secretTables } from '../../serve/features.ts'
import type { Store } from '../../store/store.ts'
import { readNamedFile } from './named-file.ts'

const FORM = 'a key is 32 random bytes in base64 or hexadecimal: create one with "openssl rand -base64 32"'

/** The sealer for a database, checked against all of its secrets. @throws Error for an invalid key; DomainError if the key does not fit */
export async function unlock({ read }: Pick<Store, 'read'>): Promise<Sealer> {
  const sealer = sealerOfEnvironment()
  await checkSecrets(read, secretTables, sealer)
  return sealer
}

/**
 * The sealer of the key in the environment, or in a file that the environment names. The key has no option, because other users of
 * the machine can read command lines. Without a key, secrets are stored unencrypted.
 *
 * @throws Error if both variables are set, or the key is invalid
 */
export function sealerOfEnvironment(env: NodeJS.ProcessEnv = process.env): Sealer {
  return createSealer(keyOfEnvironment(env))
}

/** The key itself; undefined without one. @throws as {@link sealerOfEnvironment} */
export function keyOfEnvironment(env: NodeJS.ProcessEnv = process.env): Buffer | undefined {
  const { [KEY_VARIABLE]: text, [`${KEY_VARIABLE}_FILE`]: file } = env
  if (text !== undefined && file !== undefined)
    throw new Error(`both ${KEY_VARIABLE} and ${KEY_VARIABLE}_FILE are set: set only one of them`)
  if (file !== undefined) return keyOf(readNamedFile(file), file)
  return text === undefined ? undefined : keyOf(text, KEY_VARIABLE)
}

/** @throws Error if the file can't be read or contains no valid key */
export function sealerOfFile(file: string): Sealer {
  return createSealer(keyOf(readNamedFile(file), file))
}

/** The error does not repeat the text: it may be a mistyped key. */
function keyOf(text: string, place: string): Buffer {
  const key = parseKey(text.trim())
  if (!key) throw new Error(`${place} contains no valid encryption key: ${FORM}`)
  return key
}
