import { setTimeout as sleep } from 'node:timers/promises'
import type { S3mini } from 's3mini'
import { DomainError } from '../lib/errors.ts'
import { boundedFetch, isListing } from './answers.ts'
import type { BucketPlace } from './place.ts'

/** How a bucket is reached. */
export interface BucketAccess {
  service: URL
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The objects of one place. Names are without the place's prefix. Every error is a DomainError with one sentence for people. */
export interface Bucket {
  /** Stores an object, which is there as a whole or not at all. After an error it may be there. @returns the number of bytes */
  put(name: string, parts: AsyncIterable<Buffer>): Promise<number>
  get(name: string): AsyncIterable<Buffer>
  /** The objects whose name begins with `start`, sorted by name, and no more than {@link MOST_LISTED} and one. `at` is epoch milliseconds. */
  list(start: string): Promise<{ name: string; bytes: number; at: number }[]>
  remove(name: string): Promise<void>
  /** Tries once, and also after `signal`, to remove what may be unfinished. A failure is not reported. */
  discard(name: string): Promise<void>
}

/** Up to here an object is one request. It is held in memory until then. */
const WHOLE_BYTES = 64 * 1024 * 1024
/** What is sent at once, and kept in memory for another try. S3 takes up to 10,000 parts, so copies may have 160 GB. */
const PART_BYTES = 16 * 1024 * 1024
export const MOST_LISTED = 10_000
/** A service may give fewer names at once than it was asked for, but not none for ever. */
const MOST_PAGES = 100
/** After Ctrl-C people wait for it. */
const TIDYING_MS = 10_000
const WAITS_MS = [1_000, 5_000]

export interface BucketTools {
  signal?: AbortSignal | undefined
  fetch?: typeof fetch
  /** Between two tries. */
  wait?: (ms: number) => Promise<unknown>
}

/** @param place whose bucket exists @param tools for tests, and `signal`, which ends every request */
export async function openBucket(
  place: BucketPlace,
  { service, region, accessKeyId, secretAccessKey }: BucketAccess,
  { signal, fetch = globalThis.fetch, wait = (ms) => sleep(ms, undefined, signal && { signal }) }: BucketTools = {},
): Promise<Bucket> {
  // Loaded here: few installations have copies elsewhere.
  const { S3mini: Client } = await import('s3mini')
  let pages = 0
  const clientOf = (signalOf: () => AbortSignal | undefined) =>
    new Client({
      accessKeyId,
      secretAccessKey,
      region,
      endpoint: new URL(`/${place.bucket}`, service).href,
      fetch: async (input, init) => {
        if (isListing(input) && ++pages > MOST_PAGES) throw endless(place)
        return boundedFetch(input, init, { fetch, signal: signalOf() })
      },
    })
  const s3 = clientOf(() => signal)
  const tidying = clientOf(() => AbortSignal.timeout(TIDYING_MS))
  const keyOf = (name: string) => place.prefix + name
  /** A failure of the network or the service is tried three times: everything here may be done twice. */
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    for (const pause of [...WAITS_MS, undefined]) {
      try {
        return await work()
      } catch (error) {
        signal?.throwIfAborted()
        if (pause === undefined || !mayPass(error)) throw explained(error, place, service)
        await wait(pause)
      }
    }
    throw new Error('unreachable')
  }
  return {
    put: (name, parts) => putInParts(parts, uploadOf({ s3, tidying }, keyOf(name), { asked, place })),
    get: async function* (name) {
      const response = await asked(() => s3.getObjectResponse(keyOf(name)))
      if (!response?.body)
        throw new DomainError('NOT_FOUND', 'no_copy', `there is no copy ${place.text}/${name}: list the copies there`)
      try {
        for await (const bytes of response.body) yield Buffer.from(bytes)
      } catch (error) {
        signal?.throwIfAborted()
        throw explained(error, place, service)
      }
    },
    list: async (start) => {
      const found = await asked(() => {
        pages = 0
        return s3.listObjects('/', keyOf(start), MOST_LISTED + 1)
      })
      if (found === null) throw noBucket(place)
      return found.map(({ Key, Size, LastModified }) => ({
        name: Key.slice(place.prefix.length),
        bytes: Number(Size),
        at: new Date(LastModified).getTime(),
      }))
    },
    remove: async (name) => {
      await asked(() => s3.deleteObject(keyOf(name)))
    },
    discard: async (name) => {
      await tidying.deleteObject(keyOf(name)).catch(() => {})
    },
  }
}

/** One object on its way: as a whole, or in parts that become an object at the end. */
interface Upload {
  whole(bytes: Buffer): Promise<unknown>
  part(bytes: Buffer): Promise<unknown>
  complete(): Promise<void>
  /** Removes the parts, which cost money there. Without parts nothing is done. */
  abort(): Promise<unknown>
}

