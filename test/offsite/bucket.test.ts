import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { type BucketTools, openBucket } from '../../src/offsite/bucket.ts'
import { parsePlace, parseService } from '../../src/offsite/place.ts'
import { ACCESS, signatureOf, startBucketServer } from '../support/bucket-server.ts'

const MIB = 1024 * 1024
const REGION = 'eu-central-1'

async function opened(
  t: TestContext,
  {
    place = 's3://backups/shop',
    access = ACCESS,
    ...tools
  }: BucketTools & { place?: string; access?: typeof ACCESS } = {},
) {
  const service = await startBucketServer(t)
  const waits: number[] = []
  const bucket = await openBucket(
    parsePlace(place),
    { service: parseService(service.url), region: REGION, ...access },
    { wait: async (ms) => waits.push(ms), ...tools },
  )
  return { service, bucket, waits }
}

const inChunks = (bytes: Buffer) =>
  Readable.from(Array.from({ length: Math.ceil(bytes.length / MIB) }, (_, n) => bytes.subarray(n * MIB, (n + 1) * MIB)))

test('the service of the tests checks signatures as Amazon publishes them', () => {
  // The example "GET Object" of Amazon's page on signature version 4.
  const text =
    'AWS4-HMAC-SHA256\n20130524T000000Z\n20130524/us-east-1/s3/aws4_request\n7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972'
  assert.equal(
    signatureOf('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', ['20130524', 'us-east-1', 's3'], text),
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('objects are stored, listed, read and removed under the prefix of the place', async (t) => {
  const { service, bucket } = await opened(t)
  const bytes = randomBytes(100_000)
  assert.equal(await bucket.put('a.db.enc', inChunks(bytes)), bytes.length)
  service.objects.set('other/a.db.enc', Buffer.from('x'))
  assert.deepEqual([...service.objects.keys()], ['shop/a.db.enc', 'other/a.db.enc'])
  assert.deepEqual(
    (await bucket.list('a')).map(({ name, bytes }) => [name, bytes]),
    [['a.db.enc', bytes.length]],
  )
  assert.ok((await buffer(Readable.from(bucket.get('a.db.enc')))).equals(bytes))
  await bucket.remove('a.db.enc')
  assert.deepEqual([...service.objects.keys()], ['other/a.db.enc'])
  await assert.rejects(
    buffer(Readable.from(bucket.get('a.db.enc'))),
    /there is no copy s3:\/\/backups\/shop\/a\.db\.enc/,
  )
})

test('from 64 MiB on an object is sent in parts, and appears as a whole', async (t) => {
  const { service, bucket } = await opened(t, { place: 's3://backups' })
  const bytes = randomBytes(70 * MIB)
  assert.equal(await bucket.put('large', inChunks(bytes)), bytes.length)
  assert.ok(service.objects.get('large')?.equals(bytes))
  assert.equal(service.seen.filter((line) => /^PUT .*partNumber/.test(line)).length, 5)
  const two = bytes.subarray(0, 64 * MIB)
  await bucket.put('small', inChunks(two))
  assert.ok(service.objects.get('small')?.equals(two))
  assert.ok(service.seen.includes('PUT /backups/small'))
})

test('a part that fails is sent again; if it goes on failing, nothing is left of the upload', async (t) => {
  const { service, bucket, waits } = await opened(t)
  const bytes = randomBytes(100 * MIB)
  let failures = 1
  service.fault = (_, url) =>
    url.searchParams.get('partNumber') === '3' && failures-- > 0 ? { status: 500, code: 'InternalError' } : undefined
  await bucket.put('large', inChunks(bytes))
  assert.ok(service.objects.get('shop/large')?.equals(bytes))
  assert.deepEqual(waits, [1_000])

  failures = 100
  await assert.rejects(bucket.put('larger', inChunks(bytes)), /answered with an error \(500 InternalError\): try again/)
  assert.equal(service.objects.has('shop/larger'), false)
  assert.equal(service.uploads.size, 0)
})

test('each refusal is one sentence that says what to do', async (t) => {
  const { service, bucket, waits } = await opened(t)
  const refused = async (pattern: RegExp) =>
    assert.rejects(bucket.put('a', inChunks(Buffer.from('a'))), (error: Error) => {
      assert.match(error.message, pattern)
      assert.doesNotMatch(error.message, /\n|wJalr/)
      return true
    })
  service.skewMs = 24 * 3_600_000
  await refused(/refuses the time of this machine's clock: set the clock/)
  service.skewMs = 0
  service.fault = () => ({ status: 403, code: 'AccessDenied' })
  await refused(/does not allow this: the access key needs the rights/)
  service.fault = () => ({ status: 301, code: 'PermanentRedirect' })
  await refused(/is in another region/)
  assert.deepEqual(waits, [], 'what does not pass is not tried again')

  const wrongKey = await opened(t, { access: { ...ACCESS, secretAccessKey: 'another' } })
  await assert.rejects(wrongKey.bucket.list(''), /does not accept the secret access key/)
  const wrongId = await opened(t, { access: { ...ACCESS, accessKeyId: 'another' } })
  await assert.rejects(wrongId.bucket.list(''), /does not have the access key/)
  const absent = await opened(t, { place: 's3://absent/shop' })
  await assert.rejects(absent.bucket.list(''), /there is no bucket absent: make it first/)
  await assert.rejects(absent.bucket.put('a', inChunks(Buffer.from('a'))), /there is no bucket absent/)
})

test('a connection that is cut in the middle of a copy is an error, not a shorter copy', async (t) => {
  const { service, bucket } = await opened(t)
  await bucket.put('a', inChunks(randomBytes(100_000)))
  service.fault = (method) => (method === 'GET' ? 'drop' : undefined)
  await assert.rejects(buffer(Readable.from(bucket.get('a'))), /cannot be reached/)
})

test('a copy is read as long as its bytes come: each 16 MiB have five minutes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const begun = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const { bucket } = await opened(t, {
    fetch: async (_, init) => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
          begun.resolve(controller)
        },
      })
      return new Response(stream)
    },
  })
  const bytes = bucket.get('a')[Symbol.asyncIterator]()
  const receive = async (length: number, ms: number) => {
    const read = bytes.next()
    const body = await begun.promise
    t.mock.timers.tick(ms)
    body.enqueue(new Uint8Array(length))
    assert.equal((await read).value?.length, length)
  }
  for (let share = 0; share < 6; share++) await receive(16 * MIB, 299_000)
  await receive(1, 200_000)
  const failed = assert.rejects(bytes.next(), /cannot be reached \(no answer within 5 minutes\)/)
  t.mock.timers.tick(100_001)
  await failed
})

