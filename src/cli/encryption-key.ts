import { readFileSync } from 'node:fs'
import { checkSecrets } from '../access/secrets.ts'
import { createSealer, parseKey, type Sealer } from '../lib/sealing.ts'
import type { Store } from '../store/store.ts'

/** A key is given in the environment or in a file that it names, never on the command line, where everyone on the machine reads it. */
const VARIABLE = 'STOREWIRE_ENCRYPTION_KEY'
const FORM = 'a key is 32 random bytes in base64 or hexadecimal: make one with "openssl rand -base64 32"'

/** What opens the secrets of a database, tried on all of them. @throws Error about the key that is set; ApiError where it does not fit */
export async function unlock({ read }: Pick<Store, 'read'>): Promise<Sealer> {
  const sealer = sealerOf(VARIABLE)
  await checkSecrets(read, sealer)
  return sealer
}

/** The sealer of the key in the environment: `NAME` itself, or `NAME_FILE`, the path of a file with it. Neither: secrets are plain. */
export function sealerOf(name: string, env: NodeJS.ProcessEnv = process.env): Sealer {
  const { [name]: text, [`${name}_FILE`]: file } = env
  if (text !== undefined && file !== undefined) throw new Error(`set one of ${name} and ${name}_FILE, not both`)
  if (file !== undefined) return sealerOfFile(file)
  return createSealer(text === undefined ? undefined : keyOf(text, name))
}

/** @throws Error where the file can't be read or holds no key */
export function sealerOfFile(file: string): Sealer {
  return createSealer(keyOf(contentOf(file), file))
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`cannot read the encryption key: ${(error as Error).message}`)
  }
}

/** Says nothing of what stands there instead: it may be a key all the same. */
function keyOf(text: string, place: string): Buffer {
  const key = parseKey(text.trim())
  if (!key) throw new Error(`there is no encryption key in ${place}: ${FORM}`)
  return key
}
