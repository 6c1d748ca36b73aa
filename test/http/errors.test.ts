import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, rawCall } from '../support/errors.ts'
import { lineItem, order } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { client, startServer } from '../support/server.ts'

test('unknown addresses are a 404 in the shape of every error, inside and outside the base address', async (t) => {
  const api = await startServer(t)
  for (const path of ['/nothing', '/orders/o1/items', '/../../nothing', '//ping', '/bulk']) {
    assertError(await api.call('GET', path), 404, 'NOT_FOUND')
  }
})

test('a wrong method is a 405 that lists the right ones', async (t) => {
  const api = await startServer(t)
  const cases = [
    ['PUT', '/orders', 'POST, GET, HEAD'],
    ['PATCH', '/orders/o1', 'GET, HEAD, DELETE'],
    ['OPTIONS', '/ping', 'GET, HEAD'],
    ['DELETE', '/orders', 'POST, GET, HEAD'],
    ['POST', '/spec.json', 'GET, HEAD'],
    ['POST', '', 'GET, HEAD'],
    ['POST', '/../../healthz', 'GET, HEAD'],
    ['PUT', '/orders/bulk', 'POST, GET, HEAD, DELETE'],
  ] as const
  for (const [method, path, allow] of cases) {
    const answer = await api.call(method, path)
    assertError(answer, 405, 'METHOD_NOT_SUPPORTED')
    assert.equal(answer.headers.get('allow'), allow)
  }
})

test('HEAD responds as GET does, without the body', async (t) => {
  const api = await startServer(t)
  const { status, text } = await api.call('HEAD', '/ping')
  assert.equal(status, 200)
  assert.equal(text, '')
})

test('a path that cannot be decoded is a 400', async (t) => {
  const api = await startServer(t)
  for (const path of ['/orders/%ff', '/orders/%', '/orders/%zz', '/orders/a%c0%af', '/%ff', '/../../%ff'])
    assertError(await api.call('GET', path), 400, 'BAD_REQUEST')
  assertError(await api.call('DELETE', '/orders/%ff'), 400, 'BAD_REQUEST')
  assertError(await api.call('POST', '/%ff', { body: '{"data":[]}' }), 400, 'BAD_REQUEST')
})

test('a path is decoded once: an id may hold a percent sign', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ id: '100%' }), order({ id: '%41' })])
  assert.equal((await api.call('GET', '/orders/100%25')).body.id, '100%')
  assert.equal((await api.call('GET', '/orders/%2541')).body.id, '%41')
  assertError(await api.call('GET', '/orders/%41'), 404, 'NOT_FOUND')
})

test('an error of HEAD has its headers and no body', async (t) => {
  const api = await startServer(t)
  for (const path of ['/nothing', '/orders/none']) {
    const { status, headers, text } = await api.call('HEAD', path)
    assert.equal(status, 404)
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(text, '')
  }
})

test('every error has a request id of its own', async (t) => {
  const api = await startServer(t)
  const answers = await Promise.all([
    api.call('GET', '/nothing'),
    api.call('GET', '/nothing'),
    api.call('PUT', '/orders'),
    api.call('PUT', '/orders'),
    api.call('POST', '/orders', { body: '{' }),
    api.call('POST', '/orders', { body: '{' }),
  ])
  assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, answers.length)
})

for (const method of ['TRACE', 'QUERY', 'PROPFIND']) {
  test(`the method ${method} is a 405`, async (t) => {
    const api = await startServer(t)
    const answer = await rawCall(t, api.baseUrl, `${method} /api/v1/orders HTTP/1.1\r\nhost: x\r\n\r\n`)
    assertError(answer, 405, 'METHOD_NOT_SUPPORTED')
    assert.equal(answer.headers.get('allow'), 'POST, GET, HEAD')
  })
}

