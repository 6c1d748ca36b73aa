import type { KeyKind } from '../../access/key-format.ts'
import { findKeyHolder, type KeyHolder, markKeyUsed, storePublicKey } from '../../access/keys.ts'
import type { Log } from '../../lib/log.ts'
import { MINUTE_MS } from '../../lib/time.ts'
import type { Reader, Store } from '../../store/store.ts'
import { bearer, type Caller, type Credential } from './credential.ts'

/** The caller with a key of this kind; undefined if the key is invalid. */
export async function keyCaller(
  reader: Reader,
  key: string | undefined,
  kind: KeyKind,
): Promise<Caller<KeyHolder> | undefined> {
  const holder = key === undefined ? undefined : await findKeyHolder(reader, key)
  if (holder?.kind !== kind) return undefined
  const { id, workspaceId } = holder
  return { id, workspaceId, name: id, role: null, keyId: id, holder }
}

/** Stores a publishable key that an older version has not stored, with the next group of writes: once, since then it is known. */
export function keepPublicKey({ id, unstored }: KeyHolder, { store, log }: { store: Store; log: Log }): void {
  if (unstored === null) return
  store
    .write((tx) => storePublicKey(tx, id, unstored))
    .catch((error: Error) => log.error('A publishable key could not be stored', { error: error.message }))
}

/** Stores the last use of a key, to the minute, with the next group of writes. */
export const noteKeyUse: NonNullable<Credential<KeyHolder>['noteUse']> = ({ holder }, services, now) => {
  keepPublicKey(holder, services)
  const { store, log } = services
  const minute = now - (now % MINUTE_MS)
  if (holder.lastUsedAt !== null && holder.lastUsedAt >= minute) return
  store
    .write((tx) => markKeyUsed(tx, holder.id, minute))
    .catch((error: Error) => log.error('The last use of a key could not be stored', { error: error.message }))
}

/** The credential of a shop's own server. */
export const secretKey: Credential<KeyHolder> = {
  scheme: 'secretKey',
  openApi: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret key of the workspace, `sk_…`. It belongs on servers only, never on a web page.',
  },
  challenge: 'Bearer',
  help: 'Send a valid secret key of your workspace as "Authorization: Bearer sk_…".',
  find: (reader, req) => keyCaller(reader, bearer(req), 'secret'),
  noteUse: noteKeyUse,
}
