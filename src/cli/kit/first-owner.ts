import { createSetupLink } from '../../access/first-owner.ts'
import { hasOwner } from '../../access/members.ts'
import { consoleUrl } from '../../console/address.ts'
import type { Store } from '../../store/store.ts'
import { operator } from './context.ts'

/** What the start of a server prints about the console. */
export type ConsoleStart =
  /** Somebody can sign in at this address. */
  | { kind: 'sign_in'; url: string }
  /** Nobody can. The link makes the first owner; it is known only now. */
  | { kind: 'set_up'; url: string }
  /** Nobody can, and a link in a log would let its readers in. */
  | { kind: 'no_owner' }

/**
 * Makes a new link for the first owner, if nobody owns a workspace and a person reads the output. The link of an earlier start ends.
 *
 * @param address of the server in links, with or without `/api/v1`
 */
export async function startConsole(
  store: Store,
  { address, isTerminal, now }: { address: string; isTerminal: boolean; now: number },
): Promise<ConsoleStart> {
  if (await hasOwner(store.read)) return { kind: 'sign_in', url: consoleUrl(address) }
  const workspace = await store.read.get<{ id: string }>(
    'SELECT id FROM workspaces WHERE deleted_at IS NULL ORDER BY created_at, id LIMIT 1',
  )
  if (!isTerminal || !workspace) return { kind: 'no_owner' }
  const { fragment } = await store.write((tx) => createSetupLink(tx, operator(), workspace.id, now))
  return { kind: 'set_up', url: consoleUrl(address, fragment) }
}
