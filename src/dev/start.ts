import type { DevCall } from '../console/dev-view.ts'
import { requireOpenFiles } from '../http/connection/connection-limits.ts'
import { createRateLimiter, type RateLimiter, type RateLimits } from '../http/limits/rate-limit.ts'
import { defaultSettings } from '../http/settings.ts'
import type { Log } from '../lib/log.ts'
import { noMetrics } from '../lib/metrics.ts'
import { createSealer } from '../lib/sealing.ts'
import { type Clock, systemClock } from '../lib/time.ts'
import { createMailbox } from '../mail/mailbox.ts'
import type { OperatorPolicy } from '../outbound/addresses.ts'
import { changeRefundSettings } from '../refunds/change-settings.ts'
import { createShopOutbound } from '../refunds/endpoint/shop-outbound.ts'
import { pushSampleShop } from '../sample-shop/objects.ts'
import { SHOP_COLOR } from '../sample-shop/workspace.ts'
import { hooks } from '../serve/features.ts'
import { startServing } from '../serve/start.ts'
import { keepAhead } from '../store/kept-clock.ts'
import type { Store } from '../store/store.ts'
import { changeWidgetSettings } from '../widget/settings.ts'
import { around } from './around.ts'
import { createCallLog } from './calls.ts'
import { createChaos } from './chaos.ts'
import { DEV_COOKIE } from './console-sign-in.ts'
import { createChanges, createDevClock, type DevContext, observedStore } from './context.ts'
import { openDevStore, takeSnapshot } from './database.ts'
import { createReplays, type SentDelivery, watchDeliveries } from './deliveries.ts'
import { sendEventsHere, WEBHOOK_PATH } from './events.ts'
import { createModelStub } from './model-stub.ts'
import { createShopEndpoint } from './shop-endpoint.ts'
import { type DevKeys, developer, openWorkspace } from './workspace.ts'

