import { createRateLimiter, type RateLimiter, type RateLimits } from '../http/limits/rate-limit.ts'
import { defaultSettings } from '../http/services.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { noMetrics } from '../lib/metrics.ts'
import { createSealer } from '../lib/sealing.ts'
import { changeRefundSettings } from '../refunds/change-settings.ts'
import type { OperatorPolicy } from '../refunds/endpoint/endpoint-address.ts'
import { createOutbound } from '../refunds/endpoint/outbound.ts'
import { startServing } from '../serve/start.ts'
import { keepAhead } from '../store/kept-clock.ts'
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
  const { db, seedData, fixedKeys: fixed, log } = options
  const store = await openDevStore(db, log)
  try {
    const now = systemClock.now()
    // One that was killed has left how far its clock was ahead.
    await store.write((tx) => keepAhead(tx, 0))
    const keys = await store.write((tx) => openWorkspace(tx, { fixed }, now))
    if (seedData) await store.write((tx) => loadSeed(tx, keys.workspaceId))
    return await serve(store, keys, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function serve(kept: Store, keys: DevKeys, options: DevOptions): Promise<Dev> {
  const { host, port } = options
  const { context, services, forget, endWaits } = build(kept, keys, options)
  const server = await startServing(services, { host, port, around: around(context, host) })
  const stop = async () => {
    endWaits()
    await server.stop()
    await kept
      .write((tx) => keepAhead(tx, 0))
      .catch((error: Error) =>
        options.log.error('The clock that commands go by stays ahead until the next start', { error: error.message }),
      )
    await kept.close()
  }
  try {
    context.wake = server.wake
    await orderRefundsFrom(context, options, server.url)
    const putBack = await takeSnapshot(context.services.store)
    context.reset = async () => {
      forget()
      await putBack()
      context.changes.notify()
    }
  } catch (error) {
    endWaits()
    await server.stop()
    throw error
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
}

/** All that belongs to one server. `forget` is a reset of what is not in the database; `endWaits` lets a stop wait for nobody. */
function build(kept: Store, keys: DevKeys, { rateLimits, policy, log, refundTimeoutMs, onCall }: DevOptions) {
  const clock = createDevClock(systemClock)
  const changes = createChanges()
  const store = observedStore(kept, changes)
  const limiter = resettableLimiter(rateLimits, clock)
  const calls = createCallLog(clock, (call) => {
    onCall(call)
    changes.notify()
  })
  // A shop's own endpoint has the machine's clock: signatures of another time would be refused.
  const outbound = createOutbound({
    policy,
    now: clock.now,
    signingNow: systemClock.now,
    ...(refundTimeoutMs === undefined ? {} : { limitMs: refundTimeoutMs }),
  })
  const refunds = { store, clock, outbound, metrics: noMetrics, sealer: createSealer(undefined) }
  const sampleStore = createSampleStore(store, keys.workspaceId)
  const chaos = createChaos()
  const replays = createReplays(refunds, keys.workspaceId)
  const stopping = new AbortController()
  const context: DevContext = {
    services: refunds,
    keys,
    clock,
    calls,
    changes,
    store: sampleStore,
    chaos,
    replays,
    stopping: stopping.signal,
    wake: () => {},
    reset: async () => {},
  }
  return {
    context,
    services: {
      ...refunds,
      log,
      limiter,
      metricsPage: undefined,
      settings: { ...defaultSettings, captureBodies: true },
    },
    forget: () => {
      clock.reset()
      for (const part of [limiter, sampleStore]) part.reset()
      for (const part of [chaos, replays, calls]) part.clear()
    },
    endWaits: () => {
      stopping.abort()
      sampleStore.reset()
    },
  }
}

function resettableLimiter(limits: RateLimits, clock: Clock): RateLimiter & { reset(): void } {
  let counts = createRateLimiter(limits, clock)
  return {
    take: (names, caller) => counts.take(names, caller),
    beginAnswer: (caller) => counts.beginAnswer(caller),
    takeGuestBytes: (network, bytes) => counts.takeGuestBytes(network, bytes),
    reset: () => {
      counts = createRateLimiter(limits, clock)
    },
  }
}

/** Refunds are on from the start, from the developer's own endpoint or the sample store of this server. */
async function orderRefundsFrom(
  { services: { store, clock }, keys }: DevContext,
  { refundEndpoint, policy }: DevOptions,
  url: string,
): Promise<void> {
  const change = { endpointUrl: refundEndpoint ?? sampleEndpoint(url), enabled: true }
  await store.write((tx) => changeRefundSettings(tx, developer, keys.workspaceId, change, policy, clock.now()))
}

/** Where the sample endpoint is: on this server, by an address that is dialled from it. */
function sampleEndpoint(url: string): string {
  const { port, hostname } = new URL(url)
  return `http://${hostname.includes(':') ? '[::1]' : '127.0.0.1'}:${port}/dev/store/refunds`
}
