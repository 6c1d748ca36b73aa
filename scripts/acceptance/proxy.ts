import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenApi, Operation } from '../../test/support/openapi.ts'
import { client } from '../../test/support/server.ts'
import { ORDER, startShop } from '../../test/support/shop.ts'
import { startWidget } from '../../test/support/widget.ts'
import { scope } from './scope.ts'
import { build, startTool } from './tools.ts'

/** Enough time for a stream to open behind the proxy; one that does not is reported as a failure. */
const UNTIL_OPEN_MS = 2_000

/** A call through the proxy, and the expected response. */
interface Call {
  method: string
  path: string
  status: number
  headers: Record<string, string>
  json?: unknown
}

/** Calls every route through Prism, which compares requests and responses with the document. @returns a line for each check. @throws Error with everything that Prism found */
export async function tryProxy(): Promise<string[]> {
  const { t, end } = scope()
  const { api, start, offer } = await startShop(t)
  const spec = (await client(api.baseUrl, '').call('GET', '/spec.json')).body as OpenApi
  writeFileSync(`${build}/prism.json`, JSON.stringify(spec))
  const port = await freePort()
  const prism = await startTool(
    'prism',
    ['proxy', `${build}/prism.json`, api.baseUrl, '--port', String(port)],
    /Prism is listening/,
  )
  const found: string[] = []
  let calls = 0

  async function send({ method, path, status, headers, json }: Call): Promise<Record<string, unknown>> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    calls++
    const text = await answer.text()
    const violations = answer.headers.get('sl-violations')
    if (violations) found.push(`${method} ${path} ${answer.status}: ${violations}`)
    if (answer.status !== status) found.push(`${method} ${path}: answered ${answer.status}, not ${status}: ${text}`)
    return text.startsWith('{') ? JSON.parse(text) : {}
  }

  try {
    const { key, open } = await startWidget(api)
    const { token, conversationId } = await open('c1')
    const credentials: Record<string, Record<string, string>> = {
      secretKey: { authorization: `Bearer ${api.key}` },
      publishableKey: { 'x-service-key': key },
      session: { authorization: `Bearer ${token}` },
    }
    const orders = ['o2', 'o3'].map((id) => ({ ...ORDER, id }))
    await api.push('orders', orders)
    const ids: Record<string, string> = { actions: (await start()).id }

    async function idFor(path: string): Promise<string> {
      const [, first = ''] = path.split('/')
      if (first === 'widget') return (await offer({ conversationId, orderId: orders.pop()?.id ?? '' })).id
      return ids[first] ?? ''
    }

    async function tryOperation(method: string, path: string, operation: Operation): Promise<void> {
      const [scheme = 'secretKey'] = Object.keys(operation.security?.[0] ?? {})
      const { example: json, isOptional } = bodyOf(operation)
      const status = Number(Object.keys(operation.responses).find((code) => code.startsWith('2')))
      const headers = credentials[scheme] ?? {}
      const filled = path.includes('{') ? path.replace(/\{\w+\}/, await idFor(path)) : path
      const at = withRequired(filled, operation)
      const parameters = operation.parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1))
      const isWrite = parameters.includes('IdempotencyKey')
      const keyed = isWrite ? { ...headers, 'idempotency-key': crypto.randomUUID() } : headers
      const call: Call = { method, path: at, status, headers: keyed, ...(json === undefined ? {} : { json }) }
      const answer = await send(call)
      if (isWrite) await send(call)
      if (typeof answer.batchId === 'string') ids.batches = answer.batchId
      if (method === 'POST' && !path.includes('{') && typeof answer.id === 'string') ids[path.slice(1)] = answer.id
      const [pushed] = (json as { data?: { id: string }[] } | undefined)?.data ?? []
      if (pushed) ids[path.split('/')[1] ?? ''] = pushed.id
      if (isOptional) await send({ method, path, status, headers })
      const more = at.includes('?') ? '&' : '?'
      if (parameters.includes('limit')) await send({ method, path: `${at}${more}limit=1`, status, headers })
      if (parameters.includes('strict')) await send({ ...call, path: `${at}?strict=true`, headers })
      if (parameters.includes('updatedSince'))
        for (const since of ['2026-01-01T00:00:00Z', '1767225600000'])
          await send({ method, path: `${at}?updatedSince=${since}&limit=100`, status, headers })
      if (operation.responses[404]) await send({ ...call, path: path.replace(/\{\w+\}/, 'none'), status: 404, headers })
      await send({ ...call, status: 401, headers: { authorization: 'Bearer none', 'x-service-key': 'none' } })
    }

    // Prism changes the bytes of files on their way.
    const operations = Object.entries(spec.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
      )
      .filter(({ operation }) => !JSON.stringify(operation).includes('image/png'))
      .sort((a, b) => turnOf(a) - turnOf(b))
    const streams = operations.filter(({ operation }) => isStream(operation))
    for (const { method, path, operation } of operations)
      if (!isStream(operation)) await tryOperation(method, path, operation)
    // Prism forwards only complete responses, and a stream is complete when the server stops.
    const ending = streams.map(({ method, path }) =>
      send({ method, path, status: 200, headers: credentials.session ?? {} }),
    )
    await sleep(UNTIL_OPEN_MS)
    await end()
    await Promise.all(ending)
    if (found.length > 0) throw new Error(`Prism found:\n${found.join('\n')}`)
    return [`Prism reports nothing: ${operations.length} operations, ${calls} calls`]
  } finally {
    await end()
    prism.kill()
  }
}

/** Texts to search for and the like have no example of their own: any text fits. */
function withRequired(path: string, { parameters }: Operation): string {
  const required = parameters.filter((parameter) => 'in' in parameter && parameter.in === 'query' && parameter.required)
  return required.reduce((at, { name }) => `${at}${at.includes('?') ? '&' : '?'}${name}=mug`, path)
}

function bodyOf({ requestBody }: Operation): { example: unknown; isOptional: boolean } {
  const { required } = (requestBody ?? { required: true }) as { required?: boolean }
  return { example: requestBody?.content['application/json']?.example, isOptional: required === false }
}

function isStream({ responses }: Operation): boolean {
  return JSON.stringify(responses[200] ?? '').includes('text/event-stream')
}

/** Calls that erase or close come last, since the others need their objects. */
function turnOf({ method, path }: { method: string; path: string }): number {
  if (method === 'DELETE' || path.endsWith('/close')) return 2
  return method === 'GET' ? 1 : 0
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
