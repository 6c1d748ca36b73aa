import { refused } from './actions.ts'

/** The required part of a request of `node:http` or Express, which adds `body`. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined
  headers: Record<string, string | string[] | undefined>
  readableEnded: boolean
  body?: unknown
  rawBody?: unknown
}

/** The required part of a response of `node:http` or Express. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(body: string): unknown
}

/**
 * Adapts a refund handler to `node:http` and Express. If another middleware has read the body, it must keep the bytes, as
 * `express.raw()` does; for a parsed body the response is an error that explains this.
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
  // The Request constructor throws for some methods that strangers may send, such as TRACE.
  if (method !== 'POST') return refused(405, 'method_not_allowed', 'This address accepts POST requests only.')
  const kept = rawBody ?? body
  const isKept = typeof kept === 'string' || kept instanceof Uint8Array
  if (readableEnded && !isKept) {
    return refused(
      500,
      'error',
      'The body was parsed before the signature check: put this route before express.json() and every other middleware that reads the body.',
    )
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  }
  const content = readableEnded ? (kept as string | Uint8Array<ArrayBuffer>) : streamOf(request)
  // The address is not used. `duplex` is required for a streamed body.
  return handler(new Request('http://localhost/', { method, headers, body: content, duplex: 'half' }))
}

/** Does not destroy the request if its body is too long: the response must still be sent. */
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
