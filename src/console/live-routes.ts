import * as v from 'valibot'
import { requireAgent } from '../access/actor.ts'
import { getConversation } from '../conversations/conversations.ts'
import { typingPart } from '../conversations/typing.ts'
import { type Route, route } from '../http/route.ts'
import { flag, id, int, someText, text } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { member, memberOfStream } from './credentials.ts'
import { presencePart } from './live/presence.ts'
import { liveStreams } from './live/streams.ts'
import { countWaiting, MOST_WAITING } from './live/waiting.ts'
import { nothing, TAG } from './schemas.ts'

const events = route({
  method: 'GET',
  path: '/events',
  tag: TAG,
  operationId: 'streamNews',
  summary: 'Learn what happens in the workspace',
  description:
    'Server-sent events: `refund` when the status of a refund has changed, `batch` with the progress of a batch and its backfill, `push` with the number of pushes since the last event, about twice a second, once the log of pushes has them, `settings` when somebody has changed settings, keys, members or something else of the workspace (`about` is the first word of the action in the audit log), `typing` while a customer is writing in a conversation, `chat` when there is something new in one, `waiting` with what waits for people, `presence` when other members look at something, `missed` if a slow client has to read everything again. Missed events are not sent again: after a new connection, read again what the page shows. The stream ends with the session, when its member works in another workspace or gets another role, and when the server stops. A member can have 8 streams; another call gets a 409 `too_many_streams`.',
  credential: memberOfStream,
  limits: ['calls'],
  status: 200,
  stream: {
    description: 'The stream of events.',
    example: 'event: push\ndata: {"pushes":[{"type":"orders","lastId":"o_1001","count":1,"refused":0}]}\n\n',
  },
  errors: ['CONFLICT'],
  handler: ({ holder, actor, part }) => {
    requireAgent(actor)
    return part(liveStreams).open(holder)
  },
})

export const liveRoutes: Route[] = [events]

const ofChats = { tag: 'Chats', credential: member, limits: ['calls'] } satisfies Partial<Route>

/** Most members who are named at one place. */
const MOST_PRESENT = 1_000

const present = object('Present', { memberId: id(), name: text(), isWriting: flag() })

const note = route({
  ...ofChats,
  method: 'POST',
  path: '/presence',
  operationId: 'notePresence',
  summary: 'Say what a tab of the console shows, and learn who else looks at it',
  description:
    'A tab says it again every 20 seconds: after 45 seconds it counts as gone. Without a place it leaves. Others learn of it by the event `presence`. Nothing is stored.',
  body: {
    schema: object('Whereabouts', {
      tab: someText('Made by the page: each tab of a member has its own.', 40),
      place: optional(
        v.pipe(
          v.string(),
          v.description('What it shows, such as `chats/conv_…` or `refunds/act_…`.'),
          v.regex(/^(?:chats|refunds)\/[0-9A-Za-z_]{1,60}$/, 'must be chats/ or refunds/ and an id'),
        ),
      ),
      isWriting: flag('Whether its member is writing.'),
    }),
    size: 'widget',
    example: { tab: 't1', place: 'refunds/act_0VbaaJfV00007x0000Rb2mQvT9', isWriting: false },
  },
  status: 200,
  response: {
    schema: object('PresentPeople', { people: array(present, MOST_PRESENT) }),
    example: { people: [{ memberId: 'mem_0VbaaJfV00007x0000Rb2mQvT9', name: 'Ben', isWriting: false }] },
  },
  errors: [],
  handler: async ({ body: { tab, place, isWriting }, holder, actor, part }) => {
    requireAgent(actor)
    return { people: part(presencePart).note(holder, { tab, place: place ?? null, isWriting }) }
  },
})

const waiting = route({
  ...ofChats,
  method: 'GET',
  path: '/waiting',
  operationId: 'countWaiting',
  summary: 'Count the chats and refunds that wait for people',
  description: `At most ${MOST_WAITING} of each are counted. The event \`waiting\` has the new numbers after a change.`,
  status: 200,
  response: {
    schema: object('Waiting', {
      chats: int('Chats whose customer waits for an answer.'),
      refunds: int('Refunds that an agent has to approve.'),
    }),
    example: { chats: 2, refunds: 0 },
  },
  errors: [],
  handler: async ({ workspace, actor, store }) => {
    requireAgent(actor)
    return countWaiting(store.read, workspace.id)
  },
})

export const presenceRoutes: Route[] = [note, waiting]

const typing = route({
  tag: 'Chats',
  credential: member,
  limits: ['calls'],
  method: 'POST',
  path: '/conversations/{id}/typing',
  operationId: 'reportAgentTyping',
  summary: 'Show to the customer that an agent is writing, for 6 seconds',
  description: 'At most one report in 3 seconds is passed on. Nothing is stored.',
  params: v.object({ id: id('The conversation.') }),
  body: nothing,
  status: 204,
  errors: ['NOT_FOUND'],
  handler: async ({ workspace, holder, actor, params, part, store, clock }) => {
    requireAgent(actor)
    const { id: conversationId } = await getConversation(store.read, workspace.id, params.id)
    const { name } = holder
    part(typingPart).note({ workspaceId: workspace.id, conversationId, author: 'agent', name }, clock.now())
  },
})

export const typingRoutes: Route[] = [typing]
