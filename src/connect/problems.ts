import { getKey } from '../access/keys.ts'
import { HOUR_MS } from '../lib/time.ts'
import { failingRefunds } from '../refunds/failing.ts'
import { endpointHealth } from '../refunds/overview.ts'
import type { Reader } from '../store/store.ts'
import type { ShopConnection } from './connections.ts'
import { kindOf } from './kinds.ts'
import { hasItsEndpoint } from './take-back.ts'

/** Without a call of the plugin for this long something is wrong: with nothing to send it calls every 15 minutes. */
export const SILENT_MS = 2 * HOUR_MS
/** Changes wait a minute; after this time the plugin does not get them through. */
const STUCK_SECONDS = 3_600

/** What a problem of a connection is called, by its code, and what helps. `{shop}` is the name of the shop system. */
const SENTENCES: Record<string, string> = {
  key_revoked: 'The key of the shop was revoked, so nothing can be sent. Disconnect, and connect the shop again.',
  not_heard:
    'Nothing was heard from the shop for more than two hours. Check that {shop} is running, and its plugin active.',
  queue_stuck:
    'Changes have waited for more than an hour in the shop. Open the page of the plugin in {shop} to see why.',
  refunds_unreachable: 'The refund endpoint of the shop does not answer. Test the connection in the refund settings.',
  cron_off: 'Background tasks do not run in the shop, so changes arrive late. Switch them on in {shop}.',
  clock_wrong: 'The clock of the shop is more than five minutes off, so signatures do not verify. Set its clock.',
  objects_rejected: 'Some objects of the shop are rejected as invalid. The push log shows which ones.',
  import_failed: 'The import of the history has failed. Open the page of the plugin in {shop}, and start it again.',
  refund_undecided: 'A refund waits for a decision in the shop. Open the page of the plugin in {shop}.',
  storage_failed: 'The plugin cannot store its data in the database of the shop. Check the disk and rights of {shop}.',
}

/** Problems that this server finds out by itself. */
type Found = 'key_revoked' | 'not_heard' | 'queue_stuck' | 'refunds_unreachable'

/** One sentence for people: what is wrong, and what helps. The code is from a plugin, which may be newer than this server. */
export function problemSentence(code: string, kind: ShopConnection['kind']): string {
  const sentence = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined
  return (sentence ?? `The plugin reports a problem: ${code}.`).replaceAll('{shop}', kindOf(kind).title)
}

/** The codes of what is wrong with a connection, its own first. */
export async function problemsOf(reader: Reader, connection: ShopConnection, now: number): Promise<string[]> {
  if (connection.state !== 'connected') return []
  const { report, reportedAt, connectedAt } = connection
  const found: Found[] = []
  if (await isKeyRevoked(reader, connection)) found.push('key_revoked')
  else if (now - Math.max(reportedAt ?? 0, connectedAt ?? 0) > SILENT_MS) found.push('not_heard')
  if ((report?.oldest ?? 0) > STUCK_SECONDS) found.push('queue_stuck')
  if ((await hasItsEndpoint(reader, connection)) && (await isUnreachable(reader, connection.workspaceId)))
    found.push('refunds_unreachable')
  return [...new Set([...found, ...(report?.problems ?? [])])]
}

async function isKeyRevoked(reader: Reader, { workspaceId, keyId }: ShopConnection): Promise<boolean> {
  return keyId !== null && (await getKey(reader, workspaceId, keyId)).revokedAt !== null
}

/** Whether the last test of the present endpoint has failed, or the shop does not answer a refund. */
async function isUnreachable(reader: Reader, workspaceId: string): Promise<boolean> {
  const { lastTest } = await endpointHealth(reader, workspaceId)
  if (lastTest && !lastTest.isGood && !lastTest.isOutdated) return true
  return (await failingRefunds(reader, workspaceId)).count > 0
}
