import type { Reader, Store, Tx } from './store.ts'

/** A running server got X-Forwarded-For from its own machine, but trusts no proxy. */
export const UNTRUSTED_PROXY = 'untrusted_proxy'

/** Stores a notice of the running server for `doctor`, which is another process. */
export async function note(tx: Tx, name: string, now: number): Promise<void> {
  await tx.run('INSERT INTO notices (name, at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', name, now)
}

/** When the current or last server first stored the notice, in epoch milliseconds; undefined if it did not. */
export async function noticedAt(reader: Reader, name: string): Promise<number | undefined> {
  return (await reader.get<{ at: number }>('SELECT at FROM notices WHERE name = ?', name))?.at
}

/** Deletes the notices of an earlier server, which may have had other settings. Writes nothing if there are none. */
export async function forgetNotices({ read, write }: Pick<Store, 'read' | 'write'>): Promise<void> {
  if (await read.get('SELECT 1 FROM notices')) await write((tx) => tx.run('DELETE FROM notices'))
}
