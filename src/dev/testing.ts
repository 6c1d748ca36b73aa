import * as v from 'valibot'
import { HttpError } from '../http/errors.ts'
import { defaultRateLimits, noRateLimits } from '../http/limits/rate-limit.ts'
import { silentLog } from '../lib/log.ts'
import { DURATION_HINT, parseDuration } from '../lib/time.ts'
import type { DevContext } from './context.ts'
import { MEMORY } from './database.ts'
import { decideDevRefund, getDevRefund, startDevRefund } from './refunds.ts'
import { faultFields } from './routes/chaos.ts'
import { advanceClock, Duration as DurationField } from './routes/clock.ts'
import { checked, checkedFields } from './routes/dev-route.ts'
import { ruleFields } from './routes/shop.ts'
import { Wait } from './routes/wait.ts'
import { startDev } from './start.ts'
import type { Duration, StorewireTest, StorewireTestOptions, TestRefund, TestRefunds } from './testing-api.ts'
import { waitFor } from './wait.ts'

export type * from './testing-api.ts'

const Switch = v.optional(v.boolean('must be true or false'))
const Text = v.optional(v.string('must be a text'))

/** Checks the options: in a test without type checking, a misspelled option would be ignored. */
const optionFields = {
  seedData: Switch,
  fixedKeys: Switch,
  refundEndpoint: Text,
  refundTimeout: v.optional(DurationField),
  rateLimits: v.optional(v.picklist(['off', 'production'], 'must be off or production')),
  db: Text,
} satisfies Record<keyof StorewireTestOptions, v.GenericSchema>

/**
 * Starts storewire inside this process, for a test: a real server on a free port, with a workspace, a clock and data of its own.
 * Any number of servers can run at the same time.
 */
export async function startStorewire(options: StorewireTestOptions = {}): Promise<StorewireTest> {
  const {
    seedData = false,
    fixedKeys = false,
    refundEndpoint,
    refundTimeout,
    rateLimits = 'production',
    db = MEMORY,
  } = checkedFields(optionFields, options, 'set of options')
  const { url, keys, context, stop } = await startDev({
    db,
    host: '127.0.0.1',
    port: 0,
    seedData,
    fixedKeys,
    rateLimits: rateLimits === 'off' ? noRateLimits : defaultRateLimits,
    refundEndpoint,
    refundTimeoutMs: refundTimeout,
    policy: { allowPrivate: false, allowEndpoints: [] },
    // Failing tests report errors themselves.
    log: silentLog,
    onCall: () => {},
    onDelivery: () => {},
  })
  const { clock, shop, chaos } = context
  return {
    baseUrl: url,
    ...keys,
    clock: { now: clock.now, advance: (duration) => advanceClock(context, milliseconds(duration)) },
    shop: {
      behave: (rule) => shop.rules.add(checkedFields(ruleFields, rule, 'rule')),
      behaveWell: shop.rules.clear,
      requests: shop.requests,
    },
    refunds: refundsOf(context),
    chaos: (fault) => chaos.add(checkedFields(faultFields, fault, 'fault')),
    reset: context.reset,
    stop,
  }
}

function refundsOf(context: DevContext): TestRefunds {
  return {
    start: (requested) => startDevRefund(context, requested),
    confirm: (id) => decideDevRefund(context, id, 'confirm'),
    decline: (id) => decideDevRefund(context, id, 'decline'),
    cancel: (id) => decideDevRefund(context, id, 'cancel'),
    stopWaiting: (id, reason) => decideDevRefund(context, id, 'stop-waiting', reason),
    get: (id) => getDevRefund(context, id),
    wait: async (status, { order, id, timeout }) => {
      const { timeout: timeoutMs } = checked(Wait, { for: `refund.${status}`, order, id, timeout }, 'wait')
      return (await waitFor(context, { kind: 'refund', status, order, id }, { timeoutMs })) as TestRefund
    },
  }
}

function milliseconds(duration: Duration): number {
  const ms = parseDuration(duration)
  if (ms === undefined) throw new HttpError('BAD_REQUEST', 'not_a_duration', `The duration ${DURATION_HINT}.`)
  return ms
}
