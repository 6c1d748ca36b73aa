import { checkSecrets } from '../../access/secrets.ts'
import { createSealer, KEY_VARIABLE, parseKey, type Sealer } from '../../lib/sealing.ts'
import { secretTables } from '../../serve/features.ts'
import type { Store } from '../../store/store.ts'
import { readNamedFile } from './named-file.ts'

const FORM = 'a key is 32 random bytes in base64 or hexadecimal: make one with "openssl rand -base64 32"'

/** What opens the secrets of a database, tried on all of them. @throws Error about the key that is set; DomainError where it does not fit */
export async function unlock({ read }: Pick<Store, 'read'>): Promise<Sealer> {
  const sealer = sealerOfEnvironment()
  await checkSecrets(read, secretTables, sealer)
  return sealer
}

/**
 * The sealer of the key that the environment holds, or a file that it names: on the command line everyone on the machine could
 * read it. Without a key secrets are plain.
 *
 * @throws Error where both are set, or what is set is no key
 */
export function sealerOfEnvironment(env: NodeJS.ProcessEnv = process.env): Sealer {
  const { [KEY_VARIABLE]: text, [`${KEY_VARIABLE}_FILE`]: file } = env
  if (text !== undefined && file !== undefined)
    throw new Error(`set one of ${KEY_VARIABLE} and ${KEY_VARIABLE}_FILE, not both`)
  if (file !== undefined) return sealerOfFile(file)
  return createSealer(text === undefined ? undefined : keyOf(text, KEY_VARIABLE))
}

/** @throws Error where the file can't be read or holds no key */
export function sealerOfFile(file: string): Sealer {
  return createSealer(keyOf(readNamedFile(file), file))
}

/** Says nothing of what stands there instead: it may be a key all the same. */
function keyOf(text: string, place: string): Buffer {
  const key = parseKey(text.trim())
  if (!key) throw new Error(`there is no encryption key in ${place}: ${FORM}`)
  return key
}