for (const request of [
  'FOO /api/v1/orders HTTP/1.1\r\nhost: x\r\n\r\n',
  'GETX /api/v1/orders HTTP/1.1\r\nhost: x\r\n\r\n',
  'get /api/v1/ping HTTP/1.1\r\nhost: x\r\n\r\n',
  "A!#$%&'*+-.^_`|~9 /nothing HTTP/1.0\r\nhost: x\r\n\r\n",
]) {
  test(`a method that is not in HTTP's registry is a 405: ${request.split('\r')[0]}`, async (t) => {
    const api = await startServer(t)
    const answer = await rawCall(t, api.baseUrl, request)
    assertError(answer, 405, 'METHOD_NOT_SUPPORTED')
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST, DELETE, OPTIONS')
  })
}

test('an unknown method after another request of the connection is a 405, too', async (t) => {
  const api = await startServer(t)
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await until(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n./)
  socket.write('FOO /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  assert.match(await until(/METHOD_NOT_SUPPORTED/), /HTTP\/1\.1 405 [\s\S]*allow: GET, HEAD/)
})

for (const request of ['\x16\x03\x01\x00\xa5', 'FOO\r\n\r\n', '{} /x HTTP/1.1\r\n\r\n', 'FOO /x SMTP/1.1\r\n\r\n']) {
  test(`bytes that are not HTTP are a 400: ${JSON.stringify(request)}`, async (t) => {
    const api = await startServer(t)
    assertError(await rawCall(t, api.baseUrl, request), 400, 'BAD_REQUEST')
  })
}

test('CONNECT is rejected with a response', async (t) => {
  const api = await startServer(t)
  const answer = await rawCall(t, api.baseUrl, 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n')
  assertError(answer, 405, 'METHOD_NOT_SUPPORTED')
})

test('a request without Host is a 400 in the shape of every error', async (t) => {
  const api = await startServer(t)
  const answer = await rawCall(t, api.baseUrl, 'GET /api/v1/nothing HTTP/1.1\r\n\r\n')
  assertError(answer, 400, 'BAD_REQUEST')
})

test('pages and health checks accept only GET', async (t) => {
  const api = await startServer(t)
  const origin = new URL(api.baseUrl).origin
  for (const path of ['/', '/healthz', '/readyz', '/api/v1', '/api/v1/spec.json', '/api/v1/reference/scalar.js']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      const answer = await rawCall(t, origin, `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`)
      assertError(answer, 405, 'METHOD_NOT_SUPPORTED')
      assert.equal(answer.headers.get('allow'), 'GET, HEAD', `${method} ${path}`)
    }
  }
})

test('an invalid Host is never a 500', async (t) => {
  const api = await startServer(t)
  for (const host of ['', '[', '[::1', 'x:99999', 'x:y', 'x/y', 'x@y', 'x?y', 'x#y', '\\', '%', '<script>', 'x y']) {
    for (const path of ['/api/v1/ping', '/api/v1/spec.json', '/nothing']) {
      const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${api.key}\r\n\r\n`
      const answer = await rawCall(t, api.baseUrl, request)
      assert.ok(answer.status < 500, `Host ${JSON.stringify(host)} at ${path}: ${answer.status}`)
      if (answer.status >= 400) assertError(answer, answer.status, answer.body.code)
    }
  }
  assert.deepEqual(api.log.lines, [])
})

test('a Host with more than a host and port is rejected', async (t) => {
  const api = await startServer(t)
  for (const host of ['x/api/v1/ping?', 'x/y', 'x?y', 'x#y', 'user@x', 'x\\\\y']) {
    const request = `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`
    assertError(await rawCall(t, api.baseUrl, request), 400, 'BAD_REQUEST')
  }
  for (const host of ['x', 'x:80', '127.0.0.1:8787', '[::1]:8787', 'shop_1.example.'])
    assert.equal((await rawCall(t, api.baseUrl, `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).status, 200, host)
})

test('an unknown request target is an error in the form of every other', async (t) => {
  const api = await startServer(t)
  const cases = [
    ['GET //evil.example/api/v1/ping', 404, 'NOT_FOUND'],
    ['GET /API/V1/ping', 404, 'NOT_FOUND'],
    ['GET /metrics', 404, 'NOT_FOUND'],
    ['OPTIONS *', 404, 'NOT_FOUND'],
    ['GET /api/v1/orders/\xc3\xa9', 400, 'BAD_REQUEST'],
    ['GET /api/v1/orders/a%00b', 400, 'BAD_REQUEST'],
    ['get /api/v1/ping', 405, 'METHOD_NOT_SUPPORTED'],
  ] as const
  for (const [line, status, code] of cases) {
    const request = `${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\n\r\n`
    assertError(await rawCall(t, api.baseUrl, request), status, code)
  }
})

test('checks come in order: address, key, limit, type and size, JSON, count, schema, idempotency', async (t) => {
  const api = await startServer(t, {
    limits: { calls: 8 },
    settings: { maxBody: { small: 1_000, large: 1_000, widget: 1_000 } },
  })
  const nobody = client(api.baseUrl, 'sk_unknown')
  const statuses: number[] = []
  const post = async (caller: typeof nobody, path: string, body: string, headers: Record<string, string> = {}) =>
    statuses.push((await caller.call('POST', path, { body, headers })).status)
  await post(nobody, '/nothing', 'x', { 'content-type': 'text/plain' })
  await post(nobody, '/orders', 'x', { 'content-type': 'text/plain' })
  await post(api, '/orders', `{"data":[${Array(300).fill(7).join()}${' '.repeat(1_000)}]}`, {
    'content-type': 'text/plain',
  })
  await post(api, '/orders', `{"data":[${Array(300).fill(7).join()}${' '.repeat(1_000)}]`)
  await post(api, '/orders', `{"data":[${Array(26).fill(7).join()}]`)
  await post(api, '/orders', `{"data":[${Array(26).fill(7).join()}]}`)
  await post(api, '/orders', '{"data":[7]}', { 'idempotency-key': 'k' })
  await post(api, '/orders', '{"data":[]}', { 'idempotency-key': 'k' })
  await post(api, '/orders', '{"data": []}', { 'idempotency-key': 'k' })
  await post(api, '/orders', '{"data":[]}', { 'idempotency-key': 'k2' })
  await post(api, '/orders', 'x', { 'content-type': 'text/plain' })
  assert.deepEqual(statuses, [404, 401, 415, 413, 400, 413, 400, 200, 409, 200, 429])
})

test('without a key it is a 401, whatever is wrong with the body', async (t) => {
  const api = await startServer(t)
  for (const headers of [{ authorization: '' }, { authorization: 'Bearer sk_unknown' }]) {
    for (const body of ['{', JSON.stringify({ data: Array(26).fill(7) })]) {
      const answer = await api.call('POST', '/orders', { body, headers })
      assertError(answer, 401, 'UNAUTHORIZED')
      assert.deepEqual(answer.body.data, {})
    }
  }
})

test('over the limit it is a 429, whatever is wrong with the body', async (t) => {
  const api = await startServer(t, { limits: { calls: 1 } })
  assert.equal((await api.call('GET', '/ping')).status, 200)
  for (const headers of [{}, { 'content-type': 'text/plain' }]) {
    const answer = await api.call('POST', '/orders', { body: '{', headers })
    assertError(answer, 429, 'TOO_MANY_REQUESTS')
    assert.deepEqual(answer.body.data, { limit: 1, windowSeconds: 60 })
    assert.equal(answer.headers.get('retry-after'), '60')
  }
})

test('of the wrong type and with too many objects it is a 415', async (t) => {
  const api = await startServer(t)
  const body = JSON.stringify({ data: Array(26).fill(7) })
  assertError(
    await api.call('POST', '/orders', { body, headers: { 'content-type': 'text/plain' } }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  )
  assertError(await api.call('POST', '/orders', { body }), 413, 'PAYLOAD_TOO_LARGE')
})

test('an internal error is a 500 without its cause, which the log has with the same request id', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ items: [lineItem()] })])
  await api.store.write((tx) => tx.run("UPDATE orders SET data = 'damaged {'"))
  const answer = await api.call('GET', '/orders/o1')
  assertError(answer, 500, 'INTERNAL_SERVER_ERROR')
  assert.doesNotMatch(answer.text, /JSON|damaged|\.ts/)
  const [line] = api.log.lines
  assert.equal(line?.fields?.requestId, answer.headers.get('x-request-id'))
  assert.match(String(line?.fields?.error), /JSON/)
})
