import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { changeRefundSettings } from '../refunds/change-settings.ts'
import type { OperatorPolicy } from '../refunds/endpoint-address.ts'
import { createOutbound } from '../refunds/outbound.ts'
import { createRateLimiter, type RateLimiter, type RateLimits } from '../server/rate-limit.ts'
import { defaultSettings } from '../server/services.ts'
import { startServing } from '../server/start.ts'
import type { Store } from '../store/store.ts'
import { around } from './around.ts'
import { type Call, createCallLog } from './calls.ts'
import { createChanges, observedStore } from './changes.ts'
import { createChaos } from './chaos.ts'
import { createDevClock } from './clock.ts'
import type { DevContext } from './context.ts'
import { openDevStore } from './database.ts'
import { createReplays } from './replays.ts'
import { createSampleStore } from './sample-store.ts'
import { loadSeed } from './seed.ts'
import { takeSnapshot } from './snapshot.ts'
import { type DevKeys, developer, openWorkspace } from './workspace.ts'

export interface DevOptions {
  /** A file, or {@link MEMORY}. */
  db: string
  host: string
  /** 0 picks a free one. */
  port: number
  /** Whether the sample shop is there from the start. */
  seedData: boolean
  /** Whether the keys are the well-known ones. */
  fixedKeys: boolean
  rateLimits: RateLimits
  /** The developer's own refund endpoint, instead of the one built in. */
  refundEndpoint?: string | undefined
  policy: OperatorPolicy
  /** How long a refund endpoint may take; 10 seconds, as in production, unless a test is in a hurry. */
  refundTimeoutMs?: number | undefined
  log: Log
  onCall: (call: Call) => void
}

/** A server for one developer, or one test. */
export interface Dev {
  /** The base address, such as `http://127.0.0.1:8787/api/v1`. */
  url: string
  keys: DevKeys
  context: DevContext
  stop(): Promise<void>
}

/**
 * Starts all of storewire for a developer: a test workspace, and the `/dev` addresses beside the API.
 *
 * @throws Error in words for the operator when the database or the port can't be used
 */
export async function startDev(options: DevOptions): Promise<Dev> {
  const { db, seedData, fixedKeys: fixed } = options
  const store = await openDevStore(db)
  try {
    const now = systemClock.now()
    const keys = await store.write((tx) => openWorkspace(tx, { fixed }, now))
    if (seedData) await store.write((tx) => loadSeed(tx, keys.workspaceId))
    return await serve(store, keys, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function serve(kept: Store, keys: DevKeys, options: DevOptions): Promise<Dev> {
  const { host, port, rateLimits, policy, log, refundTimeoutMs, refundEndpoint } = options
  const clock = createDevClock(systemClock)
  const changes = createChanges()
  const store = observedStore(kept, changes)
  const calls = createCallLog(clock, (call) => {
    options.onCall(call)
    changes.notify()
  })
  let counts = createRateLimiter(rateLimits, clock)
  const limiter: RateLimiter = { take: (names, caller) => counts.take(names, caller) }
  // A shop's own endpoint has the machine's clock: signatures of another time would be refused.
  const outbound = createOutbound({
    policy,
    now: clock.now,
    signingNow: systemClock.now,
    ...(refundTimeoutMs === undefined ? {} : { limitMs: refundTimeoutMs }),
  })
  const stopping = new AbortController()
  const context: DevContext = {
    services: { store, clock, outbound },
    keys,
    clock,
    calls,
    changes,
    store: createSampleStore(store, keys.workspaceId),
    chaos: createChaos(),
    replays: createReplays({ store, clock, outbound }, keys.workspaceId),
    stopping: stopping.signal,
    wake: () => server.wake(),
    reset: async () => {},
  }
  const server = await startServing(
    { store, clock, log, limiter, outbound, settings: defaultSettings },
    { host, port, around: around(context, host) },
  )
  const change = { endpointUrl: refundEndpoint ?? sampleEndpoint(server.url), enabled: true }
  await store.write((tx) => changeRefundSettings(tx, developer, keys.workspaceId, change, policy, clock.now()))
  const putBack = await takeSnapshot(store)
  context.reset = async () => {
    clock.reset()
    counts = createRateLimiter(rateLimits, clock)
    context.store.reset()
    context.chaos.clear()
    context.replays.clear()
    await putBack()
    calls.clear()
    changes.notify()
  }
  let stopped: Promise<void> | undefined
  return {
    url: server.url,
    keys,
    context,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }

  async function stop(): Promise<void> {
    // What hangs or waits would be waited for.
    stopping.abort()
    context.store.reset()
    await server.stop()
    await kept.close()
  }
}

/** Where the sample endpoint is: on this server, by an address that is dialled from it. */
function sampleEndpoint(url: string): string {
  const { port, hostname } = new URL(url)
  return `http://${hostname.includes(':') ? '[::1]' : '127.0.0.1'}:${port}/dev/store/refunds`
}
