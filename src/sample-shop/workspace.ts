import { type Actor, requireOperator } from '../access/actor.ts'
import { deleteWorkspace, type OnDeletingWorkspace } from '../access/delete-workspace.ts'
import { createKey, useForWidget } from '../access/keys.ts'
import { createWorkspace, findSampleWorkspace, getWorkspace, type Workspace } from '../access/workspaces.ts'
import { changeAssistantSettings } from '../assistant/settings.ts'
import type { Hooks } from '../http/hooks.ts'
import { DomainError } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import { changeRefundSettings, createRefundSecret } from '../refunds/change-settings.ts'
import type { Tx } from '../store/store.ts'
import { addOrigin } from '../widget/origins.ts'
import { changeWidgetSettings } from '../widget/settings.ts'
import { startSampleChats } from './chats.ts'
import { pushSampleShop } from './objects.ts'
import { SAMPLE_ENDPOINT } from './refund-endpoint.ts'
import { keepSampleRefunds } from './refunds.ts'
import { keepSampleYear } from './year.ts'

const NAME = 'Sample shop'

/** The report has a whole year, and the year before it for comparison. */
const KEEP_YEAR = 800
/** Of the chat window, as of the buttons on its page. */
export const SHOP_COLOR = '#96402a'

/** Its parcel arrives on the day on which the sample shop is loaded. */
export const FIRST_ORDER = 'order-1441'

/**
 * Makes a test workspace of its own with the sample shop, ready for a first question: objects, the assistant, the chat window with its
 * key, refunds and chats that the assistant answers at once. There is one an installation: if there is one already, nothing
 * changes.
 *
 * @param server the address of this server, without a `/` at its end: it has the pictures, and its pages may use the chat window
 * @returns the workspace, and whether it is new
 * @throws DomainError FORBIDDEN; CONFLICT if a workspace of another kind has the name
 */
export async function loadSampleWorkspace(
  tx: Tx,
  actor: Actor,
  { hooks, sealer, server }: { hooks: Hooks; sealer: Sealer; server: string },
  now: number,
): Promise<{ workspace: Workspace; isNew: boolean }> {
  requireOperator(actor)
  const existing = await findSampleWorkspace(tx)
  if (existing !== undefined) return { workspace: await getWorkspace(tx, existing), isNew: false }
  const workspace = await createWorkspace(tx, actor, { name: NAME, plan: 'scale', test: true }, now)
  const { id: workspaceId } = workspace
  await tx.run('UPDATE workspaces SET sample = 1 WHERE id = ?', workspaceId)
  const owner: Actor = { ...actor, role: 'owner' }
  const key = await createKey(tx, owner, { workspaceId, kind: 'publishable', name: 'chat widget' }, now)
  await useForWidget(tx, owner, key.id, now)
  await addOrigin(tx, owner, { workspaceId, origin: new URL(server).origin }, now)
  await changeWidgetSettings(tx, owner, { workspaceId, change: { color: SHOP_COLOR } }, now)
  await changeAssistantSettings(
    tx,
    owner,
    { workspaceId, change: { enabled: true, shopName: NAME, keepTurnsDays: KEEP_YEAR } },
    now,
  )
  await createRefundSecret(tx, owner, workspaceId, sealer, now)
  const refunds = { endpointUrl: SAMPLE_ENDPOINT, enabled: true }
  await changeRefundSettings(tx, owner, workspaceId, refunds, { allowPrivate: false, allowEndpoints: [] }, now)
  await pushSampleShop(tx, { workspaceId, hooks, server }, now)
  await keepSampleRefunds(tx, workspaceId, now)
  await keepSampleYear(tx, workspaceId, now)
  await startSampleChats(tx, workspaceId, hooks, now)
  return { workspace, isNew: true }
}

/**
 * Deletes the workspace with the sample shop, as every workspace is deleted; its members are signed out.
 *
 * @returns the workspace as it was
 * @throws DomainError FORBIDDEN; NOT_FOUND without a sample shop; CONFLICT if the last operator is a member of no other workspace
 */
export async function removeSampleWorkspace(
  tx: Tx,
  actor: Actor,
  { onDeleting }: { onDeleting: OnDeletingWorkspace },
  now: number,
): Promise<Workspace> {
  requireOperator(actor)
  const workspaceId = await findSampleWorkspace(tx)
  if (workspaceId === undefined) throw new DomainError('NOT_FOUND', 'no_sample_shop', 'The sample shop is not loaded.')
  const workspace = await getWorkspace(tx, workspaceId)
  // No money of anybody is in progress there.
  const deleting = { workspaceId, name: workspace.name, force: true, onDeleting }
  await deleteWorkspace(tx, { ...actor, role: 'owner' }, deleting, now)
  return workspace
}
