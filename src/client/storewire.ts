import { createBackfill, type RunBackfill } from './backfill.ts'
import { missing, requireOptions } from './error.ts'
import { apiAddress, createCall } from './http.ts'
import { type Actions, createActions } from './refunds.ts'
import { Resources } from './resources.ts'
import type { Runtime } from './runtime.ts'
import { createSearch, type Search } from './search.ts'
import { createSegments, type Segments } from './segments.ts'

export interface StorewireOptions {
  /** The secret key of your workspace, `sk_…`, on servers only. Undefined, such as from an unset variable, is an error. */
  secretKey: string | undefined
  /** The server's address, with or without `/api/v1` at its end; `http://127.0.0.1:8787` if it is left out. */
  baseUrl?: string | undefined
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8787'
const EXAMPLE = 'new Storewire({ secretKey: process.env.STOREWIRE_SECRET_KEY })'

/** A client of one workspace. */
export class Client extends Resources {
  /** Checks the key: resolves with the workspace that it belongs to. @throws StorewireError */
  readonly ping: () => Promise<{ orgId: string }>
  /**
   * Imports history (backfill): sends all objects of `source` in batches of up to 1,000, then waits until the server has processed them
   * or a batch has failed. `source` is an array, an iterable or an async iterable, and is read no faster than it can be sent. An
   * interrupted import stays open on the server; sent objects are still processed.
   *
   * @returns the last progress; its `status` is `done` after a successful import
   * @throws StorewireError, what the source throws, or the reason of `signal`
   */
  readonly backfill: RunBackfill
  /**
   * Finds objects by id, number, e-mail address, phone or tracking number or SKU; and products, articles, tickets and customers by words.
   *
   * @throws StorewireError
   */
  readonly search: Search
  /** Reports the outcomes of refunds that your endpoint answered with `pending`. */
  readonly actions: Actions
  /** Rules that select customers. */
  readonly segments: Segments

  /** @throws TypeError if an option is missing or invalid */
  constructor(options: StorewireOptions, runtime: Runtime) {
    const { secretKey, baseUrl = DEFAULT_BASE_URL } = requireOptions(options, EXAMPLE)
    const call = createCall({ secretKey: requireSecretKey(secretKey), baseUrl: requireUrl(baseUrl), runtime })
    super(call)
    this.ping = () => call('GET', '/ping')
    this.backfill = createBackfill(call, runtime)
    this.search = createSearch(call)
    this.actions = createActions(call)
    this.segments = createSegments(call)
  }
}

/** The messages never repeat the value: it may be another secret. */
function requireSecretKey(key: unknown): string {
  if (!key) throw missing('secretKey', 'keys create')
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
  return apiAddress(baseUrl)
}
