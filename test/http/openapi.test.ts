import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMessage } from '../../src/conversations/conversations.ts'
import { setMode } from '../../src/conversations/modes.ts'
import { changeLetterSettings } from '../../src/letters/settings.ts'
import { createMailbox } from '../../src/mail/mailbox.ts'
import { call, claim, makeCode, poll, pressConnect } from '../support/connecting.ts'
import { openEvents } from '../support/event-stream.ts'
import { answerValidator, type OpenApi, type Operation } from '../support/openapi.ts'
import { gif } from '../support/pictures.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Answer, type Api, client, owner, startServer } from '../support/server.ts'
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

const operationsOf = (spec: OpenApi) =>
  Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  )

/** Routes that belong together: each needs what the one before has made. */
const isOfPlugins = (path: string) => path.startsWith('/connect/')

test('every response of every operation matches the document', async (t) => {
  const { api, start, offer } = await startShop(t, {
    limits: { unauthorized: 1_000, calls: 10_000, bulk: 10_000 },
    mailer: createMailbox({ now: () => 0 }),
  })
  const change = { enabled: true }
  const { workspaceId } = api
  await api.store.write((tx) => changeLetterSettings(tx, owner, { workspaceId, change }, api.clock.now()))
  const { id: actionId } = await start()
  const spec = await document(api)
  const { validate, validateExample, exercised } = answerValidator(spec)
  const nobody = client(api.baseUrl, 'sk_unknown')
  const { callerOf, conversationId, token } = await callers(api)
  // A rating is changed at any time of its first day, and an e-mail address left where one is asked for.
  await api.store.write(async (tx) => {
    await tx.run(
      "INSERT INTO conversation_ratings (conversation_id, workspace_id, rating, rated_at) VALUES (?, ?, 'bad', ?)",
      conversationId,
      api.workspaceId,
      api.clock.now(),
    )
    await tx.run('UPDATE conversations SET awaits_contact = 1 WHERE id = ?', conversationId)
  })
  const orders = ['o2', 'o3'].map((id) => ({ ...ORDER, id }))
  await api.push('orders', orders)
  let backfillId = ''
  let batchId = ''
  let segmentId = ''
  let pictureId = ''

  /** The id of something that the path is about. */
  async function idFor(path: string): Promise<string> {
    if (path.startsWith('/backfills')) return backfillId
    if (path.startsWith('/batches')) return batchId
    if (path.startsWith('/segments')) return segmentId
    if (path.startsWith('/actions')) return actionId
    if (path.startsWith('/widget/pictures')) return pictureId
    // A new conversation begins once the one before has ended.
    if (path === '/widget/conversations')
      await api.store.write((tx) => setMode(tx, conversationId, 'closed', api.clock.now()))
    if (path.startsWith('/widget/refunds')) return (await offer({ conversationId, orderId: orders.pop()?.id ?? '' })).id
    if (path.startsWith('/widget/messages/'))
      return (
        await api.store.write((tx) => addMessage(tx, conversationId, { author: 'agent', text: 'x' }, api.clock.now()))
      ).id
    return exampleIds[path.split('/')[1] ?? ''] ?? ''
  }

  /** Calls an operation in every way that the document has an answer for, and checks each. */
  async function exercise(method: string, path: string): Promise<void> {
    const operation = spec.paths[path]?.[method.toLowerCase()]
    assert.ok(operation)
    const call = callerOf(operation)
    const idempotent = operation.parameters.some(({ $ref }) => $ref?.endsWith('IdempotencyKey'))
    const example = operation.requestBody?.content['application/json']?.example
    const isFile = operation.requestBody !== undefined && example === undefined
    const id = await idFor(path)
    const required = operation.parameters.flatMap(({ in: place, required, name, schema }) =>
      place === 'query' && required ? [`${name}=${encodeURIComponent(schema?.examples?.[0] ?? '')}`] : [],
    )
    const addressOf = (...query: string[]) => {
      const all = [...required, ...query].join('&')
      return path.replace(/\{\w+\}/, id) + (all === '' ? '' : `?${all}`)
    }
    const at = addressOf()
    const check = (answer: Answer, status: number): Answer => {
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
      validate(method, path, answer)
      return answer
    }
    const json = isFile ? { body: gif(), headers: {} } : example === undefined ? {} : { json: example }
    const described = operation.requestBody?.content['application/json']
    if (described) validateExample(described.schema, example, path)
    const success = Number(Object.keys(operation.responses).find((status) => status.startsWith('2')))
    const answer = check(
      operation.operationId === 'streamEvents'
        ? { ...(await openEvents(t, api.baseUrl, token)), text: '', body: undefined }
        : await call(method, at, { ...json, headers: { 'idempotency-key': `${method} ${path}` } }),
      success,
    )
    if (operation.operationId === 'uploadPicture') pictureId = answer.body.id
    if (operation.operationId === 'openBackfill') backfillId = answer.body.id
    if (operation.operationId === 'createSegment') segmentId = answer.body.id
    if (operation.operationId.startsWith('bulkUpsert')) batchId = answer.body.batchId
    check(await nobody.call(method, at, json), 401)
    if (idempotent) {
      check(await call(method, at, { ...json, headers: { 'idempotency-key': '' } }), 400)
      // Another body by a space: without a body there is nothing that could differ.
      if (example !== undefined)
        check(
          await call(method, at, {
            body: `${JSON.stringify(example)} `,
            headers: { 'content-type': 'application/json', 'idempotency-key': `${method} ${path}` },
          }),
          409,
        )
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
    if (operation.parameters.some(({ name }) => name === 'limit'))
      check(await api.call(method, addressOf('limit=0')), 400)
  }

  const exampleIds = Object.fromEntries(
    Object.entries(spec.paths).flatMap(([path, { post }]) => {
      const data = (post?.requestBody?.content['application/json']?.example as { data?: { id: string }[] } | undefined)
        ?.data
      return data ? [[path.slice(1), data[0]?.id ?? '']] : []
    }),
  )
  const operations = operationsOf(spec).filter(([, path]) => !isOfPlugins(path))
  // What erases and closes comes last, since the others need what it takes away.
  const order = (method: string, path: string) =>
    method === 'DELETE' || path.endsWith('/close') ? 3 : path === '/widget/conversations' ? 2 : method === 'GET' ? 1 : 0
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

test('every response to the plugin of a shop matches the document, and is at the address that it names', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 10 } })
  const spec = await document(api)
  const { validate, exercised } = answerValidator(spec)
  const check = async (calling: Promise<Answer>, method: string, path: string, status: number): Promise<Answer> => {
    const answer = await calling
    assert.equal(answer.status, status, answer.text)
    validate(method, path, answer)
    return answer
  }
  const code = await makeCode(api)
  const claiming = (status: number, change: object = {}) =>
    check(claim(api, code, change), 'POST', '/connect/claim', status)
  await claiming(400, { shop: 'nonsense' })
  await claiming(401, { code: 'unknown' })
  await claiming(413, { version: 'x'.repeat(4_096) })
  const { body } = await claiming(200)
  await claiming(409)
  const polling = (status: number, token: string) => check(poll(api, token), 'POST', '/connect/poll', status)
  await polling(200, body.claimSecret)
  await pressConnect(api)
  const { secretKey } = (await polling(200, body.claimSecret)).body.credentials
  await polling(401, 'cl_unknown')
  for (const [method, name] of [
    ['GET', 'state'],
    ['POST', 'disconnect'],
  ] as const) {
    const path = `/connect/${name}`
    for (const [token, status] of [
      [secretKey, 200],
      [api.key, 404],
      ['sk_unknown', 401],
    ] as const)
      await check(call(api, method, name, { token }), method, path, status)
  }
  for (let guesses = 0; guesses < 4; guesses++) await claim(api, 'unknown')
  await claiming(429, { code: 'unknown' })
  const operations = operationsOf(spec).filter(([, path]) => isOfPlugins(path))
  for (const [method, path] of operations) {
    assert.ok(exercised.has(`${method} ${path}`), `${method} ${path} was not exercised`)
    const operation = spec.paths[path]?.[method.toLowerCase()] as { servers?: { url: string }[] } | undefined
    const base = new URL(`${operation?.servers?.[0]?.url}/`, `${api.baseUrl}/spec.json`)
    assert.equal(`${new URL(path.slice(1), base)}`, api.baseUrl.replace('/api/v1', path))
  }
})

