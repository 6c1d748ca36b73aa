import { withoutApi } from '../http/own-address.ts'
import type { ServedRequest } from '../http/request-note.ts'
import type { Part } from '../http/services.ts'
import { setNewest } from '../lib/newest.ts'
import { MINUTE_MS } from '../lib/time.ts'
import type { OperatorPolicy } from '../outbound/addresses.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { isLoopback } from './codes.ts'
import { storeReport } from './report.ts'

/** A report that differs from the last one is stored after this time, an equal one after a minute: a shop may make ten calls a second. */
const CHANGED_MS = 5_000
/** Most keys whose last report is remembered. Another one's is stored once more. */
const MOST = 1_000

interface ConnectPart {
  /** The public address of this server, without a `/` at its end; null if the operator has not set it. */
  publicAddress: string | null
  /** Which addresses refund endpoints may have. */
  policy: OperatorPolicy
  /** Stores what the plugin of a shop has reported with a call. */
  hear(request: ServedRequest): void
}

export const connectPart: Part<ConnectPart, { outbound: Outbound }> = {
  start: ({ store, settings: { publicUrl }, outbound, log, clock }) => {
    const last = new Map<string, { text: string; at: number }>()
    return {
      publicAddress: publicUrl === null ? null : withoutApi(publicUrl),
      policy: outbound.policy,
      hear: ({ keyId, report: text }) => {
        if (keyId === undefined || text === undefined) return
        const now = clock.now()
        const before = last.get(keyId)
        // The clock may have been set back.
        const passed = before ? Math.abs(now - before.at) : Number.POSITIVE_INFINITY
        if (passed < (before?.text === text ? MINUTE_MS : CHANGED_MS)) return
        setNewest(last, keyId, { text, at: now }, MOST)
        store
          .write((tx) => storeReport(tx, keyId, text, now))
          .catch((error: Error) => log.error('The report of a shop could not be stored', { error: error.message }))
      },
      stop: () => {},
    }
  },
}

/**
 * The address that a code names: the public one, or the one at which somebody has the console open, if it is of this machine. That is enough
 * for a test workspace, and no other address is known to lead here.
 */
export function codeAddress(publicAddress: string | null, openedAt: string): string | null {
  if (publicAddress !== null) return publicAddress
  const url = URL.parse(openedAt)
  return url && isLoopback(url) ? openedAt : null
}
