import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type Random, randomFrom } from '../../../src/sample-shop/repeatable.ts'
import type { OpenApi, Operation } from '../openapi.ts'
import { jsonText, type Schema } from './json-text.ts'

export interface FuzzRequest {
  method: string
  /** From the root of the server, with the query. */
  path: string
  headers: Record<string, string>
  body: Buffer
  /** Raw bytes for a separate socket, if the request is not valid HTTP. */
  raw?: Buffer
}

const RAW_SHARE = 0.1
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
const ELSEWHERE = [
  '/',
  '/healthz',
  '/readyz',
  '/api/v1',
  '/api/v1/spec.json',
  '/api/v1/reference/start.js',
  '/api/v2/orders',
  '/%',
  '/api/v1//orders',
  '/api/v1/orders/..%2f..',
  '//x/y',
  '/api/v1/orders/%ff',
]
const SEGMENTS = [
  '%',
  '%00',
  '%2e%2e',
  '%C3%A9',
  '%ED%A0%80',
  'bulk',
  'close',
  'status',
  '__proto__',
  'a'.repeat(256),
  'a%20b',
  '%F0%9F%A7%B6',
  ';',
  '~',
  '%25',
]
const TYPES = [
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset=utf-16',
  'text/plain',
  'application/json, text/plain',
  '',
  '/',
  'multipart/form-data; boundary=x',
]
const HEADERS: [string, string[]][] = [
  ['idempotency-key', ['k1', 'k2', '"quoted"', '"', 'é', 'x'.repeat(256), ' ']],
  ['accept', ['*/*', 'text/html', 'q=;']],
  ['accept-encoding', ['gzip, zstd', '*;q=0', 'br']],
  ['x-forwarded-for', ['203.0.113.1', 'unknown', '::1, 10.0.0.1', ',,,']],
  ['x-request-id', ['x', '../..', '<script>']],
  ['if-none-match', ['*', '"x"', 'W/']],
  ['range', ['bytes=0-1', 'bytes=-1,5-', 'x']],
  ['cookie', ['a=b; __proto__=c', '=']],
  ['content-encoding', ['gzip', 'zstd', 'identity', 'br', 'gzip, gzip', 'deflate']],
]

const QUERIES: Record<string, string[]> = {
  limit: ['1', '3', '100'],
  strict: ['true', 'false', 'false'],
  updatedSince: ['2026-03-01T09:30:00Z', '1700000000000', '0'],
}
const ODD_QUERIES = ['0', '-1', '1e3', 'x', '', '%00', '%ff', 'eyJ9', '%F0%9F%A7%B6', 'a'.repeat(300), '%5B%5D']

/** An endless stream of requests from spec.json, with random damage. The same seed gives the same stream. */
export function* fuzzRequests(
  spec: OpenApi,
  { seed, key, known }: { seed: number; key: string; known: Record<string, string[]> },
): Generator<FuzzRequest, never> {
  const random = randomFrom(seed)
  const basePath = new URL(spec.servers[0]?.url ?? '').pathname
  const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: basePath + path,
      operation,
    })),
  )
  const context = { random, schemas: spec.components.schemas, known }
  for (;;) {
    const { method, path, operation } = random.pick(operations)
    const { body, encoding } = bodyOf(operation, random, (schema) => jsonText(schema, context))
    const request: FuzzRequest = {
      method: random.chance(0.03) ? random.pick(METHODS) : method,
      path: pathOf(path, operation, random, known),
      headers: { ...headersOf(random, key, body), ...encoding },
      body,
    }
    if (random.chance(RAW_SHARE)) request.raw = rawOf(request, random)
    yield request
  }
}

function pathOf(path: string, { parameters }: Operation, random: Random, known: Record<string, string[]>): string {
  const { pick, chance } = random
  if (chance(0.02)) return pick(ELSEWHERE)
  const id = chance(0.9) ? pick([...(known.id ?? []), ...(known.backfillId ?? [])]) : pick(SEGMENTS)
  const queries = parameters
    .filter((parameter) => parameter.in === 'query' && chance(0.4))
    .map(({ name }) => name ?? '')
  if (chance(0.03)) queries.push(pick(['x', 'limit', 'strict', '__proto__', '%', '']))
  const value = (name: string) => pick(chance(0.8) ? (QUERIES[name] ?? ODD_QUERIES) : ODD_QUERIES)
  return (
    path.replace('{id}', id) +
    (queries.length > 0 ? `?${queries.map((name) => `${name}=${value(name)}`).join('&')}` : '')
  )
}

function headersOf({ pick, chance }: Random, key: string, body: Buffer): Record<string, string> {
  const headers: Record<string, string> = {}
  if (!chance(0.02))
    headers.authorization = chance(0.03)
      ? pick(['Bearer', 'Bearer sk_x', `bearer ${key}`, `Basic ${key}`, `Bearer ${key}x`])
      : `Bearer ${key}`
  if (body.length > 0 || chance(0.1)) headers['content-type'] = chance(0.04) ? pick(TYPES) : 'application/json'
  for (const [name, values] of HEADERS)
    if (chance(name === 'idempotency-key' ? 0.1 : 0.01)) headers[name] = pick(values)
  return headers
}

function bodyOf(
  operation: Operation,
  random: Random,
  write: (schema: Schema) => string,
): { body: Buffer; encoding?: Record<string, string> } {
  const { chance, pick, int } = random
  const schema = operation.requestBody?.content['application/json']?.schema
  if (!schema) return { body: chance(0.05) ? randomBytes(random, 40) : Buffer.alloc(0) }
  const written = Buffer.from(chance(0.02) ? `{"data":${'['.repeat(int(1, 3_000))}` : write(schema))
  const body = chance(0.05) ? damaged(written, random) : chance(0.02) ? randomBytes(random, 400) : written
  if (!chance(0.05)) return { body }
  const name = pick(['gzip', 'zstd'])
  const packed = name === 'gzip' ? gzipSync(body) : zstdCompressSync(body)
  return { body: chance(0.3) ? damaged(packed, random) : packed, encoding: { 'content-encoding': name } }
}

/** The bytes of a damaged request, or random bytes. */
function rawOf({ method, path, headers, body }: FuzzRequest, random: Random): Buffer {
  if (random.chance(0.1)) return randomBytes(random, 400)
  const lines = Object.entries({ host: 'x', ...headers, 'content-length': String(body.length) }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const whole = Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), body])
  const head = random.chance(0.7) ? whole.indexOf('\r\n\r\n') + 4 : whole.length
  return Buffer.concat([damaged(whole.subarray(0, head), random), whole.subarray(head)])
}

function randomBytes({ int }: Random, longest: number): Buffer {
  return Buffer.from(Array.from({ length: int(0, longest) }, () => int(0, 255)))
}

/** Changes, cuts, repeats or inserts bytes. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const { int, pick } = random
  let result = Buffer.from(bytes)
  for (let times = int(1, 3); times > 0; times--) {
    const [from, to] = [int(0, result.length), int(0, result.length)].sort((a, b) => a - b) as [number, number]
    const inserted = pick([
      randomBytes(random, 8),
      result.subarray(from, to),
      Buffer.from('\r\n'),
      Buffer.from('\0'),
      Buffer.from('transfer-encoding: chunked\r\n'),
    ])
    const change = int(0, 2)
    if (change === 0 && from < result.length) result[from] = int(0, 255)
    else if (change === 1) result = Buffer.concat([result.subarray(0, from), inserted, result.subarray(from)])
    else result = Buffer.concat([result.subarray(0, from), result.subarray(Math.min(to, from + 20))])
  }
  return result
}
