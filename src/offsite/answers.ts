import { DomainError } from '../lib/errors.ts'

/** A request, and each of these shares of an object that is read, has this time: at least 55 KiB a second. */
const REQUEST_MS = 300_000
const SHARE_BYTES = 16 * 1024 * 1024
/** Of every answer but an object: a list of 1,000 names has less than a quarter of it. */
const MOST_ANSWER_BYTES = 4 * 1024 * 1024
/** Deeper than any answer of S3's protocol. */
const MOST_DEPTH = 8

export interface RequestTools {
  fetch: typeof fetch
  signal: AbortSignal | undefined
}

/**
 * `fetch` for a service that may be slow, broken or hostile: no request lasts for ever, no answer but an object is larger than 4 MiB, and XML
 * has the form that its reader is fast with. Objects are streamed, however long the whole of one takes.
 */
export async function boundedFetch(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  { fetch, signal }: RequestTools,
): Promise<Response> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const more = () => {
    clearTimeout(timer)
    timer = setTimeout(() => late.abort(new Error('no answer within 5 minutes')), REQUEST_MS)
  }
  more()
  try {
    const response = await fetch(input, {
      ...init,
      // A redirect would get the signature of another address.
      redirect: 'manual',
      signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]),
    })
    if (!response.body) return response
    const { status, headers } = response
    if (status === 200 && init?.method === 'GET' && !isListing(input)) {
      const object = inShares(response.body, more, () => clearTimeout(timer))
      return new Response(ReadableStream.from(object), { status, headers })
    }
    return new Response(await wholeAnswer(response.body, status), { status, headers })
  } finally {
    clearTimeout(timer)
  }
}

export function isListing(input: Parameters<typeof fetch>[0]): boolean {
  return new URL(String(input)).searchParams.has('list-type')
}

/** @param more called before the first share and after each, when the next one has its time @param end called at the end */
async function* inShares(
  body: AsyncIterable<Uint8Array>,
  more: () => void,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  more()
  let left = SHARE_BYTES
  try {
    for await (const bytes of body) {
      left -= bytes.length
      if (left <= 0) {
        more()
        left = SHARE_BYTES
      }
      yield bytes
    }
  } finally {
    end()
  }
}

/** @throws DomainError if it is too large, or a success that is not of S3's protocol. An error keeps its status alone. */
async function wholeAnswer(body: AsyncIterable<Uint8Array>, status: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const bytes of body) {
    parts.push(bytes)
    length += bytes.length
    if (length > MOST_ANSWER_BYTES) throw foreign()
  }
  const text = Buffer.concat(parts).toString()
  if (isPlainXml(text)) return text
  if (status >= 300) return ''
  throw foreign()
}

const foreign = () =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'bucket_failed',
    "the answer of the bucket's service is not of S3's protocol: check the address",
  )

/**
 * Whether every tag is closed in its turn and few levels deep. The time of the reader of this XML grows with the square of the length of
 * anything else.
 */
function isPlainXml(text: string): boolean {
  const xml = text.replace(/^\s*<\?xml[^<>]*>/, '')
  const open: string[] = []
  let tags = 0
  for (const [, slash, name = '', alone] of xml.matchAll(/<(\/?)([A-Za-z_][\w.-]*)(?:\s[^<>]*?)?(\/?)>/g)) {
    tags++
    if (slash && open.pop() !== name) return false
    if (!slash && !alone) open.push(name)
    if (open.length > MOST_DEPTH) return false
  }
  return open.length === 0 && xml.split('<').length - 1 === tags
}
