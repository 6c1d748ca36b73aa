/** The body of an error response of the API. */
export interface ErrorBody {
  code: string
  status: number
  message: string
  data: Record<string, unknown>
}

/** One thing wrong with a pushed object. `path` leads from the body's root to the value: `['data', 3, 'items', 0, 'quantity']`. */
export interface Issue {
  path: (string | number)[]
  message: string
}

/**
 * Why a call failed.
 *
 * - `status`: the HTTP status; 0 if there was no response
 * - `code`: the API's code; `NETWORK_ERROR`, `TIMEOUT` or `BAD_ANSWER` if there was no response of the API
 * - `body`: the response body, parsed if it is JSON; undefined if there was no response. The paths in `body.data.issues` are indexes
 *   of your own array, even if it was sent in several requests.
 * - `requestId`: the id of the request in the server's log
 */
export class StorewireError extends Error {
  readonly status: number
  readonly code: string
  readonly body: unknown
  readonly requestId: string | undefined

  constructor(
    message: string,
    about: { status: number; code: string; body?: unknown; requestId?: string | undefined; cause?: unknown },
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause })
    this.name = 'StorewireError'
    this.status = about.status
    this.code = about.code
    this.body = about.body
    this.requestId = about.requestId
  }
}

/** The error for a successful response that does not have the form of the API. */
export function unexpected(expected: string, body: unknown): StorewireError {
  const message = `The server did not return ${expected}: check what is at baseUrl.`
  return new StorewireError(message, { status: 200, code: 'BAD_ANSWER', body })
}

/** The issues of a 400, or the one object that is too large of a 413; empty for other errors. */
export function issuesOf({ body }: StorewireError): Issue[] {
  const { issues, path, max } = (body as Partial<ErrorBody> | undefined)?.data ?? {}
  if (Array.isArray(path)) return [{ path, message: tooLarge(Number(max)) }]
  return Array.isArray(issues) ? issues : []
}

/** The issue of an object with too many bytes. */
export const tooLarge = (bytes: number): string => `must have at most ${bytes} bytes as JSON`

/** The API's reason, a constant that programs can compare; undefined if the response has none. */
export function reasonOf({ body }: StorewireError): string | undefined {
  const reason = (body as Partial<ErrorBody> | undefined)?.data?.reason
  return typeof reason === 'string' ? reason : undefined
}

/** The issues that name objects of the request, by the index of the object; none for every other error. */
export function issuesByObject(error: unknown): Map<number, Issue[]> {
  const found = new Map<number, Issue[]>()
  if (!(error instanceof StorewireError)) return found
  for (const issue of issuesOf(error)) {
    const [root, index] = issue.path
    if (root === 'data' && typeof index === 'number') found.set(index, [...(found.get(index) ?? []), issue])
  }
  return found
}

/** The same error with these issues alone. */
export function withIssues(error: StorewireError, issues: Issue[]): StorewireError {
  const { status, code, requestId } = error
  const [first] = issues
  const body = error.body as ErrorBody
  if (status === 413) {
    // It names one object, at the beginning of its message too.
    const message = error.message.replace(/^data\[\d+\]/, `data[${String(first?.path[1])}]`)
    return new StorewireError(message, {
      status,
      code,
      body: { ...body, message, data: { ...body.data, path: first?.path } },
      requestId,
    })
  }
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see body.data.issues)` : ''
  const message = `The pushed data does not fit the schema: ${first?.path.join('.')} ${first?.message}${more}.`
  return new StorewireError(message, { status, code, body: { ...body, message, data: { issues } }, requestId })
}

/** An issue of an object of the request as that of the object at `index` of what the caller passed. */
export function movedTo(index: number, { path: [root = 'data', , ...rest], message }: Issue): Issue {
  return { path: [root, index, ...rest], message }
}

/** An error of a request whose first object is the one at `offset` of what the caller passed, its issues moved accordingly. */
export function movedBy(offset: number, error: unknown): unknown {
  const issues = issuesByObject(error)
  if (offset === 0 || issues.size === 0) return error
  const moved = [...issues].flatMap(([index, own]) => own.map((issue) => movedTo(index + offset, issue)))
  return withIssues(error as StorewireError, moved)
}

/** The error for an option without a value, usually because a variable is not set. @param command the command that creates a value */
export function missing(option: string, command: string): TypeError {
  return new TypeError(
    `${option} is missing: set the environment variable that it is read from. "storewire ${command}" creates one.`,
  )
}

/** JavaScript can call without options, which types forbid. @param example the shortest correct call @throws TypeError */
export function requireOptions<Options extends object>(options: Options, example: string): Options {
  if (typeof options === 'object' && options !== null) return options
  throw new TypeError(`The options are missing: write ${example}.`)
}
