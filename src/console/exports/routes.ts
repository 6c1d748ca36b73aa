import * as v from 'valibot'
import type { Actor } from '../../access/actor.ts'
import type { SignedIn } from '../../access/member-sessions.ts'
import { MAX_CHAT_TAG } from '../../conversations/tags.ts'
import { queryTime } from '../../http/query.ts'
import { type Context, type Route, route } from '../../http/route.ts'
import { chatFilters } from '../chats/list.ts'
import { memberOfStream } from '../credentials.ts'
import { dataFilters, dataSort } from '../data/list-routes.ts'
import { resourceNamed, type } from '../data/row.ts'
import { refundListQuery, refundsAsked } from '../refund-routes.ts'
import { exportPart } from './export-part.ts'
import { auditExport, chatsFile, type ListFile, objectsFile, refundsFile, requireMayExport } from './lists.ts'

/** Shared by all routes of this file. */
const ofExports = {
  tag: 'Exports',
  credential: memberOfStream,
  limits: ['calls'],
  method: 'GET',
  status: 200,
  errors: ['CONFLICT'],
} satisfies Partial<Route>

const ENDING =
  'At most two exports of a workspace are sent at a time; another one gets a 409 `too_many_exports`. The file ends early, with a broken connection, if its member signs out, changes workspace or loses the role. Objects that change meanwhile may be missing.'

type Exporting = Pick<
  Context<unknown, unknown, unknown, SignedIn>,
  'workspace' | 'holder' | 'store' | 'clock' | 'part' | 'answerHeaders'
> & { actor: Actor }

/** Sends a list, and writes down who has it. */
function send(
  { workspace: { id: workspaceId }, actor, holder, store, clock, part, answerHeaders }: Exporting,
  { list, filters, file }: { list: string; filters: object; file: ListFile },
): Promise<ReadableStream<Uint8Array>> {
  answerHeaders['content-disposition'] = `attachment; filename="${list}.csv"`
  const exported = { workspaceId, actor, list, filters }
  return part(exportPart).open(holder, file, () => store.write((tx) => auditExport(tx, exported, clock.now())))
}

const data = route({
  ...ofExports,
  path: '/exports/data/{type}',
  operationId: 'exportData',
  summary: 'Export the objects of a type as a CSV file',
  description: `For owners and admins. With the filters and the order of the list. An import of the file brings the same objects. ${ENDING}`,
  params: v.object({ type: type() }),
  query: v.object({
    updatedSince: queryTime('Only objects whose `updatedAt` is this time or later.'),
    sort: dataSort,
    ...dataFilters,
  }),
  file: {
    description: 'A line for each object. Amounts are in minor units, times in UTC, lists and `custom` are JSON.',
    example: 'id,updatedAt,number,total\no_1001,2026-03-01T09:30:00.000Z,#1001,4400\n',
  },
  errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
  handler: async (context) => {
    const { params, query, workspace, actor } = context
    requireMayExport(actor, params.type)
    const { updatedSince, sort, ...filters } = query
    const file = objectsFile(context, resourceNamed(params.type), workspace.id, { updatedSince, sort, filters })
    return send(context, { list: params.type, filters: { updatedSince, ...filters }, file })
  },
})

const refunds = route({
  ...ofExports,
  path: '/exports/refunds',
  operationId: 'exportRefunds',
  summary: 'Export refunds as a CSV file',
  description: `For owners and admins. With the filters and the order of the list. ${ENDING}`,
  query: v.object(refundListQuery),
  file: {
    description: 'A line for each refund. Amounts are in minor units.',
    example: 'id,status,amount,currency\nact_01KCJ5w60000x7Rb2mQvT9aLp,succeeded,3900,EUR\n',
  },
  handler: async (context) => {
    const { query, workspace, actor } = context
    requireMayExport(actor, 'refunds')
    const file = refundsFile(context, workspace.id, refundsAsked(query))
    const { sort: _, ...filters } = query
    return send(context, { list: 'refunds', filters, file })
  },
})

const chats = route({
  ...ofExports,
  path: '/exports/chats',
  operationId: 'exportChats',
  summary: 'Export the list of chats as a CSV file',
  description: `With the filters and the order of the list, and the beginning of the last words of each chat. ${ENDING}`,
  query: v.object({
    show: v.optional(v.picklist(chatFilters)),
    reason: v.optional(v.pipe(v.string(), v.maxLength(40))),
    tag: v.optional(v.pipe(v.string(), v.maxLength(MAX_CHAT_TAG))),
  }),
  file: {
    description: 'A line for each chat.',
    example: 'id,mode,customerId,name\nconv_0VbaaJfV00007x0000Rb2mQvT9,closed,c_81,Ada Lovelace\n',
  },
  handler: async (context) => {
    const { query, workspace, actor, holder } = context
    requireMayExport(actor, 'chats')
    const { show = 'open', reason, tag } = query
    const viewer = { workspaceId: workspace.id, memberId: holder.memberId }
    return send(context, {
      list: 'chats',
      filters: query,
      file: chatsFile(context, { ...viewer, show, reason, tag, isUnread: false }),
    })
  },
})

export const exportRoutes: Route[] = [data, refunds, chats]
