import type { TestContext } from 'node:test'
import type { Actor } from '../../src/access/actor.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { noMetrics } from '../../src/lib/metrics.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import {
  approveRefund,
  cancelRefund,
  confirmRefund,
  declineRefund,
  type RefundRef,
  rejectRefund,
  stopWaiting,
  tryRefundNow,
} from '../../src/refunds/decisions.ts'
import { isFinished } from '../../src/refunds/lifecycle.ts'
import { offerRefund, quoteRefund, startRefund } from '../../src/refunds/offer.ts'
import type { ReasonKind } from '../../src/refunds/reasons.ts'
import { madeOrPossiblyMade } from '../../src/refunds/refunded.ts'
import { type Refund, refundsOfOrder } from '../../src/refunds/refunds.ts'
import type { Tx } from '../../src/store/store.ts'
import { fc } from './properties.ts'
import { assertLaws, type Witness } from './refund-laws.ts'
import { startWorld, type World } from './refund-world.ts'
import { owner } from './server.ts'
import { AUTOMATIC, agent, assistant, customer, ORDER } from './shop.ts'
import {
  acceptsForLater,
  answers,
  type Behaviour,
  behavesWell,
  fails,
  hangs,
  hangsInBody,
  refundsThenDrops,
  refuses,
  resets,
  sends,
  waits,
} from './store-endpoint.ts'

/** Number of orders in one world; each is one sequence. */
const ORDERS = 50
const ROUNDS = 6
/** Several worlds run at once, since they wait for hanging calls. */
const AT_ONCE = 4
const ACTING_AT_ONCE = 5
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const steps = [
  ...['onward', 'onward', 'onward', 'onward', 'onward', 'onward', 'onward', 'onward', 'onward', 'onward', 'onward'],
  ...[
    'start',
    'offer',
    'quote',
    'confirm',
    'confirm',
    'decline',
    'approve',
    'approve',
    'reject',
    'cancel',
    'stopWaiting',
    'tryNow',
    'tryNow',
  ],
  ...['reportSucceeded', 'reportFailed', 'pushChanged', 'pushSame', 'nothing', 'nothing', 'nothing', 'nothing'],
] as const
type Step = (typeof steps)[number]

const faults: Record<string, Behaviour> = {
  fails,
  hangs,
  hangsInBody,
  resets,
  // The queue does not know what request comes next: only an order to refund moves money.
  refundsThenDrops: (call, response, shop) =>
    (call.body.type === 'refund.create' ? refundsThenDrops : resets)(call, response, shop),
  acceptsForLater,
  refuses: refuses('too_late', 'no'),
  badSignature: answers({ ok: false, code: 'bad_signature' }, 401),
  slow: waits(60),
  tooSlow: waits(600),
  badJson: sends('{"ok":tru'),
  badAmount: answers({ ok: true, amount: 12.5, currency: 'EUR' }),
  negativeAmount: answers({ ok: true, amount: -1, currency: 'EUR' }),
  lowerCase: answers({ ok: true, amount: 1250, currency: 'eur' }),
  otherCurrency: answers({ ok: true, amount: 1250, currency: 'USD' }),
  unknownStatus: answers({ ok: true, status: 'done', refundId: 'x' }),
  busy: answers({}, 503, { 'retry-after': '30' }),
}

interface Round {
  /** Actions of the people of each order, at the same time. */
  steps: Step[]
  /** Behavior for the next requests. An amount is a correct response with this amount in previews. */
  endpoint: (string | number)[]
  event: { what: string; ms?: number }
  /** When the event happens, in milliseconds after the start of the round; null: at the end of the round. */
  strikesAfter: number | null
  rests: boolean
}

const clockStep = fc.constantFrom(
  20_000,
  20_000,
  90_000,
  90_000,
  400_000,
  HOUR_MS,
  75 * HOUR_MS,
  -5 * MINUTE_MS,
  -30 * HOUR_MS,
)

/** Events between the rounds that affect all orders. */
const event = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ what: 'nothing' }) },
  { weight: 5, arbitrary: clockStep.map((ms) => ({ what: 'clock', ms })) },
  { weight: 2, arbitrary: fc.constant({ what: 'restart' }) },
  { weight: 3, arbitrary: fc.constant({ what: 'crash' }) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('off', 'rotate', 'freeze', 'thaw', 'request', 'execute', 'limit', 'shorter')
      .map((what) => ({
        what,
      })),
  },
)

