import * as v from 'valibot'
import { requireManager, roles } from '../access/actor.ts'
import { listAudit } from '../access/audit-log.ts'
import { queryInteger, queryTime } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { anyObject, choice, id, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { member } from './credentials.ts'

/** An export reads many pages, so they are long. */
const MOST = 1_000
const given = (about: string) => v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(320), v.description(about)))

const list = route({
  tag: 'Audit log',
  credential: member,
  limits: ['calls'],
  method: 'GET',
  path: '/audit',
  operationId: 'listAudit',
  summary: 'List who did what, the newest first',
  description: 'A page with filters may be short before the last one.',
  query: v.object({
    limit: queryInteger('Maximum number of entries on a page.', { min: 1, max: MOST, normally: 50 }),
    cursor: v.optional(v.pipe(v.string(), v.description('`nextCursor` of the previous page.'))),
    actor: given('Only of this person or key.'),
    subject: given('Only about this id.'),
    action: given('Only actions that begin so, such as `refund`.'),
    since: queryTime('Only at this time or later.'),
  }),
  status: 200,
  response: {
    schema: object('AuditEntries', {
      data: array(
        object('AuditEntryView', {
          id: id(),
          at: time(),
          actor: text('The person or key.'),
          role: optional(choice(roles)),
          origin: text('The address that it came from, or `cli`.'),
          action: text('Such as `key.created`.'),
          subject: text('The id of what it was done to.'),
          details: anyObject('What else is known. It holds no secrets.'),
        }),
        MOST,
      ),
      nextCursor: optional(text('Where the next page begins; null on the last one.')),
    }),
    example: {
      data: [
        {
          id: 'aud_0VbaaJfV00007x0000Rb2mQvT9',
          at: '2026-03-01T09:30:00.000Z',
          actor: 'ada@shop.example',
          role: 'owner',
          origin: '203.0.113.7',
          action: 'key.created',
          subject: 'key_0VbaaJfV00007x0000Rb2mQvT9',
          details: {},
        },
      ],
      nextCursor: null,
    },
  },
  errors: [],
  handler: async ({ query: { limit = 50, subject: target, ...query }, workspace, actor, store: { read } }) => {
    requireManager(actor)
    const { data, nextCursor } = await listAudit(read, workspace.id, { limit, target, ...query })
    return { data: data.map(({ at, target: subject, ...entry }) => ({ ...entry, subject, at: toIso(at) })), nextCursor }
  },
})

export const auditRoutes: Route[] = [list]