function uploadOf(
  { s3, tidying }: { s3: S3mini; tidying: S3mini },
  key: string,
  { asked, place }: { asked: <T>(work: () => Promise<T>) => Promise<T>; place: BucketPlace },
): Upload {
  let id: string | undefined
  const done: { partNumber: number; etag: string }[] = []
  return {
    whole: (bytes) => asked(() => s3.putObject(key, bytes)),
    part: async (bytes) => {
      id ??= await asked(() => s3.getMultipartUploadId(key))
      const upload = id
      done.push(await asked(() => s3.uploadPart(key, upload, bytes, done.length + 1)))
    },
    complete: async () => {
      let tries = 0
      const isComplete = await asked(async () => {
        tries++
        try {
          return Boolean((await s3.completeMultipartUpload(key, id ?? '', done)).etag)
        } catch (error) {
          // An earlier try, whose answer was lost, may have completed it: then the object is there.
          if (tries > 1 && (error as ServiceError).serviceCode === 'NoSuchUpload') return true
          throw error
        }
      })
      // A service may answer 200 with an error in the body.
      if (!isComplete) throw unclear(place)
    },
    abort: async () => id !== undefined && tidying.abortMultipartUpload(key, id),
  }
}

/** @returns the number of bytes */
async function putInParts(source: AsyncIterable<Buffer>, upload: Upload): Promise<number> {
  let bytes = 0
  try {
    for await (const { part, isLast } of inParts(source)) {
      if (isLast && bytes === 0) await upload.whole(part)
      else await upload.part(part)
      bytes += part.length
      if (isLast && bytes > part.length) await upload.complete()
    }
    return bytes
  } catch (error) {
    // If this fails too, the first error is the one to report.
    await upload.abort().catch(() => {})
    throw error
  }
}

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  const waiting: Buffer[] = []
  let length = 0
  let most = WHOLE_BYTES
  for await (const bytes of source) {
    waiting.push(bytes)
    length += bytes.length
    if (length <= most) continue
    // All parts but the last have the same length: some services demand it.
    for (; length > PART_BYTES; length -= PART_BYTES) yield { part: taken(waiting, PART_BYTES), isLast: false }
    most = PART_BYTES
  }
  yield { part: taken(waiting, length), isLast: true }
}

/** Takes the first bytes out of what waits. They are copied, so that nothing that was sent is kept. */
function taken(waiting: Buffer[], length: number): Buffer {
  const part = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length; ) {
    const first = waiting[0] as Buffer
    const copied = first.copy(part, filled)
    filled += copied
    if (copied === first.length) waiting.shift()
    else waiting[0] = first.subarray(copied)
  }
  return part
}

interface ServiceError {
  status?: number
  serviceCode?: string
  cause?: { code?: string; message?: string }
  message: string
}

function mayPass(error: unknown): boolean {
  if (error instanceof DomainError) return false
  const { status } = error as ServiceError
  return status === undefined || status >= 500 || status === 429 || status === 408
}

const noBucket = ({ bucket }: BucketPlace) =>
  new DomainError('NOT_FOUND', 'no_bucket', `there is no bucket ${bucket}: make it first, or name another one`)

const unclear = ({ bucket }: BucketPlace) =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'copy_not_confirmed',
    `the bucket ${bucket} did not confirm the copy: try again`,
  )

const endless = ({ bucket }: BucketPlace) =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'endless_list',
    `the list of the bucket ${bucket} has no end: try again, or use another service`,
  )

/** What a service's code means for people. */
const REASONS: Record<string, string> = {
  InvalidAccessKeyId: 'does not have the access key that is set: check AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch:
    'does not accept the secret access key that is set: check AWS_SECRET_ACCESS_KEY and the region',
  RequestTimeTooSkewed: "refuses the time of this machine's clock: set the clock",
  AccessDenied: 'does not allow this: the access key needs the rights to list, read, write and delete objects there',
  AuthorizationHeaderMalformed: 'is in another region: set --s3-region',
  PermanentRedirect: 'is in another region: set --s3-region and --s3-endpoint',
  QuotaExceeded: 'is full',
}

function explained(error: unknown, place: BucketPlace, service: URL): unknown {
  if (error instanceof DomainError) return error
  const { status, serviceCode = '', cause, message } = error as ServiceError
  if (serviceCode === 'NoSuchBucket') return noBucket(place)
  const bucket = `the bucket ${place.bucket} at ${service.host}`
  const known = REASONS[serviceCode]
  const text =
    known !== undefined
      ? `${bucket} ${known}`
      : status === undefined
        ? `${bucket} cannot be reached (${cause?.code ?? cause?.message ?? message}): check the address, and try again`
        : `${bucket} answered with an error (${status} ${serviceCode}): try again`
  return new DomainError('SERVICE_UNAVAILABLE', 'bucket_failed', text, { status, code: serviceCode }, error)
}
