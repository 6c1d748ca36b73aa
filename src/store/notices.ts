import type { Reader, Store, Tx } from './store.ts'

/** A running server got X-Forwarded-For from its own machine, but trusts no proxy. */
export const UNTRUSTED_PROXY = 'untrusted_proxy'

/** Keeps that a running server noticed something, for `doctor`, which is another process. */
export async function note(tx: Tx, name: string, now: number): Promise<void> {
  await tx.run('INSERT INTO notices (name, at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', name, now)
}

/** When the server that runs, or the last one that ran, first noticed it, in epoch milliseconds; undefined if it did not. */
export async function noticedAt(reader: Reader, name: string): Promise<number | undefined> {
  return (await reader.get<{ at: number }>('SELECT at FROM notices WHERE name = ?', name))?.at
}

/** Forgets what an earlier server noticed: it may run with other settings now. Writes nothing if there is nothing. */
export async function forgetNotices({ read, write }: Pick<Store, 'read' | 'write'>): Promise<void> {
  if (await read.get('SELECT 1 FROM notices')) await write((tx) => tx.run('DELETE FROM notices'))
}
