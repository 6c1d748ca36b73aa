import { createBackfill, type RunBackfill } from './backfill.ts'
import { createCall } from './http.ts'
import { Resources } from './resources.ts'
import type { Runtime } from './runtime.ts'

export interface StorewireOptions {
  /** The secret key of your workspace, `sk_…`. It belongs on servers only. */
  secretKey: string
  /** Where the API is, `/api/v1` included; `http://127.0.0.1:8787/api/v1` unless you say otherwise. */
  baseUrl?: string | undefined
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8787/api/v1'

/** A client of one workspace, with everything that it runs on. */
export class Client extends Resources {
  /** Checks the key: resolves with the workspace that it belongs to. @throws StorewireError */
  readonly ping: () => Promise<{ orgId: string }>
  /**
   * Brings in history: sends everything that `source` yields in batches of up to 1,000, then waits until the server has processed
   * it or a batch has failed. `source` is an array, an iterable or an async iterable, and is read no faster than it can be sent.
   * An import that stops before its end stays open on the server; what was sent is processed all the same.
   *
   * @returns the last progress, whose `status` is `done` when all went well
   * @throws StorewireError, what the source throws, or the reason of `signal`
   */
  readonly backfill: RunBackfill

  /** @throws TypeError when the options can't work */
  constructor({ secretKey, baseUrl = DEFAULT_BASE_URL }: StorewireOptions, runtime: Runtime) {
    const call = createCall({ secretKey: requireSecretKey(secretKey), baseUrl: requireUrl(baseUrl), runtime })
    super(call)
    this.ping = () => call('GET', '/ping')
    this.backfill = createBackfill(call, runtime)
  }
}

/** The messages never repeat what was passed: it may be a secret in the wrong place. */
function requireSecretKey(key: unknown): string {
  if (typeof key !== 'string' || !key.startsWith('sk_')) {
    throw new TypeError('secretKey must be a secret key of your workspace, which starts with "sk_".')
  }
  // A header can't hold the rest, and fetch would put the whole key into its error.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError(
      'secretKey has a space, a line break or another character that no key has: check where it comes from.',
    )
  }
  return key
}

function requireUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be an http or https URL without user name, password, query and fragment.')
  }
  return baseUrl.replace(/\/+$/, '')
}