const round: fc.Arbitrary<Round> = fc.record({
  steps: fc.array(fc.constantFrom(...steps), { minLength: ORDERS, maxLength: ORDERS, size: 'max' }),
  endpoint: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...Object.keys(faults)) },
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 15_000 }) },
    ),
    {
      minLength: 10,
      maxLength: 40,
      size: 'max',
    },
  ),
  event,
  strikesAfter: fc.option(fc.integer({ min: 0, max: 100 }), { freq: 1 }),
  rests: fc.boolean(),
})

/**
 * Runs sequences of what can happen to refunds, many at a time, and asserts after every round that the laws hold, and at the end
 * that every refund comes to its end.
 *
 * @param sequences how many; rounded up to whole worlds
 * @param seed the same one makes the same plans; how they meet each other depends on time as well
 */
export async function driveRefunds(
  t: TestContext,
  sequences: number,
  seed: number,
): Promise<{ confirmed: number; calls: number; refunded: number }> {
  const rounds = fc.array(round, { minLength: ROUNDS, maxLength: ROUNDS, size: 'max' })
  const plans = fc.sample(rounds, { seed, numRuns: Math.ceil(sequences / ORDERS) }).entries()
  const told = { confirmed: 0, calls: 0, refunded: 0 }
  const runPlans = async () => {
    for (const [number, plan] of plans) {
      // Only every tenth endpoint uses TLS, since handshakes take most of the time.
      const world = await startWorld(t, { orders: ORDERS, tls: number % 10 === 9 })
      const witness = await live(world, plan)
      await world.end()
      told.confirmed += witness.confirmed.size
      told.calls += witness.requests.length
      told.refunded += witness.refunds.size
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runPlans))
  return told
}

/** `isOver`: nothing goes wrong any more. */
type Watching = Witness & { isOver: boolean }

async function live(world: World, rounds: Round[]): Promise<Witness> {
  const witness: Watching = {
    previewed: new Map(),
    confirmed: new Map(),
    requests: world.endpoint.requests,
    refunds: world.endpoint.refunds,
    isOver: false,
  }
  for (const [number, { steps, endpoint, event, strikesAfter, rests }] of rounds.entries()) {
    world.endpoint.behave(...endpoint.map((what) => watched(witness, what)))
    const acting = actAll(world, witness, steps, number)
    if (strikesAfter === null) await acting
    else await new Promise((resolve) => setTimeout(resolve, strikesAfter))
    await strike(world, event)
    await acting
    world.life().server.wake()
    if (rests) await world.rest()
    assertLaws(world.life().file, witness)
  }
  witness.isOver = true
  await settle(world)
  assertLaws(world.life().file, witness)
  return witness
}

/** A behavior of the endpoint that records its amounts. */
function watched(witness: Watching, what: string | number): Behaviour {
  const { previewed } = witness
  return (call, response, shop) => {
    if (witness.isOver) return behavesWell(call, response, shop)
    if (typeof what === 'string') return (faults[what] ?? behavesWell)(call, response, shop)
    if (call.body.type !== 'refund.preview' || !shop.isSigned(call)) return behavesWell(call, response, shop)
    const amount = { amount: what, currency: 'EUR' }
    previewed.set(call.body.id, amount)
    return answers({ ok: true, ...amount })(call, response, shop)
  }
}

/** Runs one step of all orders, a few at a time: more would wait for each other until their calls time out. */
async function actAll(world: World, witness: Witness, steps: Step[], number: number): Promise<void> {
  const waiting = steps.entries()
  const actInTurn = async () => {
    for (const [index, step] of waiting) await act(world, witness, step, world.orders[index] ?? '', number)
  }
  await Promise.all(Array.from({ length: ACTING_AT_ONCE }, actInTurn))
}

/** Errors that people and the shop may get: the action is not possible now. Any other error is a defect, unless the process was killed. */
async function act(world: World, witness: Witness, step: Step, orderId: string, number: number): Promise<void> {
  const life = world.life()
  try {
    await acts[step]({ world, life, witness, orderId, number })
  } catch (error) {
    if (error instanceof DomainError && ['CONFLICT', 'SERVICE_UNAVAILABLE'].includes(error.code)) return
    if (life.isOver()) return
    throw error
  }
}

interface Scene {
  world: World
  life: ReturnType<World['life']>
  witness: Witness
  orderId: string
  number: number
}

const earlierOf = ({ world, life, orderId }: Scene): Promise<Refund[]> =>
  refundsOfOrder(life.store.read, world.workspaceId, orderId)

const latest = async (scene: Scene): Promise<Refund | undefined> => (await earlierOf(scene)).at(-1)

type Decide = (tx: Tx, actor: Actor, ref: RefundRef, now: number) => Promise<Refund>

