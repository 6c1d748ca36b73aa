import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEvents } from '../support/event-stream.ts'
import { answerValidator, type OpenApi, type Operation } from '../support/openapi.ts'
import { type Answer, type Api, client, startServer } from '../support/server.ts'
import { ORDER, startShop } from '../support/shop.ts'
import { startWidget } from '../support/widget.ts'

const document = async (api: Api) => (await client(api.baseUrl, '').call('GET', '/spec.json')).body as OpenApi

type Credential = 'secretKey' | 'publishableKey' | 'session'

/** What a call with each kind of credential looks like. */
async function callers(api: Api) {
  const { key, open } = await startWidget(api)
  const { token, conversationId } = await open('c1')
  const nobody = client(api.baseUrl, '')
  const calls: Record<Credential, Api['call']> = {
    secretKey: api.call,
    publishableKey: (method, path, { headers, ...options } = {}) =>
      nobody.call(method, path, { ...options, headers: { 'x-service-key': key, ...headers } }),
    session: client(api.baseUrl, token).call,
  }
  return {
    callerOf: ({ security: [scheme] = [{ secretKey: [] }] }: Operation) =>
      calls[Object.keys(scheme ?? {})[0] as Credential],
    /** The conversation of the session, of customer `c1`. */
    conversationId,
    token,
  }
}

test('every answer of every operation is what the document says', async (t) => {
  const { api, start, offer } = await startShop(t, { limits: { unauthorized: 1_000, calls: 10_000, bulk: 10_000 } })
  const { id: actionId } = await start()
  const spec = await document(api)
  const { validate, validateExample, exercised } = answerValidator(spec)
  const nobody = client(api.baseUrl, 'sk_unknown')
  const { callerOf, conversationId, token } = await callers(api)
  const orders = ['o2', 'o3'].map((id) => ({ ...ORDER, id }))
  await api.push('orders', orders)
  let backfillId = ''
  let batchId = ''

  /** The id of something that the path is about. */
  async function idFor(path: string): Promise<string> {
    if (path.startsWith('/backfills')) return backfillId
    if (path.startsWith('/batches')) return batchId
    if (path.startsWith('/actions')) return actionId
    if (path.startsWith('/widget/refunds')) return (await offer({ conversationId, orderId: orders.pop()?.id ?? '' })).id
    return exampleIds[path.split('/')[1] ?? ''] ?? ''
  }

  /** Calls an operation in every way that the document has an answer for, and checks each. */
  async function exercise(method: string, path: string): Promise<void> {
    const operation = spec.paths[path]?.[method.toLowerCase()]
    assert.ok(operation)
    const call = callerOf(operation)
    const idempotent = operation.parameters.some(({ $ref }) => $ref?.endsWith('IdempotencyKey'))
    const example = operation.requestBody?.content['application/json'].example
    const id = await idFor(path)
    const at = path.replace(/\{\w+\}/, id)
    const check = (answer: Answer, status: number): Answer => {
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
      validate(method, path, answer)
      return answer
    }
    const json = example === undefined ? {} : { json: example }
    if (operation.requestBody) validateExample(operation.requestBody.content['application/json'].schema, example, path)
    const success = Number(Object.keys(operation.responses).find((status) => status.startsWith('2')))
    const answer = check(
      operation.operationId === 'streamEvents'
        ? { ...(await openEvents(t, api.baseUrl, token)), text: '', body: undefined }
        : await call(method, at, { ...json, headers: { 'idempotency-key': `${method} ${path}` } }),
      success,
    )
    if (operation.operationId === 'openBackfill') backfillId = answer.body.id
    if (operation.operationId.startsWith('bulkUpsert')) batchId = answer.body.batchId
    check(await nobody.call(method, at, json), 401)
    if (idempotent) {
      check(await call(method, at, { ...json, headers: { 'idempotency-key': '' } }), 400)
      const reused = await call(method, `${at}?again`, {
        ...json,
        headers: { 'idempotency-key': `${method} ${path}` },
      })
      check(reused, 409)
    }
    if (operation.responses[404]) check(await call(method, path.replace(/\{\w+\}/, 'no-such-id'), json), 404)
    if (operation.responses[413] && example) {
      check(await call(method, at, { body: 'x', headers: { 'content-type': 'text/plain' } }), 415)
      check(await call(method, at, { body: '{' }), 400)
      const many = { data: Array.from({ length: 1_001 }, () => 1) }
      const takesObjects = (example as { data?: unknown }).data !== undefined
      if (takesObjects) check(await api.call(method, at, { json: many }), 413)
      if (takesObjects)
        check(
          await api.call(method, `${at}?strict=true`, { json: { data: [{ id: 'x', updatedAt: 1, unknown: 1 }] } }),
          400,
        )
      if (takesObjects && success === 200)
        check(await api.call(method, at, { json: { data: [{ id: 'x', updatedAt: 1, unknown: 1 }] } }), 200)
    }
    if (operation.parameters.some(({ name }) => name === 'limit')) check(await api.call(method, `${at}?limit=0`), 400)
  }

  const exampleIds = Object.fromEntries(
    Object.entries(spec.paths).flatMap(([path, { post }]) => {
      const data = (post?.requestBody?.content['application/json'].example as { data?: { id: string }[] } | undefined)
        ?.data
      return data ? [[path.slice(1), data[0]?.id ?? '']] : []
    }),
  )
  const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  )
  // What erases and closes comes last, since the others need what it takes away.
  const order = (method: string, path: string) =>
    method === 'DELETE' || path.endsWith('/close') ? 2 : method === 'GET' ? 1 : 0
  for (const [method, path] of operations.sort((a, b) => order(...a) - order(...b))) await exercise(method, path)
  for (const [method, path] of operations)
    assert.ok(exercised.has(`${method} ${path}`), `${method} ${path} was not exercised`)
  assert.ok(operations.length >= 30)

  const limited = await startServer(t, { limits: { calls: 1, widget: 1 } })
  const { callerOf: limitedCallerOf, token: limitedToken } = await callers(limited)
  await limited.call('GET', '/ping')
  await client(limited.baseUrl, limitedToken).call('GET', '/widget/conversation')
  for (const [method, path] of operations) {
    const operation = spec.paths[path]?.[method.toLowerCase()]
    assert.ok(operation)
    const answer = await limitedCallerOf(operation)(method, path.replace(/\{\w+\}/, 'x'))
    assert.equal(answer.status, 429, `${method} ${path}: ${answer.text}`)
    validate(method, path, answer)
  }
})