test('every example of a response matches its schema', async (t) => {
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

test('the document and the server have the same rules for each field', async (t) => {
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

test('parameters of queries have their own types, with bounds and defaults', async (t) => {
  const spec = await document(await startServer(t))
  const schemaOf = (method: string, path: string, name: string) => {
    const { schema } = (spec.paths[path]?.[method]?.parameters.find((parameter) => parameter.name === name) ?? {}) as {
      schema?: unknown
    }
    return schema
  }
  for (const path of ['/orders', '/backfills']) {
    const limit = { type: 'integer', minimum: 1, maximum: 100, default: 25 }
    assert.deepEqual(schemaOf('get', path, 'limit'), limit)
  }
  for (const path of ['/orders', '/orders/bulk', '/tickets'])
    assert.deepEqual(schemaOf('post', path, 'strict'), { type: 'boolean' })
  const time = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] }
  assert.deepEqual(schemaOf('get', '/orders', 'updatedSince'), time)
})

/** Every schema that a value leads to, itself included. */
function reached(spec: OpenApi, value: unknown, seen = new Map<string, unknown>()): Map<string, unknown> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (seen.has(name)) continue
    seen.set(name, spec.components.schemas[name])
    reached(spec, spec.components.schemas[name], seen)
  }
  return seen
}

