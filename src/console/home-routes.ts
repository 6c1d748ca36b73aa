import { requireAgent } from '../access/actor.ts'
import { connectionStates } from '../connect/connections.ts'
import { MOST_ENDPOINTS } from '../events/change-endpoints.ts'
import { MOST_REFUSED } from '../http/request-log/pushes.ts'
import { type Route, route } from '../http/route.ts'
import { choice, currency, flag, id, int, money, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { resources } from '../objects/resources.ts'
import { beforeFigures, nowFigures } from '../report/schemas.ts'
import { member } from './credentials.ts'
import { showHome, steps } from './home.ts'
import { refundCounts } from './refund-parts.ts'
import { failingFields } from './refund-view.ts'
import { TAG } from './schemas.ts'
import { systemPart } from './system-part.ts'

const types = resources.map(({ name }) => name)
const type = () => choice(types as [string, ...string[]])

const home = object('Home', {
  now: time('By the clock of the server.'),
  setup: optional(
    array(
      object('SetupStep', {
        name: choice(steps),
        isDone: flag('Judged by what has happened.'),
        at: optional(time('When it happened.')),
        subject: optional(text('What happened: the type and id of an object, or the origin of a page.')),
      }),
      steps.length,
    ),
  ),
  pushes: array(
    object('LatestPush', {
      type: type(),
      lastId: optional(id()),
      at: time('When the latest push was accepted.'),
      usualGapMs: optional(int('The usual longest pause of a day, nights included; null: too little is known.')),
      isSilent: flag('Whether it is three times as long ago as that.'),
    }),
    types.length,
  ),
  refused: object('RefusedPushes', {
    count: int(`In the last 24 hours, as far as the log has them; at most ${MOST_REFUSED}.`),
    latest: optional(
      object('RefusedPush', {
        at: time(),
        type: optional(type()),
        status: int(),
        message: optional(text()),
      }),
    ),
  }),
  imports: array(
    object('RunningImport', {
      backfillId: optional(id()),
      name: optional(text('The label of the backfill, or the type of batches without one.')),
      received: int(),
      processed: int(),
      startedAt: time(),
    }),
    1_000,
  ),
  refunds: object('RefundOverview', {
    waiting: int('Those that wait for an agent.'),
    oldestAt: optional(time('When the oldest of them began to wait.')),
    sums: array(object('Sum', { currency: currency(), amount: money() }), 200),
    failedThisWeek: int(),
    failing: object('FailingRefunds', {
      count: int('Refunds that the shop was ordered to make, and does not answer; of the 100 oldest in progress.'),
      oldest: optional(object('OldestFailing', { id: id(), ...failingFields })),
    }),
  }),
  chats: object('WaitingChats', {
    waiting: int('Those whose customer waits for an answer; at most 100.'),
    oldestAt: optional(time('Since when the first of them waits.')),
  }),
  endpoint: object('EndpointHealth', {
    isSetUp: flag(),
    lastTest: optional(
      object('EndpointTest', { at: time(), isGood: flag(), isOutdated: flag('Address or secret have changed since.') }),
    ),
    testedAt: optional(time('When a test of the present address and secret last succeeded.')),
    calls: int('The last calls, at most 100.'),
    answered: int('How many of them got an answer that counts.'),
  }),
  notifications: object('NotificationHealth', {
    disabled: array(text('The host of an endpoint that failed too long, and gets no events any more.'), MOST_ENDPOINTS),
  }),
  shop: optional(
    object('ShopHealth', {
      state: choice(connectionStates),
      shop: optional(text('The address of the shop; null for a code that no shop has claimed.')),
      problems: array(text('One sentence each.'), 100),
    }),
  ),
  backup: optional(
    object('Backup', {
      isPlanned: flag('Whether this server makes backups by itself.'),
      lastAt: optional(time()),
      failure: optional(text('Why the last one has failed.', 100_000)),
    }),
  ),
  days: array(
    object('DayOfPushes', {
      day: text('In UTC.'),
      objects: array(object('CountOfType', { type: type(), count: int('Created and updated.') }), types.length),
      refused: int('Refused calls.'),
    }),
    14,
  ),
  figures: optional(object('WeekFigures', { days: int(), now: nowFigures, before: beforeFigures })),
})

const example = {
  now: '2026-03-01T09:30:00.000Z',
  setup: [{ name: 'push', isDone: true, at: '2026-03-01T09:29:59.000Z', subject: 'orders o_1001' }],
  pushes: [
    { type: 'orders', lastId: 'o_1001', at: '2026-03-01T09:29:59.000Z', usualGapMs: 28_800_000, isSilent: false },
  ],
  refused: { count: 0, latest: null },
  imports: [],
  refunds: {
    waiting: 1,
    oldestAt: '2026-03-01T09:00:00.000Z',
    sums: [{ currency: 'EUR', amount: 3_900 }],
    failedThisWeek: 0,
    failing: { count: 0, oldest: null },
  },
  chats: { waiting: 2, oldestAt: '2026-03-01T09:21:00.000Z' },
  endpoint: { isSetUp: false, lastTest: null, testedAt: null, calls: 0, answered: 0 },
  notifications: { disabled: [] },
  shop: { state: 'connected', shop: 'https://shop.example', problems: [] },
  backup: null,
  days: [{ day: '2026-03-01', objects: [{ type: 'orders', count: 12 }], refused: 0 }],
  figures: null,
}

const show = route({
  method: 'GET',
  path: '/home',
  tag: TAG,
  operationId: 'showHome',
  summary: 'Show what is set up, what waits and what goes wrong',
  description: 'Agents get no `setup` and no `figures`. The backup is for operators alone.',
  credential: member,
  limits: ['calls'],
  status: 200,
  response: { schema: home, example },
  errors: [],
  handler: async ({ holder, actor, store, clock, part }) => {
    requireAgent(actor)
    const { system, lastBackupAt } = part(systemPart)
    const backup = { lastAt: await lastBackupAt(), failure: system?.backups.failure() ?? null }
    return showHome(store.read, { ...holder, backup }, part(refundCounts), clock.now())
  },
})

export const homeRoutes: Route[] = [show]