const decides =
  (decide: Decide, actor: Actor) =>
  async (scene: Scene): Promise<void> => {
    const refund = await latest(scene)
    if (!refund) return
    const { world, life, witness } = scene
    const { id, workspaceId, amount, currency } = refund
    if (decide === confirmRefund) witness.confirmed.set(id, { amount, currency })
    await life.store.write((tx) => decide(tx, actor, { workspaceId, id }, world.clock.now()))
    life.server.wake()
  }

const wish = ({ world, orderId, number }: Scene) => ({
  workspaceId: world.workspaceId,
  orderId,
  lines: number % 3 === 0 ? [{ itemId: 'l1', quantity: 1 }] : [],
  kind: 'defect' as ReasonKind,
  note: null,
  conversationId: world.conversations.get(orderId) ?? null,
})

const servicesOf = ({ life, world }: Scene) => ({
  store: life.store,
  outbound: life.outbound,
  clock: world.clock,
  metrics: noMetrics,
  sealer: createSealer(undefined),
})

const reports = (status: string) => async (scene: Scene) => {
  const refund = await latest(scene)
  if (refund) await scene.life.api.call('POST', `/actions/${refund.id}/status`, { json: { status, refundId: 'told' } })
}

const pushes =
  (changes: (number: number) => object) =>
  async ({ life, world, orderId, number }: Scene) => {
    const updatedAt = Date.parse(ORDER.updatedAt) + world.clock.now() + number
    await life.api.push('orders', [{ ...ORDER, id: orderId, updatedAt, ...changes(number) }])
  }

/** The most likely next actions. */
async function goOn(scene: Scene): Promise<unknown> {
  const { status } = (await latest(scene)) ?? {}
  if (status === 'awaiting_customer') return acts.confirm(scene)
  if (status === 'awaiting_approval') return acts.approve(scene)
  if (status === 'executing' || status === 'pending') return undefined
  return scene.number % 2 === 0 ? acts.start(scene) : acts.offer(scene)
}

const acts: Record<Step, (scene: Scene) => Promise<unknown>> = {
  onward: goOn,
  start: async (scene) => {
    const again = madeOrPossiblyMade(await earlierOf(scene))[0]?.id ?? null
    return startRefund(servicesOf(scene), agent, { ...wish(scene), again }).catch(unlessNothingIsLeft)
  },
  offer: (scene) => offerRefund(servicesOf(scene), assistant, wish(scene)).catch(unlessNothingIsLeft),
  quote: (scene) => quoteRefund(servicesOf(scene), agent, wish(scene)).catch(unlessNothingIsLeft),
  confirm: decides(confirmRefund, customer),
  decline: decides(declineRefund, customer),
  approve: decides(approveRefund, agent),
  reject: decides(rejectRefund, agent),
  cancel: decides(cancelRefund, assistant),
  stopWaiting: decides((tx, actor, ref, now) => stopWaiting(tx, actor, { ...ref, reason: 'no report' }, now), agent),
  tryNow: decides(tryRefundNow, owner),
  reportSucceeded: reports('succeeded'),
  reportFailed: reports('failed'),
  pushChanged: pushes((number) => ({ total: 5_000 + number })),
  pushSame: pushes(() => ({})),
  nothing: async () => {},
}

/** Every piece of a line may have been refunded before. */
function unlessNothingIsLeft(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'BAD_REQUEST')) throw error
}

async function strike(world: World, { what, ms = 0 }: Round['event']): Promise<void> {
  if (what === 'clock') world.clock.advance(ms)
  if (what === 'restart') await world.restart()
  if (what === 'crash') await world.crash()
  if (what === 'rotate') await world.rotateSecret()
  if (what === 'off') {
    await world.set({ enabled: false })
    await world.set({ enabled: true })
  }
  if (what === 'freeze') await world.set({ frozen: true })
  if (what === 'thaw') await world.set({ ...AUTOMATIC, frozen: false })
  if (what === 'request' || what === 'execute') await world.set({ mode: what })
  if (what === 'limit') await world.set({ autoLimit: 1_000 })
  if (what === 'shorter') await world.set({ customerTimeoutMinutes: 5, approvalTimeoutHours: 1 })
}

/** Given enough time, every refund ends or waits for the shop's report. */
async function settle(world: World): Promise<void> {
  const { life, clock, orders, workspaceId } = world
  // The clock was set back by some hours a few times, and agents have three days.
  for (let hours = 0; hours < 500; hours += 24) {
    await world.rest()
    clock.advance(24 * HOUR_MS)
  }
  await world.rest()
  for (const orderId of orders)
    for (const { id, status } of await refundsOfOrder(life().store.read, workspaceId, orderId))
      if (!isFinished(status) && status !== 'pending') throw new Error(`${id} is ${status} permanently`)
}
