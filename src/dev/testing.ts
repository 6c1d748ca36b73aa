import * as v from 'valibot'
import { HttpError } from '../http/errors.ts'
import { defaultRateLimits, noRateLimits } from '../http/limits/rate-limit.ts'
import { silentLog } from '../lib/log.ts'
import { advanceClock } from './advance.ts'
import type { DevContext } from './context.ts'
import { MEMORY } from './database.ts'
import { DURATION_HINT, parseDuration } from './duration.ts'
import { decideDevRefund, getDevRefund, startDevRefund } from './refunds.ts'
import { faultFields } from './routes/chaos.ts'
import { Duration as DurationField } from './routes/clock.ts'
import { checked, checkedFields } from './routes/json.ts'
import { ruleFields } from './routes/store.ts'
import { Wait } from './routes/wait.ts'
import { startDev } from './start.ts'
import type { Duration, StorewireTest, StorewireTestOptions, TestRefund, TestRefunds } from './testing-api.ts'
import { waitFor } from './wait.ts'

export type * from './testing-api.ts'

const Switch = v.optional(v.boolean('must be true or false'))
const Text = v.optional(v.string('must be a text'))

/** Checked, since a misspelt option would be passed over where nobody compiles the test. */
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
 * Any number can run beside one another.
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
    // Tests tell by themselves what goes wrong.
    log: silentLog,
    onCall: () => {},
  })
  const { clock, store, chaos } = context
  return {
    baseUrl: url,
    ...keys,
    clock: { now: clock.now, advance: (duration) => advanceClock(context, milliseconds(duration)) },
    store: {
      behave: (rule) => store.rules.add(checkedFields(ruleFields, rule, 'rule')),
      behaveWell: store.rules.clear,
      requests: store.requests,
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
