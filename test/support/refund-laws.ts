import assert from 'node:assert/strict'
import Database from 'better-sqlite3'
import type { StoreCall } from './store-endpoint.ts'

/** The allowed moves of a refund, written from the protocol, not from the code: `from > to` by cause. */
const MOVES = new Set([
  'null > awaiting_customer: offered_by_assistant',
  'null > awaiting_customer: started_by_agent',
  'awaiting_customer > executing: customer_confirmed',
  'awaiting_customer > awaiting_approval: customer_confirmed',
  'awaiting_customer > cancelled: customer_confirmed',
  'awaiting_customer > declined: customer_declined',
  'awaiting_customer > expired: time_ran_out',
  'awaiting_customer > cancelled: conversation_moved_on',
  'awaiting_customer > cancelled: order_changed',
  'awaiting_customer > cancelled: refunds_switched_off',
  'awaiting_approval > executing: agent_approved',
  'awaiting_approval > rejected: agent_rejected',
  'awaiting_approval > expired: time_ran_out',
  'awaiting_approval > cancelled: conversation_moved_on',
  'awaiting_approval > cancelled: order_changed',
  'awaiting_approval > cancelled: refunds_switched_off',
  'executing > succeeded: answered_succeeded',
  'executing > pending: answered_pending',
  'executing > failed: store_refused',
  'executing > failed: signature_rejected',
  'executing > failed: retries_used_up',
  'executing > succeeded: reported_succeeded',
  'executing > failed: reported_failed',
  'pending > succeeded: reported_succeeded',
  'pending > failed: reported_failed',
  'pending > failed: agent_stopped_waiting',
])
const LATE = /^reported_(succeeded|failed)$/
const OVER = ['succeeded', 'failed', 'declined', 'rejected', 'cancelled', 'expired']
const ACTIVE = ['awaiting_customer', 'awaiting_approval', 'executing', 'pending']
/** What `behavesWell` names. */
const USUAL = { amount: 1250, currency: 'EUR' }
const MOST_TRIES = 6
const NOT_ANSWERED = /^no_answer:/

interface RefundRow {
  id: string
  order_id: string
  status: string
  amount: number
  currency: string
  mode: string
  expires_at: number | null
  reported_as: string | null
}

interface MoveRow {
  from_status: string | null
  to_status: string
  cause: string
}

interface DeliveryRow {
  id: string
  number: number
  verdict: string | null
}

interface JobRow {
  kind: string
  status: string
  due_at: number
}

/** Facts outside of the database. */
export interface Witness {
  /** The amounts in responses to previews, by delivery id, if not the usual amount. */
  previewed: Map<string, { amount: number; currency: string }>
  /** The refunds that a customer confirmed, with the amount that the customer saw. */
  confirmed: Map<string, { amount: number; currency: string }>
  requests: StoreCall[]
  /** Number of real refunds, by idempotency key. */
  refunds: Map<string, number>
}

/** Reads the file with plain SQLite and asserts everything that must always hold for its refunds. */
export function assertLaws(file: string, witness: Witness): void {
  const db = new Database(file, { readonly: true })
  try {
    const refunds = db.prepare<[], RefundRow>('SELECT * FROM refunds').all()
    assertOneActive(refunds)
    const movesOf = db.prepare<[string], MoveRow>('SELECT * FROM refund_moves WHERE refund_id = ? ORDER BY number')
    const loggedOf = db
      .prepare<[string], string>(
        `SELECT action FROM audit_log WHERE target = ? AND action LIKE 'refund.%' ORDER BY rowid`,
      )
      .pluck()
    const triesOf = db.prepare<[string], DeliveryRow>(
      `SELECT * FROM refund_deliveries WHERE refund_id = ? AND type = 'refund.create' ORDER BY number`,
    )
    const jobsOf = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE subject = ?')
    for (const refund of refunds) {
      const moves = movesOf.all(refund.id)
      assertChain(refund, moves)
      const entered = moves.map((move) => `refund.${isLate(move) ? 'reported_late' : move.to_status}`)
      assert.deepEqual(loggedOf.all(refund.id), entered, `the audit log of ${refund.id}`)
      assertTries(refund, triesOf.all(refund.id))
      assertGoesOn(refund, jobsOf.all(refund.id))
    }
    assertCalls(
      new Map(refunds.map((refund) => [refund.id, refund])),
      witness,
      (id) => db.prepare('SELECT 1 FROM refund_deliveries WHERE id = ?').get(id) !== undefined,
      (id) =>
        db
          .prepare<[string], string>(`SELECT id FROM refund_deliveries WHERE refund_id = ? AND type = 'refund.preview'`)
          .pluck()
          .get(id) ?? '',
    )
  } finally {
    db.close()
  }
}

