import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, gunzipSync } from 'node:zlib'
import type { DevCall } from '../console/dev-view.ts'
import type { Issue } from '../lib/errors.ts'
import type { Clock } from '../lib/time.ts'

/** The last calls, the newest first. */
export interface CallLog {
  list(): DevCall[]
  /** Watches a request and keeps it once it is over. */
  watch(req: IncomingMessage, res: ServerResponse): void
  clear(): void
}

const KEPT_CALLS = 200
const KEPT_BYTES = 64 * 1024

export function createCallLog(clock: Clock, onCall: (call: DevCall) => void): CallLog {
  let calls: DevCall[] = []
  let number = 0
  return {
    list: () => calls,
    clear: () => {
      calls = []
    },
    watch: (req, res) => {
      const [at, started] = [clock.now(), performance.now()]
      const [request, answer] = [createTap(), createTap()]
      tapRequest(req, request)
      tapAnswer(res, answer)
      res.once('close', () => {
        const answerBody = answer.text(res.getHeader('content-encoding') === 'gzip' ? 'gunzip' : undefined)
        const call = {
          number: ++number,
          at,
          method: req.method ?? '',
          path: req.url ?? '',
          status: res.writableFinished ? res.statusCode : null,
          durationMs: Math.round(performance.now() - started),
          requestBody: request.text(req.headers['content-encoding']),
          answerBody,
          issues: res.statusCode === 400 ? issuesOf(answerBody) : [],
        }
        calls = [call, ...calls.slice(0, KEPT_CALLS - 1)]
        onCall(call)
      })
    },
  }
}

interface Tap {
  add(chunk: unknown, encoding?: unknown): void
  /** @param encoding `gunzip` unpacks; any other one is named instead of the text */
  text(encoding: string | undefined): string
}

function createTap(): Tap {
  const chunks: Buffer[] = []
  let size = 0
  return {
    add: (chunk, encoding) => {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
      const bytes =
        typeof chunk === 'string'
          ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8')
          : chunk
      if (size < KEPT_BYTES) chunks.push(Buffer.from(bytes.subarray(0, KEPT_BYTES - size)))
      size += bytes.length
    },
    text: (encoding) => {
      if (encoding !== undefined && encoding !== 'gunzip' && size > 0) return `(${size} bytes, ${encoding})`
      const kept = Buffer.concat(chunks)
      const isCut = size > KEPT_BYTES
      // What was cut ends in the middle of a block.
      const text = (encoding === 'gunzip' ? gunzipSync(kept, { finishFlush: constants.Z_SYNC_FLUSH }) : kept).toString()
      return isCut ? `${text.slice(0, KEPT_BYTES)}… (${size} bytes)` : text
    },
  }
}

/** Intercepts `emit`: a listener for `data` would start the stream before the server reads it, or even if the server never does. */
function tapRequest(req: IncomingMessage, tap: Tap): void {
  const emit = req.emit
  req.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event === 'data') tap.add(args[0])
    return emit.call(req, event as 'data', ...args)
  }
}

function tapAnswer(res: ServerResponse, tap: Tap): void {
  const [write, end] = [res.write, res.end]
  res.write = ((...args: Parameters<typeof write>) => {
    tap.add(args[0], args[1])
    return write.apply(res, args)
  }) as typeof write
  res.end = ((...args: Parameters<typeof end>) => {
    tap.add(args[0], args[1])
    return end.apply(res, args)
  }) as typeof end
}

function issuesOf(answerBody: string): Issue[] {
  try {
    return (JSON.parse(answerBody) as { data?: { issues?: Issue[] } }).data?.issues ?? []
  } catch {
    return []
  }
}