test('an upload that was completed though the answer was lost is a copy', async (t) => {
  const { service, bucket, waits } = await opened(t)
  const bytes = randomBytes(65 * MIB)
  let losses = 1
  service.fault = (method, url) =>
    method === 'POST' && url.searchParams.has('uploadId') && losses-- > 0 ? 'lost' : undefined
  assert.equal(await bucket.put('large', inChunks(bytes)), bytes.length)
  assert.deepEqual(waits, [1_000])
  assert.ok(service.objects.get('shop/large')?.equals(bytes))
})

test('an upload that its service answers with 200 and an error fails', async (t) => {
  const { service, bucket } = await opened(t)
  service.fault = (method, url) =>
    method === 'POST' && url.searchParams.has('uploadId')
      ? { text: '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>' }
      : undefined
  await assert.rejects(bucket.put('large', inChunks(randomBytes(65 * MIB))), /did not confirm the copy: try again/)
  assert.deepEqual([service.uploads.size, service.objects.size], [0, 0])
})

test('a copy that is stopped leaves no parts', async (t) => {
  const stopping = new AbortController()
  const { service, bucket } = await opened(t, { signal: stopping.signal })
  service.fault = (_, url) => {
    if (url.searchParams.get('partNumber') === '3') stopping.abort(new Error('stopped'))
    return undefined
  }
  await assert.rejects(bucket.put('large', inChunks(randomBytes(100 * MIB))), /stopped/)
  assert.deepEqual([service.uploads.size, service.objects.size], [0, 0])
})

test('lists of several pages are whole, and one without an end is an error', async (t) => {
  const { service, bucket } = await opened(t)
  for (let number = 0; number < 2_500; number++) service.objects.set(`shop/${10_000 + number}`, Buffer.alloc(1))
  const names = (await bucket.list('')).map(({ name }) => name)
  assert.deepEqual([names.length, names[0], names.at(-1)], [2_500, '10000', '12499'])

  service.fault = () => ({
    text: '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>',
  })
  service.seen.length = 0
  await assert.rejects(bucket.list(''), /has no end/)
  assert.equal(service.seen.length, 100)
})

test('an answer that is large, nested or no XML is an error at once', async (t) => {
  const { service, bucket } = await opened(t)
  for (const text of [
    '<a>'.repeat(1_000_000),
    '<a '.repeat(1_000_000),
    `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`,
    '<!DOCTYPE x [<!ENTITY a "b">]><ListBucketResult></ListBucketResult>',
    'a'.repeat(5 * MIB),
  ]) {
    service.fault = () => ({ text })
    service.seen.length = 0
    await assert.rejects(bucket.list(''), /is not of S3's protocol: check the address/)
    assert.equal(service.seen.length, 1)
  }
})

test('a service that cannot be reached is tried three times', async (t) => {
  const waits: number[] = []
  const bucket = await openBucket(
    parsePlace('s3://backups'),
    { service: parseService('http://127.0.0.1:1'), region: REGION, ...ACCESS },
    { wait: async (ms) => waits.push(ms) },
  )
  await assert.rejects(bucket.list(''), /the bucket backups at 127\.0\.0\.1:1 cannot be reached/)
  assert.deepEqual(waits, [1_000, 5_000])
  t.diagnostic('no request went out')
})

test('places and services have one form each', () => {
  assert.deepEqual(parsePlace('s3://my-bucket/a/b/'), {
    text: 's3://my-bucket/a/b',
    bucket: 'my-bucket',
    prefix: 'a/b/',
  })
  assert.deepEqual(parsePlace('s3://my-bucket'), { text: 's3://my-bucket', bucket: 'my-bucket', prefix: '' })
  for (const text of [
    's3://',
    's3://B',
    's3://a',
    's3://bucket//x',
    's3://bucket/../x',
    's3://bucket/./x',
    's3://bucket/.',
    's3://bucket/a?b',
    'https://bucket',
    's3://bucket/a b',
  ])
    assert.throws(() => parsePlace(text), /is not a place for copies/, text)
  for (const text of ['https://s3.example.com', 'http://localhost:9000', 'http://[::1]:9000', 'http://127.0.0.1'])
    assert.ok(parseService(text))
  for (const text of [
    'http://s3.example.com',
    'http://10.0.0.1',
    'https://user:pass@s3.example.com',
    'https://s3.example.com/x',
    'ftp://a',
    'x',
  ])
    assert.throws(() => parseService(text), /is not an address for copies/, text)
})