export interface DevOptions {
  /** A file, or {@link MEMORY}. */
  db: string
  host: string
  /** 0 picks a free one. */
  port: number
  /** Whether the sample shop is there from the start. */
  seedData: boolean
  /** Whether the keys are the public ones. */
  fixedKeys: boolean
  rateLimits: RateLimits
  /** The developer's own refund endpoint, instead of the one built in. */
  refundEndpoint?: string | undefined
  policy: OperatorPolicy
  /** Timeout of a refund endpoint. Default: 10 seconds, as in production. */
  refundTimeoutMs?: number | undefined
  log: Log
  onCall: (call: DevCall) => void
  onDelivery: (delivery: SentDelivery) => void
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
 * @throws Error with a message for the operator if the database or the port can't be used
 */
export async function startDev(given: DevOptions): Promise<Dev> {
  requireOpenFiles()
  const options = { ...given, policy: { ...given.policy, allowLoopback: true } }
  const { db, fixedKeys: fixed, log } = options
  const store = await openDevStore(db, log)
  try {
    const now = systemClock.now()
    // A killed server may have left its clock offset in the database.
    await store.write((tx) => keepAhead(tx, 0))
    const keys = await store.write((tx) => openWorkspace(tx, { fixed }, now))
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
    context.mailbox.setBase(ownAddress(server.url, ''))
    context.modelUrl = ownAddress(server.url, '/dev/model/v1')
    await orderRefundsFrom(context, options, server.url)
    await sendEventsHere(context, ownAddress(server.url, WEBHOOK_PATH))
    if (options.seedData) await loadSampleShop(context, server.url)
    const putBack = await takeSnapshot(context.services.store)
    context.reset = async () => {
      forget()
      await putBack(context.clock.now())
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

/** The parts of one server. `forget` resets everything that is not in the database; `endWaits` ends waiting calls before a stop. */
function build(
  kept: Store,
  keys: DevKeys,
  { rateLimits, policy, log, refundTimeoutMs, onCall, onDelivery }: DevOptions,
) {
  const clock = createDevClock(systemClock)
  const changes = createChanges()
  const store = observedStore(kept, changes)
  const limiter = resettableLimiter(rateLimits, clock)
  const calls = createCallLog(clock, (call) => {
    onCall(call)
    changes.notify()
  })
  // A shop's own endpoint has the machine's clock: signatures of another time would be refused.
  const limit = refundTimeoutMs === undefined ? {} : { limitMs: refundTimeoutMs }
  const { outbound, deliveries } = watchDeliveries(
    createShopOutbound({ policy, now: clock.now, signingNow: systemClock.now, ...limit }),
    (delivery) => {
      onDelivery(delivery)
      changes.notify()
    },
  )
  const refunds = { store, clock, outbound, metrics: noMetrics, sealer: createSealer(undefined) }
  const shopEndpoint = createShopEndpoint(store, keys.workspaceId)
  const model = createModelStub()
  const mailbox = createMailbox({ now: clock.now, changed: changes.notify })
  const chaos = createChaos()
  const replays = createReplays(refunds, keys.workspaceId)
  const stopping = new AbortController()
  const context: DevContext = {
    services: refunds,
    keys,
    clock,
    calls,
    changes,
    shop: shopEndpoint,
    mailbox,
    model,
    modelUrl: '',
    chaos,
    replays,
    deliveries,
    stopping: stopping.signal,
    wake: () => {},
    reset: async () => {},
  }
  return {
    context,
    services: {
      ...refunds,
      mailer: mailbox,
      log,
      limiter,
      metricsPage: undefined,
      settings: { ...defaultSettings, captureBodies: true, consoleCookie: DEV_COOKIE, isDev: true },
    },
    forget: () => {
      clock.reset()
      for (const part of [limiter, shopEndpoint, model]) part.reset()
      for (const part of [chaos, replays, deliveries, calls, mailbox]) part.clear()
    },
    endWaits: () => {
      stopping.abort()
      shopEndpoint.reset()
      model.reset()
    },
  }
}

function resettableLimiter(limits: RateLimits, clock: Clock): RateLimiter & { reset(): void } {
  let counts = createRateLimiter(limits, clock)
  return {
    isUsedUp: (names, caller) => counts.isUsedUp(names, caller),
    take: (names, caller) => counts.take(names, caller),
    beginAnswer: (caller) => counts.beginAnswer(caller),
    beginRead: (reader) => counts.beginRead(reader),
    takeGuestBytes: (network, bytes) => counts.takeGuestBytes(network, bytes),
    takePictureBytes: (network, bytes) => counts.takePictureBytes(network, bytes),
    beginPictureRead: (reader) => counts.beginPictureRead(reader),
    reset: () => {
      counts = createRateLimiter(limits, clock)
    },
  }
}

/** Its newest events are just over, and its pictures come from this server. */
async function loadSampleShop({ services: { store, clock }, keys }: DevContext, url: string): Promise<void> {
  const into = { workspaceId: keys.workspaceId, hooks, server: ownAddress(url, '') }
  const look = { workspaceId: keys.workspaceId, change: { color: SHOP_COLOR } }
  await store.write(async (tx) => {
    await pushSampleShop(tx, into, clock.now())
    await changeWidgetSettings(tx, developer, look, clock.now())
  })
}

/** Refunds are on from the start, from the developer's own endpoint or the sample shop of this server. */
async function orderRefundsFrom(
  { services: { store, clock }, keys }: DevContext,
  { refundEndpoint, policy }: DevOptions,
  url: string,
): Promise<void> {
  const change = { endpointUrl: refundEndpoint ?? ownAddress(url, '/dev/shop/refunds'), enabled: true }
  await store.write((tx) => changeRefundSettings(tx, developer, keys.workspaceId, change, policy, clock.now()))
}

/** Where a path of this server is, by an address that is dialled from it. */
function ownAddress(url: string, path: string): string {
  const { port, hostname } = new URL(url)
  return `http://${hostname.includes(':') ? '[::1]' : '127.0.0.1'}:${port}${path}`
}