test('a time has one type in every response, and pushed times may have either form', async (t) => {
  const spec = await document(await startServer(t))
  const operations = Object.values(spec.paths).flatMap((methods) => Object.values(methods))
  const answered = reached(
    spec,
    operations.map(({ responses }) => responses),
  )
  assert.ok(answered.has('StoredOrder') && answered.has('StoredVariant') && answered.has('LineItem'))
  assert.ok(!answered.has('Order'))
  const times: unknown[] = []
  for (const [name, schema] of answered) {
    const { properties = {} } = schema as { properties?: Record<string, object> }
    for (const [field, property] of Object.entries(properties)) {
      const text = JSON.stringify(property)
      if (/(At|Until|From|To)$/.test(field) && text.includes('SO-8601')) {
        assert.match(text, /"type":"string","format":"date-time"/, `${name}.${field}`)
        assert.doesNotMatch(text, /integer/, `${name}.${field}`)
        times.push(field)
      }
    }
  }
  assert.ok(times.length > 20, String(times.length))
  const { Order } = spec.components.schemas as Record<string, { properties: Record<string, { anyOf: object[] }> }>
  assert.deepEqual(Order?.properties.updatedAt?.anyOf, [{ type: 'string', format: 'date-time' }, { type: 'integer' }])
})

test('every list of objects has a maxItems', async (t) => {
  const { schemas } = (await document(await startServer(t))).components
  const most = (name: string) =>
    (schemas[name] as { properties: { data: { maxItems?: number } } }).properties.data.maxItems
  assert.equal(most('OrderPush'), 25)
  assert.equal(most('TicketPush'), 50)
  assert.equal(most('OrderBatch'), 1_000)
  assert.equal(most('OrderList'), 100)
  assert.equal(most('BackfillList'), 100)
})

test('every tag and every operation has a description', async (t) => {
  const spec = (await document(await startServer(t))) as OpenApi & { tags: { name: string; description?: string }[] }
  for (const { name, description = '' } of spec.tags) {
    assert.ok(description.length > 60, name)
    assert.doesNotMatch(description, /Everything about/)
  }
  for (const methods of Object.values(spec.paths))
    for (const { operationId, description = '' } of Object.values(methods) as {
      operationId: string
      description?: string
    }[])
      assert.ok(description.length > 20, operationId)
  assert.equal(spec.servers.length, 1)
})

test('optional bodies are optional in the document and at the server, however they are empty', async (t) => {
  const api = await startServer(t)
  const spec = await document(api)
  const { key } = await startWidget(api)
  const optional = Object.entries(spec.paths).flatMap(([path, { post }]) =>
    post?.requestBody && !(post.requestBody as { required?: boolean }).required ? [path] : [],
  )
  assert.deepEqual(optional, ['/backfills', '/widget/sessions'])
  const post = async (path: string, rest: string) => {
    const { socket, until } = await rawConnection(t, api.baseUrl)
    const head = `POST /api/v1${path} HTTP/1.1\r\nhost: x\r\nx-service-key: ${key}\r\nauthorization: Bearer ${api.key}`
    socket.write(`${head}\r\nconnection: close\r\n${rest}`)
    return Number((await until(/^HTTP\/1\.1 \d+ /)).split(' ')[1])
  }
  for (const path of optional) {
    assert.equal(await post(path, '\r\n'), 200, path)
    assert.equal(await post(path, 'content-length: 0\r\n\r\n'), 200, path)
    assert.equal(await post(path, 'content-length: 0\r\ncontent-type: application/json\r\n\r\n'), 200, path)
    assert.equal(await post(path, 'transfer-encoding: chunked\r\n\r\n0\r\n\r\n'), 200, path)
    assert.equal(await post(path, 'content-length: 2\r\ncontent-type: application/json\r\n\r\n{}'), 200, path)
    assert.equal(await post(path, 'content-length: 2\r\n\r\n{}'), 415, path)
    assert.equal(await post(path, 'transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'), 415, path)
    assert.equal(await post(path, 'content-length: 1\r\ncontent-type: application/json\r\n\r\n['), 400, path)
  }
  const { id } = (await api.call('POST', '/backfills')).body
  assert.equal(await post(`/backfills/${id}/close`, 'transfer-encoding: chunked\r\n\r\n0\r\n\r\n'), 200)
})
