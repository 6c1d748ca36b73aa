import { refused } from './actions.ts'

/** What is needed of a request of `node:http`, and of Express, which adds `body`. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined
  headers: Record<string, string | string[] | undefined>
  readableEnded: boolean
  body?: unknown
  rawBody?: unknown
}

/** What is needed of a response of `node:http` or Express. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(body: string): unknown
}

/**
 * Makes a refund handler serve `node:http` and Express. A body that another middleware has read already can be used when that
 * kept its bytes, as `express.raw()` does; one that was parsed is lost, and the answer says so.
 */
export function toNodeHandler(
  handler: (request: Request) => Promise<Response>,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const answer = await answerTo(request, handler)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(await answer.text())
  }
}

async function answerTo(request: NodeRequest, handler: (request: Request) => Promise<Response>): Promise<Response> {
  const { method, readableEnded, rawBody, body } = request
  // A Request can't be made for every method that strangers send: TRACE makes it throw.
  if (method !== 'POST') return refused(405, 'method_not_allowed', 'This address takes POST requests alone.')
  const kept = rawBody ?? body
  const isKept = typeof kept === 'string' || kept instanceof Uint8Array
  if (readableEnded && !isKept) {
    return refused(
      500,
      'error',
      'A middleware has parsed the body before the refund handler could verify it: mount the handler before express.json() and the like.',
    )
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  }
  const content = readableEnded ? (kept as string | Uint8Array<ArrayBuffer>) : streamOf(request)
  // The address is not looked at, and `duplex` is what fetch asks of a streamed body.
  return handler(new Request('http://localhost/', { method, headers, body: content, duplex: 'half' }))
}

/** The request is not destroyed when its body is too long: the answer must still get through. */
function streamOf(request: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = request[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
  })
}
