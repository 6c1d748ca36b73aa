import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import type { Feature } from '../http/feature.ts'
import { type Content, contentOf, contentReply, servePage } from '../http/pages.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { connectionKinds } from './kinds.ts'
import { connectPart } from './part.ts'
import { readPlugin } from './plugin.ts'
import { CONNECT_TAG, connectRoutes } from './routes.ts'
import { watchConnections } from './watch.ts'

const connections: WorkspaceTable = {
  table: 'connections',
  key: ['id'],
  exported: {
    file: 'connections',
    columns: `id, kind, state, address, created_by AS "createdBy", created_at AS "createdAt", shop, refund_url AS "refundUrl", version,
      network, claimed_at AS "claimedAt", decided_by AS "decidedBy", decided_at AS "decidedAt", connected_at AS "connectedAt",
      report, reported_at AS "reportedAt", problems, ended_by AS "endedBy", ended_at AS "endedAt"`,
    show: (row) => shownRow(row, ['problems']),
  },
  // A code or claim from before the backup may have been used since. What was made for an approved one is taken back by the next look.
  afterRestore: `UPDATE connections SET expires_at = 0 WHERE state IN ('offered', 'claimed', 'approved')`,
}

const ZIP = { 'content-type': 'application/zip', 'cross-origin-resource-policy': 'same-origin' }

/** Pairing with a shop system: codes, claims, what is connected, and what is wrong with it. */
export const connectFeature: Feature<{ outbound: Outbound }> = {
  routes: connectRoutes,
  tags: {
    [CONNECT_TAG]:
      'Calls of the plugin of a shop system, such as WooCommerce: it asks to be connected with a code that a person copies, and gets its keys once a person has approved that.',
  },
  parts: [connectPart],
  tables: [connections],
  tasks: ({ store, clock }) => [
    {
      name: 'look after connections',
      cron: '* * * * *',
      run: (signal) => watchConnections(store, clock.now(), signal),
    },
  ],
  onServed: (request, { part }) => part(connectPart).hear(request),
  mount: (app, services) => {
    for (const { name, plugin } of connectionKinds) {
      let made: Promise<Content> | undefined
      servePage(app, `/connect/${plugin}`, services, async (event) => {
        made ??= readPlugin(name).then((bytes) => contentOf(bytes))
        return contentReply(event, await made, { ...ZIP, 'content-disposition': `attachment; filename="${plugin}"` })
      })
    }
  },
}
