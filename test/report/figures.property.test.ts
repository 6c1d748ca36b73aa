import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeZone } from '../../src/access/workspaces.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { rateConversation } from '../../src/conversations/ratings.ts'
import { dayIn } from '../../src/lib/days.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/time.ts'
import { declineRefund } from '../../src/refunds/decisions.ts'
import { closeConversation } from '../../src/refunds/end-waiting.ts'
import { rebuildReport } from '../../src/report/rebuild.ts'
import { type Chats, startChats } from '../support/chats.ts'
import { fc } from '../support/properties.ts'
import { allMeasures, counted, report } from '../support/report.ts'
import { owner } from '../support/server.ts'
import { agent, customer } from '../support/shop.ts'

/** Lives of chats that are tried; more with `LIVES=…`. */
const LIVES = Number(process.env.LIVES ?? 15)

const LONGEST_MINUTES = 500_000
const CUSTOMERS = ['c1', 'c2', 'c3']
const ZONES = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Europe/Berlin']
const TEXTS = [
  'What is in order o1?',
  'I want to talk to a person',
  'Zorgle blimp frumious',
  'Hello',
  'How do I return it?',
]

const step = fc.oneof(
  fc.record({ do: fc.constant('say' as const), who: fc.constantFrom(...CUSTOMERS), text: fc.constantFrom(...TEXTS) }),
  fc.record({ do: fc.constant('reply' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('close' as const), which: fc.nat(9) }),
  fc.record({
    do: fc.constant('rate' as const),
    which: fc.nat(9),
    rating: fc.constantFrom('good' as const, 'bad' as const),
  }),
  fc.record({ do: fc.constant('refund' as const), kind: fc.constantFrom('defect' as const, 'return' as const) }),
  fc.record({ do: fc.constant('decline' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('erase' as const), who: fc.constantFrom(...CUSTOMERS) }),
  fc.record({ do: fc.constant('zone' as const), zone: fc.constantFrom(...ZONES) }),
  // Also backwards: clocks are set back.
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 7, 13, 25, 50, -3) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What is known of a chat beside the report. */
interface Known {
  day: string
  people: boolean
  rating: 'good' | 'bad' | undefined
}

/** Counts beside the report, by what was done. What is erased stays counted. */
class World {
  readonly chats = new Map<string, Known>()
  readonly gone: Known[] = []
  readonly refunds: { id: string; day: string; kind: string; status: string }[] = []
  zone = 'UTC'
  readonly of: Chats
  orders = 0

  constructor(of: Chats) {
    this.of = of
  }

  day = () => dayIn(this.zone, this.of.api.clock.now())

  expected(): Record<string, number> {
    const counts: Record<string, number> = {}
    const add = (day: string, measure: string) => {
      counts[`${day} ${measure}`] = (counts[`${day} ${measure}`] ?? 0) + 1
    }
    for (const { day, people, rating } of [...this.chats.values(), ...this.gone]) {
      add(day, 'chats')
      if (people) add(day, 'people')
      if (rating) add(day, `rating.${rating}`)
    }
    for (const { day } of this.gone) add(day, 'erased')
    for (const { day, status, kind } of this.refunds) add(day, `refunds.${status}.${kind}.EUR`)
    return counts
  }
}

/** Refused acts, such as a rating of a chat that has not ended, change nothing. */
const tried = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false
      throw error
    },
  )

