import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { rawCall } from '../support/errors.ts'
import { openEvents } from '../support/event-stream.ts'
import { order } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Answer, type Api, client, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const NO_KEY = { authorization: '' }

async function stream(t: TestContext, api: Api): Promise<Answer> {
  const page = await (await startWidget(api)).open()
  const { status, headers } = await openEvents(t, api.baseUrl, page.token)
  return { status, headers, text: '', body: undefined }
}

/** One answer of each kind that is no page, script or document. */
async function everyKind(t: TestContext, api: Api): Promise<[string, Answer][]> {
  const data = [order()]
  return [
    ['a push', await api.call('POST', '/orders', { json: { data } })],
    ['an object', await api.call('GET', '/orders/o1')],
    ['a list', await api.call('GET', '/orders')],
    ['HEAD', await api.call('HEAD', '/orders')],
    ['a batch', await api.call('POST', '/orders/bulk', { json: { data } })],
    ['an erasure', await api.call('DELETE', '/orders/o1')],
    ['400', await api.call('POST', '/orders', { body: '{' })],
    ['401', await api.call('GET', '/orders', { headers: NO_KEY })],
    ['404 of an object', await api.call('GET', '/orders/none')],
    ['404 of an address', await api.call('GET', '/nothing')],
    ['400 of a request target', await rawCall(t, api.baseUrl, `GET /x/.. HTTP/1.1\r\nhost: x\r\n\r\n`)],
    ['405', await api.call('PUT', '/orders')],
    ['415', await api.call('POST', '/orders', { body: 'x', headers: { 'content-type': 'text/plain' } })],
    ['a preflight', await api.call('OPTIONS', '/widget/sessions', { headers: { origin: 'https://shop.example' } })],
    ['a stream of events', await stream(t, api)],
    ['metrics', await api.call('GET', '/../../metrics')],
    ['health', await api.call('GET', '/../../healthz')],
    ['readiness', await api.call('GET', '/../../readyz')],
  ]
}

test('responses of the API are never cached, and never shown as a page', async (t) => {
  const api = await startServer(t, { metricsPage: { token: null, text: async () => 'figures' } })
  for (const [what, { headers }] of await everyKind(t, api)) {
    assert.equal(headers.get('cache-control'), 'no-store', what)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', what)
  }
})

test('every response to a GET has nosniff', async (t) => {
  const api = await startServer(t, { metricsPage: { token: null, text: async () => 'figures' } })
  const pages = ['/', '/healthz', '/readyz', '/metrics', '/api/v1', '/api/v1/spec.json', '/api/v1/reference/scalar.js']
  const { body: document } = await api.call('GET', '/spec.json')
  const routes = Object.entries(document.paths as Record<string, object>)
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) => `/api/v1${path.replace('{id}', 'x')}`)
  assert.ok(routes.length > 10)
  for (const path of [...pages, ...routes]) {
    const { headers, status } = await client(new URL(api.baseUrl).origin, api.key).call('GET', path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', `${path}: ${status}`)
    const etag = headers.get('etag')
    if (etag === null) continue
    const again = await client(new URL(api.baseUrl).origin, '').call('GET', path, {
      headers: { 'if-none-match': etag },
    })
    assert.deepEqual([again.status, again.headers.get('x-content-type-options')], [304, 'nosniff'], path)
  }
})

test('a response to bytes that are not a request has the same headers', async (t) => {
  const api = await startServer(t)
  for (const bytes of [
    'nonsense\r\n\r\n',
    'GET /healthz HTTP/1.1\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n',
  ]) {
    const { socket, until } = await rawConnection(t, api.baseUrl)
    socket.write(bytes)
    const head = await until(/\r\n\r\n/)
    assert.match(head, /\r\ncache-control: no-store\r\n/, bytes)
    assert.match(head, /\r\nx-content-type-options: nosniff\r\n/, bytes)
  }
})

test('the page runs only scripts of this server, loads nothing else and is shown in no frame', async (t) => {
  const api = await startServer(t, { settings: { title: '"><script>alert(1)</script>' } })
  for (const method of ['GET', 'HEAD']) {
    const { headers, text } = await api.call(method, '', { headers: NO_KEY })
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
        const [name = '', ...sources] = rule.split(' ')
        return [name, sources.join(' ')]
      }),
    )
    assert.equal(policy.get('default-src'), "'none'")
    assert.equal(policy.get('script-src'), "'self'")
    assert.equal(policy.get('connect-src'), "'self'")
    for (const name of ['base-uri', 'form-action', 'frame-ancestors']) assert.equal(policy.get(name), "'none'", name)
    for (const sources of policy.values()) assert.doesNotMatch(sources, /\*|https?:|unsafe-eval/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
    const scripts = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    assert.equal(scripts.length, method === 'GET' ? 2 : 0)
    for (const [, attributes, content] of scripts) {
      assert.match(attributes ?? '', /^ src="\/api\/v1\/reference\/\w+\.js\?v=[\w-]+" defer$/)
      assert.equal(content, '')
    }
    assert.doesNotMatch(text, /\son\w+=|javascript:/i)
  }
})

test('scripts and the document have their own content types', async (t) => {
  const api = await startServer(t)
  for (const path of ['/reference/scalar.js', '/reference/start.js', '/spec.json']) {
    const { headers } = await api.call('GET', path, { headers: NO_KEY })
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
  }
})

test('no address of the API may be called by a page of another origin', async (t) => {
  const api = await startServer(t)
  const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  for (const [method, path] of [
    ['OPTIONS', '/orders'],
    ['GET', '/orders'],
    ['GET', '/spec.json'],
  ] as const) {
    const { headers } = await api.call(method, path, { headers: origin })
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    )
  }
})
