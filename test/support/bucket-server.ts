import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export const ACCESS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

/**
 * What a request is answered instead; undefined for the usual answer. `drop` cuts the connection in the middle of the body, `lost` after the
 * request was carried out. `text` is a whole answer.
 */
export type Fault = { status: number; code: string } | { text: string } | 'drop' | 'lost'

/** A service with S3's protocol, which checks signatures as Amazon documents them, and keeps its objects in memory. */
export interface BucketServer {
  url: string
  objects: Map<string, Buffer>
  /** Uploads in parts that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>
  /** Methods, paths and queries of all requests. */
  seen: string[]
  /** Called before each request is handled. */
  fault: (method: string, url: URL) => Fault | undefined
  /** Milliseconds that the clock of this service is ahead. */
  skewMs: number
}

const MOST_SKEW_MS = 15 * 60_000
const XML = { 'content-type': 'application/xml' }

/** @param t the test, or what else calls the function that it is given at its end */
export async function startBucketServer(t: Pick<TestContext, 'after'>, bucket = 'backups'): Promise<BucketServer> {
  const service: BucketServer = {
    url: '',
    objects: new Map(),
    uploads: new Map(),
    seen: [],
    fault: () => undefined,
    skewMs: 0,
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://host')
    const body = await buffer(request)
    service.seen.push(`${request.method} ${url.pathname}${url.search}`)
    const fault = refusal(request, url, service, bucket) ?? service.fault(request.method ?? '', url)
    if (fault === 'drop') {
      const object = service.objects.get(keyOf(url, bucket)) ?? Buffer.alloc(10)
      response.writeHead(200, { 'content-length': object.length })
      response.write(object.subarray(0, 5), () => response.destroy())
      return
    }
    const answer =
      fault === undefined || fault === 'lost'
        ? answerOf(request.method ?? '', url, body, keyOf(url, bucket), service)
        : 'text' in fault
          ? done(fault.text)
          : failed(fault.status, fault.code)
    if (fault === 'lost') return response.destroy()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

const keyOf = ({ pathname }: URL, bucket: string) => decodeURIComponent(pathname.slice(`/${bucket}/`.length))

interface Answer {
  status: number
  headers?: Record<string, string | number>
  body?: string | Buffer
}

const failed = (status: number, code: string): Answer => ({
  status,
  headers: XML,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
})

const done = (body: string): Answer => ({ status: 200, headers: XML, body })

function answerOf(method: string, url: URL, body: Buffer, key: string, service: BucketServer): Answer {
  const { objects } = service
  const upload = url.searchParams.get('uploadId')
  if (upload !== null) return answerToUpload(method, url, body, { key, upload }, service)
  if (url.searchParams.has('uploads')) {
    const id = `upload-${service.seen.length}`
    service.uploads.set(id, new Map())
    return done(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  if (method === 'GET' && key === '') return done(listing(url, objects))
  if (method === 'GET') {
    const object = objects.get(key)
    if (!object) return failed(404, 'NoSuchKey')
    return { status: 200, headers: { 'content-length': object.length }, body: object }
  }
  if (method === 'DELETE') objects.delete(key)
  else objects.set(key, body)
  return method === 'DELETE' ? { status: 204 } : { status: 200, headers: { etag: '"one"' } }
}

function answerToUpload(
  method: string,
  url: URL,
  body: Buffer,
  { key, upload }: { key: string; upload: string },
  { objects, uploads }: BucketServer,
): Answer {
  const parts = uploads.get(upload)
  if (!parts) return failed(404, 'NoSuchUpload')
  if (method === 'PUT') {
    parts.set(Number(url.searchParams.get('partNumber')), body)
    return { status: 200, headers: { etag: `"part-${body.length}"` } }
  }
  uploads.delete(upload)
  if (method === 'DELETE') return { status: 204 }
  const numbers = [...parts.keys()].sort((one, other) => one - other)
  objects.set(key, Buffer.concat(numbers.map((number) => parts.get(number) as Buffer)))
  return done('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
}

function listing({ searchParams }: URL, objects: Map<string, Buffer>): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(searchParams.get('prefix') ?? '')).sort()
  const from = Number(searchParams.get('continuation-token') ?? 0)
  const to = from + Math.min(1_000, Number(searchParams.get('max-keys') ?? 1_000))
  const more = to < keys.length
  const contents = keys
    .slice(from, to)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size><LastModified>2026-03-01T03:00:00.000Z</LastModified></Contents>`,
    )
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${to}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`
}

/** Signature version 4: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function refusal(request: IncomingMessage, url: URL, service: BucketServer, bucket: string): Fault | undefined {
  const { headers, method = '' } = request
  const [, id, day, region, signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== ACCESS.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' }
  const date = String(headers['x-amz-date'])
  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  if (signatureOf(ACCESS.secretAccessKey, [day ?? '', region ?? '', 's3'], text) !== signature)
    return { status: 403, code: 'SignatureDoesNotMatch' }
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Math.abs(at - Date.now() - service.skewMs) > MOST_SKEW_MS) return { status: 403, code: 'RequestTimeTooSkewed' }
  return url.pathname.split('/')[1] === bucket ? undefined : { status: 404, code: 'NoSuchBucket' }
}

/** @param scope day, region and service */
export function signatureOf(secret: string, scope: string[], text: string): string {
  const key = [...scope, 'aws4_request'].reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${secret}`)
  return hmac(key, text).toString('hex')
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