async function act(world: World, now: Step): Promise<void> {
  const { api, open, say, shop } = world.of
  const { store, clock, workspaceId } = api
  const ids = [...world.chats.keys()]
  const id = 'which' in now ? (ids[now.which % Math.max(ids.length, 1)] ?? '') : ''
  const chat = world.chats.get(id)
  if (now.do === 'say') {
    const mine = await open(now.who)
    const mode = await store.read.get<{ mode: string }>('SELECT mode FROM conversations WHERE id = ?', mine)
    // A closed chat is continued by another call.
    if (mode?.mode === 'closed') return
    const known = world.chats.get(mine) ?? { day: world.day(), people: false, rating: undefined }
    world.chats.set(mine, known)
    const answered = await say(mine, now.text)
    known.people ||= answered?.handOver != null
  } else if (now.do === 'reply' && chat) {
    const done = await tried(
      store.write((tx) => reply(tx, agent, { workspaceId, id, text: 'Here', agentName: 'Ann' }, clock.now())),
    )
    chat.people ||= done
  } else if (now.do === 'close' && chat)
    await tried(store.write((tx) => closeConversation(tx, agent, { workspaceId, id }, clock.now())))
  else if (now.do === 'rate' && chat) {
    const rated = { workspaceId, id, rating: now.rating, text: null }
    if (await tried(store.write((tx) => rateConversation(tx, rated, clock.now())))) chat.rating = now.rating
  } else if (now.do === 'refund') {
    const orderId = `r${world.orders++}`
    const order = {
      id: orderId,
      updatedAt: 1_000,
      customerId: 'c9',
      currency: 'EUR',
      total: 5_000,
      status: 'delivered',
    }
    await api.push('orders', [order])
    const { id: refund, status } = await shop.start({ orderId, kind: now.kind })
    world.refunds.push({ id: refund, day: world.day(), kind: now.kind, status })
  } else if (now.do === 'decline') {
    const refund = world.refunds[now.which % Math.max(world.refunds.length, 1)]
    if (!refund) return
    const ref = { workspaceId, id: refund.id }
    if (await tried(store.write((tx) => declineRefund(tx, customer, ref, clock.now())))) refund.status = 'declined'
  } else if (now.do === 'erase') {
    await api.push('customers', [{ id: now.who, updatedAt: 1_000 }])
    // What is erased before it was counted was never counted.
    await counted(api)
    const own = await store.read.all<{ id: string }>('SELECT id FROM conversations WHERE customer_id = ?', now.who)
    await api.call('DELETE', `/customers/${now.who}`)
    for (const { id: mine } of own) {
      const known = world.chats.get(mine)
      if (known) world.gone.push(known)
      world.chats.delete(mine)
    }
  } else if (now.do === 'zone') {
    await store.write((tx) => setTimeZone(tx, owner, workspaceId, now.zone, clock.now()))
    world.zone = now.zone
  } else if (now.do === 'wait') clock.advance(now.hours * HOUR_MS)
}

/** The measures that the world knows. */
const KNOWN = /^\S+ (?:chats|people|rating\.\w+|erased|refunds\..+)$/

test('after chats, hand-overs, ratings, refunds, erasures and clock moves over time zones, in any order, the figures equal those counted from nothing', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const world = new World(await startChats(t))
      const { api, shop } = world.of
      // Time alone moves no refund.
      await shop.set({ customerTimeoutMinutes: LONGEST_MINUTES })
      for (const one of steps) await act(world, one)
      await counted(api)
      const kept = await allMeasures(api)
      const known = Object.fromEntries(Object.entries(kept).filter(([name]) => KNOWN.test(name)))
      assert.deepEqual(known, sorted(world.expected()))
      const before = await report(api, 90)
      await rebuildReport(api, api.workspaceId)
      assert.deepEqual(await allMeasures(api), kept, 'counted from nothing')
      assert.deepEqual(await report(api, 90), before)
      // Nothing is counted twice once days are frozen.
      api.clock.advance(120 * DAY_MS)
      assert.equal((await rebuildReport(api, api.workspaceId)).days, 0)
      const chatsOf = (all: Record<string, number>) => Object.entries(all).filter(([name]) => !name.includes('refund'))
      assert.deepEqual(chatsOf(await allMeasures(api)), chatsOf(kept), 'frozen')
    }),
    { numRuns: LIVES },
  )
})

const sorted = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)))
