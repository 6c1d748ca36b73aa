import * as v from 'valibot'
import { requireAgent } from '../access/actor.ts'
import { type Route, route } from '../http/route.ts'
import { flag, id, int, someText, text } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { member } from './credentials.ts'
import { presencePart } from './live/presence.ts'
import { countWaiting, MOST_WAITING } from './live/waiting.ts'

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