test('every example of an answer fits its schema', async (t) => {
  const api = await startServer(t)
  const spec = await document(api)
  const { validateExample } = answerValidator(spec)
  const examples =
    JSON.stringify(spec).match(/"content":\{"application\/json":\{"schema":\{"\$ref":"[^"]+"\},"example":/g) ?? []
  assert.ok(examples.length > 30)
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    const content = value as { schema?: { $ref?: string }; example?: unknown }
    if (content.schema?.$ref && 'example' in content) validateExample(content.schema, content.example, path)
    for (const [key, entry] of Object.entries(value)) visit(entry, `${path}/${key}`)
  }
  visit(spec, '')
})

test('objects have their names, operations their summaries, and both are reached without a key', async (t) => {
  const api = await startServer(t, { settings: { title: 'Wool', publicUrl: null } })
  const spec = await document(api)
  for (const name of [
    'Customer',
    'Product',
    'Variant',
    'Order',
    'LineItem',
    'Shipment',
    'TrackingEvent',
    'Ticket',
    'Message',
    'Address',
    'UpsertResult',
    'Batch',
    'Backfill',
    'Error',
  ]) {
    assert.ok(spec.components.schemas[name], name)
  }
  const operations = Object.values(spec.paths).flatMap((methods) => Object.values(methods))
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
  for (const { summary, tags } of operations) assert.ok(summary && tags?.length === 1)
  assert.equal(spec.info.title, 'Wool API')
  assert.equal(spec.servers[0]?.url, api.baseUrl)
})

test('what the document demands of a field is what the server demands', async (t) => {
  const api = await startServer(t)
  const { Order } = (await document(api)).components.schemas as Record<
    string,
    { required: string[]; properties: Record<string, { anyOf?: object[]; maxLength?: number; enum?: string[] }> }
  >
  assert.deepEqual(Order?.required, ['id', 'updatedAt'])
  const push = async (fields: object) =>
    (await api.call('POST', '/orders', { json: { data: [{ id: 'o', updatedAt: 1, ...fields }] } })).status
  for (const [name, property] of Object.entries(Order?.properties ?? {})) {
    const [schema, nullable] = (property.anyOf ?? [property]) as [
      {
        maxLength?: number
        enum?: string[]
        maximum?: number
        minimum?: number
        maxItems?: number
        type?: string
        format?: string
        pattern?: string
      },
      { type?: string } | undefined,
    ]
    if (nullable?.type === 'null') assert.equal(await push({ [name]: null }), 200, name)
    if (schema.maxLength && !schema.format && !schema.pattern) {
      assert.equal(await push({ [name]: 'x'.repeat(schema.maxLength) }), 200, name)
      assert.equal(await push({ [name]: 'x'.repeat(schema.maxLength + 1) }), 400, name)
    }
    for (const value of schema.enum ?? []) assert.equal(await push({ [name]: value }), 200, `${name} ${value}`)
    if (schema.maximum !== undefined) {
      assert.equal(await push({ [name]: schema.maximum }), 200, name)
      assert.equal(await push({ [name]: (schema.minimum ?? 0) - 1 }), 400, name)
    }
    if (schema.maxItems)
      assert.equal(await push({ [name]: Array.from({ length: schema.maxItems + 1 }, () => 'x') }), 400, name)
  }
})
