import { BACKUP_FAILED } from '../../http/backup-failed.ts'
import { PUSH_REFUSED, type RefusedPush } from '../../http/request-log/refused-pushes.ts'
import { choice, int, text } from '../../lib/fields.ts'
import { optional } from '../../lib/schema.ts'
import { getBackfill } from '../../objects/bulk/backfills.ts'
import { getBatch } from '../../objects/bulk/batches.ts'
import { IMPORT_END, type ImportEnd } from '../../objects/bulk/import-end.ts'
import { type EventSource, sourceOf, type TypeOf } from '../event-type.ts'

const noCustomer = { conversationId: null, customerId: null }

interface DisabledEndpoint {
  id: string
  kind: string
  host: string
  reason: string
}

/** Event endpoints that were disabled. The others hear of it. */
export const endpointSource = sourceOf<DisabledEndpoint>({
  kinds: ['endpoint'],
  types: [
    {
      name: 'endpoint.disabled',
      title: 'An endpoint was disabled',
      about: 'An endpoint of events was disabled: it had only failures for five days, or has answered 410.',
      isDefault: true,
      isUrgent: true,
      fields: {
        endpointId: text('The endpoint.'),
        kind: text('`webhook`, `slack`, `discord` or `ntfy`.'),
        reason: choice(['gone', 'failing']),
      },
      example: { endpointId: 'evp_0VbaoV8B0000GRiw6PwSfiY', kind: 'webhook', reason: 'failing' },
      sentence: ({ kind }) => `Events are no longer sent to an endpoint (${kind}), since it has failed too long.`,
      when: () => true,
    },
  ],
  factsOf: async (reader, { workspaceId, change }) => {
    const { reason = 'failing' } = (change.data ?? {}) as { reason?: string }
    const row = await reader.get<{ id: string; kind: string; host: string }>(
      'SELECT id, kind, host FROM event_endpoints WHERE workspace_id = ? AND id = ?',
      workspaceId,
      change.ids[0] ?? '',
    )
    return row && { ...row, reason }
  },
  draft: ({ id, kind, reason }) => ({
    subject: id,
    data: { endpointId: id, kind, reason },
    page: '/settings/notifications',
    ...noCustomer,
  }),
})

interface FinishedImport {
  id: string
  resource: string | null
  status: string
  received: number
  created: number
  updated: number
  stale: number
}

const counts = { received: int(), created: int(), updated: int(), stale: int() }

/** Backfills, and batches of no backfill. */
export const importSource = sourceOf<FinishedImport>({
  kinds: [IMPORT_END],
  types: [
    {
      name: 'import.finished',
      title: 'An import has ended',
      about: 'A backfill, or a batch outside of backfills, was processed or has failed.',
      isDefault: false,
      isUrgent: false,
      fields: {
        importId: text('The backfill or the batch.'),
        resource: optional(text('The type of the objects of a batch; null for a backfill.')),
        status: choice(['done', 'failed']),
        ...counts,
      },
      example: {
        importId: 'bf_0VbaoV8B0000GRiw6PwSfiY',
        resource: null,
        status: 'done',
        received: 1_200,
        created: 1_150,
        updated: 50,
        stale: 0,
      },
      sentence: ({ status, received, created, updated }) =>
        status === 'done'
          ? `An import of ${received} objects has ended: ${created} created, ${updated} updated.`
          : `An import of ${received} objects has failed.`,
      when: () => true,
    },
  ],
  factsOf: async (reader, { workspaceId, change }) => {
    const [id = ''] = change.ids
    const { status } = change.data as ImportEnd
    const batch = await getBatch(reader, workspaceId, id)
    const ended = batch ?? (await getBackfill(reader, workspaceId, id))
    if (!ended) return undefined
    const { received, results } = ended
    return { id, resource: batch?.resource ?? null, status, received, ...results }
  },
  draft: ({ id, resource, ...rest }) => ({
    subject: id,
    data: { importId: id, resource, ...rest },
    page: `/imports/${id}`,
    ...noCustomer,
  }),
})

const HOUR_MS = 3_600_000

const refusedType: TypeOf<RefusedPush> = {
  name: 'push.refused',
  title: 'A push was refused',
  about: 'A push of your server was refused: the first one of a cause in an hour.',
  isDefault: false,
  isUrgent: false,
  fields: {
    resource: text('The type of the pushed objects.'),
    status: int('The HTTP status of the response.'),
    reason: text('Why, as one word for programs, such as `invalid`.'),
  },
  example: { resource: 'orders', status: 400, reason: 'invalid' },
  sentence: ({ resource, status, reason }) => `A push of ${resource} was refused with HTTP ${status} (${reason}).`,
  quiet: { ms: HOUR_MS, after: ['push.refused'] },
  when: () => true,
}

export const pushSource: EventSource = {
  kinds: [PUSH_REFUSED],
  types: [refusedType],
  draftsOf: async (_, { change }) =>
    (change.data as RefusedPush[]).map(({ resource, status, reason }) => ({
      type: refusedType,
      subject: `${resource} ${status} ${reason}`,
      data: { resource, status, reason },
      page: '/pushes',
      ...noCustomer,
      personal: null,
    })),
}

/** Scheduled backups that have failed. They hold every workspace, so only endpoints of operators hear of them. */
export const backupSource = sourceOf<Record<string, never>>({
  kinds: [BACKUP_FAILED],
  types: [
    {
      name: 'backup.failed',
      title: 'A backup has failed',
      about: 'A scheduled backup has failed. Only endpoints that an operator made get it.',
      isDefault: true,
      isUrgent: true,
      fields: {},
      example: {},
      sentence: () => 'A scheduled backup has failed.',
      when: () => true,
    },
  ],
  factsOf: async () => ({}),
  draft: () => ({ subject: 'backup', data: {}, page: '/system', ...noCustomer, isForOperators: true }),
})
