import type * as v from 'valibot'
import type { Actor } from '../access/actor.ts'
import type { Clock } from '../lib/clock.ts'
import type { ErrorCode } from '../lib/errors.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Reader, Store } from '../store/store.ts'
import type { BodySize } from './body/receive.ts'
import type { Credential } from './credentials/credential.ts'
import type { Hooks, Part } from './feature.ts'
import type { LimitName } from './limits/rate-limit.ts'

/** What a handler has at hand: the checked request, and `store`, whose writes are protected by the request's Idempotency-Key. */
export interface Context<Params, Query, Body, Holder> {
  params: Params
  query: Query
  body: Body
  /** Fields of the body that no schema knows, by the index of their object in `data`. */
  ignored: Map<number, string[]>
  workspace: { id: string }
  /** What the route's credential knows of the caller. */
  holder: Holder
  actor: Actor
  /** The id of the last event that the caller of a stream has seen. */
  lastEventId: string | undefined
  store: Store
  /** What a feature has started with the server. */
  part: <T>(part: Part<T>) => T
  /** To be called in each transaction that upserts or erases objects. */
  hooks: Hooks
  /** Opens the secrets of workspaces. */
  sealer: Sealer
  clock: Clock
  metrics: Metrics
  /** Counts what a guest is about to store against what their network may store in a day. @throws DomainError TOO_MANY_REQUESTS */
  takeGuestBytes: (bytes: number) => void
  /** Says how many objects the request is about, for the log. */
  noteObjects: (count: number) => void
  /** Says, after the commit, that a job was added. Without it the job waits for the scheduler's next look. */
  wake: () => void
}

type Schema = v.GenericSchema

/**
 * One route: its checks, its handler and its documentation. `credential` says which key or token it takes, `limits` what a call counts against.
 * An `idempotent` route writes, and takes an Idempotency-Key. `body.count` is checked before the schema, so that a call with too
 * many objects gets 413 whatever they hold. The handler returns the response's body, or of a `stream` route the stream.
 */
export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Ready = v.InferOutput<Body>,
  Holder = unknown,
> {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the base address, parameters in braces: `/orders/{id}`. */
  path: string
  tag: string
  operationId: string
  summary: string
  description?: string
  credential: Credential<Holder>
  limits: LimitName[]
  /** Its answers are large: only a few may be on their way to a caller at a time. */
  largeAnswers?: boolean
  idempotent?: boolean
  /** What an Idempotency-Key keeps of the answer; the whole answer where this is left out. */
  replay?: Replay
  params?: Params
  query?: Query
  body?: {
    schema: Body
    /** Which of the operator's byte limits applies. */
    size: BodySize
    count?: (body: unknown) => Count | undefined
    /** Makes of the checked body what the handler gets: plain data, since a long body is checked and made ready in another thread. */
    ready?: (body: v.InferOutput<Body>) => Ready
    /** Whether the request may come without one, which then is `{}`. */
    optional?: boolean
    example: unknown
  }
  status: 200 | 202 | 204
  response?: { schema: Schema; example: unknown }
  /** The answer is a stream of server-sent events instead, which takes up where Last-Event-ID says. */
  stream?: { description: string; example: string }
  /** Errors beside those that the declaration implies. */
  errors: ErrorCode[]
  handler: (context: Context<v.InferOutput<Params>, v.InferOutput<Query>, Ready, Holder>) => Promise<unknown>
}

/** An answer that is kept as an id, and made again of what has that id: undefined where that is no longer there. */
export interface Replay {
  idOf: (answer: unknown) => string
  read: (reader: Reader, id: string) => Promise<unknown>
}

/** More things in one call than it may have. */
export interface Count {
  what: string
  max: number
  received: number
}

/** Declares a route: validation, authentication, limits, OpenAPI and handler in one place. */
export function route<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Ready = v.InferOutput<Body>,
  Holder = unknown,
>(declaration: Route<Params, Query, Body, Ready, Holder>): Route {
  return declaration as unknown as Route
}
