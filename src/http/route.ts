import type * as v from 'valibot'
import type { Actor } from '../access/actor.ts'
import type { ErrorCode } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Clock } from '../lib/time.ts'
import type { Reader, Store } from '../store/store.ts'
import type { BodySize } from './body/receive.ts'
import type { Upload } from './body/upload.ts'
import type { Credential } from './credentials/credential.ts'
import type { Hooks } from './hooks.ts'
import type { LimitName } from './limits/rate-limit.ts'
import type { PushNote } from './request-note.ts'
import type { Part } from './services.ts'

/** The arguments of a handler: the checked request, and `store`, whose writes obey the request's Idempotency-Key. */
export interface Context<Params, Query, Body, Holder> {
  params: Params
  query: Query
  body: Body
  /** Unknown and empty fields of the body, by the index of their object in `data`. */
  ignored: ReadonlyMap<number, string[]>
  workspace: { id: string }
  /** Facts about the caller from the route's credential. */
  holder: Holder
  actor: Actor
  /** Headers to go out with the answer, if it is a good one. */
  answerHeaders: Record<string, string>
  /** The id of the last event that the caller of a stream has seen. */
  lastEventId: string | undefined
  store: Store
  /** The started part of a feature. */
  part: <T>(part: Part<T>) => T
  /** Must be called in each transaction that upserts or erases objects. */
  hooks: Hooks
  /** Decrypts the secrets of workspaces. */
  sealer: Sealer
  clock: Clock
  /** Counts bytes that a guest stores against the daily limit of the guest's network. @throws DomainError TOO_MANY_REQUESTS */
  takeGuestBytes: (bytes: number) => void
  /** The same for bytes of pictures; negative ones are given back. */
  takePictureBytes: (bytes: number) => void
  /** The file of the request, on a route with `upload`. */
  upload: Upload
  /** Adds what is known of the objects of the request, for the log and the counts. */
  note: (facts: PushNote) => void
  /** To be called after a commit that added a job. Otherwise the job waits for the scheduler's next round. */
  wake: () => void
}

type Schema = v.GenericSchema

/**
 * One route: its checks, its handler and its documentation. `credential` is the kind of key or token, `limits` are the rate limits of
 * a call. An `idempotent` route writes, and accepts an Idempotency-Key. `body.count` is checked before the schema, so that a call with
 * too many objects gets a 413 even if objects are invalid. The handler returns the response's body, or the stream of a `stream`
 * or `file` route.
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
  /** The path is below the address of the server, and not below that of the API. */
  isAtRoot?: boolean
  tag: string
  operationId: string
  summary: string
  description?: string
  credential: Credential<Holder>
  limits: LimitName[]
  /** Responses are large: a caller may have only a few unfinished ones at a time. */
  largeAnswers?: boolean
  idempotent?: boolean
  /** The type of object that the route upserts; its calls are counted by day. */
  pushes?: string
  /** How the response is stored for an Idempotency-Key. Default: the whole response. */
  replay?: KeptResponse
  params?: Params
  query?: Query
  body?: {
    schema: Body
    /** The byte limit that applies. */
    size: BodySize
    count?: (body: unknown) => TooMany | undefined
    /** Prepares the checked body for the handler. Returns plain data, since long bodies are prepared in another thread. */
    ready?: (body: v.InferOutput<Body>) => Ready
    /** Whether the body may be missing; it is `{}` then. */
    optional?: boolean
    /** Reads a body of any media type. Default: the body must be declared as JSON. */
    read?: (bytes: Uint8Array) => unknown
    example: unknown
  }
  /** The body is a file, which the handler reads piece by piece as it arrives. Only a few arrive at a time. */
  upload?: { types: readonly string[]; maxBytes: number; description: string }
  /** The response is a file of one of these media types: the handler returns a `FileContent`. */
  download?: { types: readonly string[]; description: string }
  status: 200 | 202 | 204
  response?: { schema: Schema; example: unknown }
  /** The response is a stream of server-sent events, which continues after Last-Event-ID. */
  stream?: { description: string; example: string }
  /** The response is a CSV file, which is sent while it is made. Its handler returns a stream, and names the file in `answerHeaders`. */
  file?: { description: string; example: string }
  /** Errors in addition to those of the checks. */
  errors: ErrorCode[]
  handler: (context: Context<v.InferOutput<Params>, v.InferOutput<Query>, Ready, Holder>) => Promise<unknown>
}

/** A response that is stored as the id of an object. `read` builds the response again; undefined if the object no longer exists. */
export interface KeptResponse {
  idOf: (answer: unknown) => string
  read: (reader: Reader, id: string) => Promise<unknown>
}

/** The facts about a call with too many objects. */
export interface TooMany {
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
