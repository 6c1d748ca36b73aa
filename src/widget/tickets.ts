import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { openSecret, type SecretTable, sealSecret } from '../access/secrets.ts'
import type { Sealer } from '../lib/sealing.ts'
import { MINUTE_MS } from '../lib/time.ts'
import type { Reader, Store } from '../store/store.ts'

/*
 * A ticket shows that a call comes from the document of the frame: browsers send `Origin: null` for it, as they do for any sandboxed page,
 * so the list of origins can't be checked. Only pages that `frame-ancestors` allows get the document shown, and no other page can read it.
 */

/** How long a ticket works. */
const LIFETIME_MS = 10 * MINUTE_MS

/** One secret for a workspace, made when its first frame is loaded. */
export const ticketSecretTable: SecretTable = {
  table: 'widget_ticket_secrets',
  owner: 'workspace_id',
  removal: 'DELETE FROM widget_ticket_secrets',
}

interface Services {
  store: Store
  sealer: Sealer
}

/** A ticket for `POST /widget/sessions`: when it ends, and the HMAC of that. */
export async function issueTicket(services: Services, workspaceId: string, now: number): Promise<string> {
  const until = (now + LIFETIME_MS).toString(36)
  const secret =
    (await storedSecret(services.store.read, services.sealer, workspaceId)) ?? (await newSecret(services, workspaceId))
  return `${until}.${proof(secret, workspaceId, until)}`
}

/** Whether a ticket is one of the workspace, and not over. */
export async function isTicket(
  { store, sealer }: { store: Pick<Store, 'read'>; sealer: Sealer },
  { workspaceId, ticket }: { workspaceId: string; ticket: string },
  now: number,
): Promise<boolean> {
  const [until = '', given = ''] = ticket.split('.')
  const secret = await storedSecret(store.read, sealer, workspaceId)
  if (secret === undefined) return false
  const [a, b] = [Buffer.from(given), Buffer.from(proof(secret, workspaceId, until))]
  return a.length === b.length && timingSafeEqual(a, b) && Number.parseInt(until, 36) > now
}

function proof(secret: string, workspaceId: string, until: string): string {
  return createHmac('sha256', secret).update(`${workspaceId} ${until}`).digest('base64url')
}

async function storedSecret(reader: Reader, sealer: Sealer, workspaceId: string): Promise<string | undefined> {
  const row = await reader.get<{ secret: string }>(
    'SELECT secret FROM widget_ticket_secrets WHERE workspace_id = ?',
    workspaceId,
  )
  return row && openSecret(sealer, ticketSecretTable, workspaceId, row.secret)
}

/** Two first frames at once get the same secret: that of the first write. */
async function newSecret({ store, sealer }: Services, workspaceId: string): Promise<string> {
  const sealed = sealSecret(sealer, ticketSecretTable, workspaceId, randomBytes(32).toString('base64url'))
  await store.write((tx) =>
    tx.run(
      'INSERT INTO widget_ticket_secrets (workspace_id, secret) VALUES (?, ?) ON CONFLICT (workspace_id) DO NOTHING',
      workspaceId,
      sealed,
    ),
  )
  const secret = await storedSecret(store.read, sealer, workspaceId)
  if (secret === undefined) throw new Error('the secret of tickets is gone right after it was stored')
  return secret
}