function assertOneActive(refunds: RefundRow[]): void {
  const active = refunds.filter(({ status }) => ACTIVE.includes(status)).map(({ order_id }) => order_id)
  assert.equal(new Set(active).size, active.length, 'an order has two active refunds')
}

/** A report after the end of the refund. Each outcome is kept once. */
const isLate = ({ from_status, to_status }: MoveRow) => from_status === to_status

function assertChain({ id, status, reported_as }: RefundRow, moves: MoveRow[]): void {
  const late = moves.filter(isLate)
  for (const { cause, to_status } of late)
    assert.ok(LATE.test(cause) && OVER.includes(to_status), `${id} is ${to_status} and kept ${cause}`)
  assert.equal(new Set(late.map(({ cause }) => cause)).size, late.length, `${id} kept a report twice`)
  const succeeded = late.some(({ cause }) => cause === 'reported_succeeded')
  assert.equal(reported_as, succeeded ? 'succeeded' : late.length > 0 ? 'failed' : null, `what ${id} was reported as`)
  const told = moves.map(({ from_status, to_status, cause }) => `${from_status} > ${to_status}: ${cause}`)
  for (const [index, move] of moves.entries())
    assert.ok(isLate(move) || MOVES.has(told[index] ?? ''), `${id} made the move ${told[index]}`)
  assert.deepEqual(
    moves.map(({ from_status }) => from_status),
    [null, ...moves.slice(0, -1).map(({ to_status }) => to_status)],
    `the moves of ${id} form a chain: ${told.join('; ')}`,
  )
  assert.equal(moves.at(-1)?.to_status, status, `${id} has the status of its last move`)
}

/** Tries are numbered without gaps. There are at most six, plus those that a crash interrupted, and none after a response. */
function assertTries({ id, status }: RefundRow, tries: DeliveryRow[]): void {
  const verdicts = tries.map(({ verdict }) => verdict ?? 'cut off').join(', ')
  assert.deepEqual(
    tries.map(({ number }) => number),
    tries.map((_, index) => index + 1),
    `the tries of ${id}`,
  )
  const ended = tries.filter(({ verdict }) => verdict !== null)
  assert.ok(ended.length <= MOST_TRIES, `${id} was tried ${ended.length} times: ${verdicts}`)
  for (const { verdict } of ended.slice(0, -1))
    assert.match(verdict ?? '', NOT_ANSWERED, `${id} was answered and tried again: ${verdicts}`)
  if (['awaiting_customer', 'awaiting_approval', 'declined', 'rejected', 'cancelled', 'expired'].includes(status))
    assert.equal(tries.length, 0, `${id} is ${status} and was sent`)
}

/** Every open refund has something that will move it: a job, or for `pending` the shop. */
function assertGoesOn({ id, status, expires_at }: RefundRow, jobs: JobRow[]): void {
  const waiting = jobs.filter((job) => job.status === 'waiting')
  if (status === 'executing')
    assert.equal(waiting.filter(({ kind }) => kind === 'refund.create').length, 1, `${id} is sent by one job`)
  if (status.startsWith('awaiting_'))
    assert.ok(
      waiting.some(({ kind, due_at }) => kind === 'refund.expire' && due_at <= (expires_at ?? 0)),
      `${id} has a job that ends it`,
    )
}

function assertCalls(
  refunds: Map<string, RefundRow>,
  { requests, previewed, confirmed, refunds: moneyMoved }: Witness,
  isRecorded: (deliveryId: string) => boolean,
  previewOf: (id: string) => string,
): void {
  const bodies = new Map<string, string>()
  const deliveries = new Set<string>()
  for (const { body, headers } of requests) {
    if (body.type === 'refund.preview') assert.equal(body.data.actionId, '')
    if (body.type !== 'refund.create') continue
    const { amount, currency, actionId } = body.data
    assert.equal(headers['service-idempotency-key'], actionId)
    assert.equal(body.idempotencyKey, actionId)
    assert.ok(isRecorded(body.id), `delivery ${body.id} is not recorded`)
    assert.ok(!deliveries.has(body.id), `delivery ${body.id} was sent twice`)
    deliveries.add(body.id)
    assert.deepEqual({ amount, currency }, previewed.get(previewOf(actionId)) ?? USUAL, `${actionId} was previewed`)
    assert.deepEqual({ amount, currency }, confirmed.get(actionId), `${actionId} was confirmed`)
    const sent = JSON.stringify(body.data)
    assert.equal(sent, bodies.get(actionId) ?? sent, `all tries of ${actionId} ask for the same`)
    bodies.set(actionId, sent)
  }
  for (const [key, count] of moneyMoved) {
    assert.equal(count, 1, `${key} was refunded ${count} times`)
    assert.match(refunds.get(key)?.status ?? 'none', /^(executing|pending|succeeded|failed)$/, `${key} moved money`)
  }
}
