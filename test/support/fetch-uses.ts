// What comes of uses of Headers, Request, Response and FormData, as JSON: fetch-classes.test.ts runs this with two makes of them.

type Body = NonNullable<RequestInit['body']>

const text = 'Zoë: 3 €'
const bytes = new TextEncoder().encode(text)
const streamed = () => new Blob([bytes]).stream()
const post = (body: Body, init: RequestInit = {}) =>
  new Request('http://shop.test/a?b=c', { method: 'POST', body, duplex: 'half', ...init })

function form(): FormData {
  const made = new FormData()
  made.append('name', text)
  made.append('file', new Blob([bytes], { type: 'text/plain' }), 'a.txt')
  return made
}

const bodies: Record<string, () => Body> = {
  string: () => text,
  bytes: () => bytes,
  buffer: () => bytes.buffer,
  blob: () => new Blob([bytes], { type: 'text/x' }),
  stream: streamed,
  parameters: () => new URLSearchParams({ a: text }),
}

async function told(message: Request | Response): Promise<unknown> {
  return { headers: [...message.headers], text: await message.text(), bodyUsed: message.bodyUsed }
}

const aborted = AbortSignal.abort(new Error('gone'))
const json = { headers: { 'content-type': 'application/json' } }

const uses: Record<string, () => unknown> = {
  ...Object.fromEntries(
    Object.entries(bodies).flatMap(([name, make]) => [
      [`response of ${name}`, () => told(new Response(make(), { status: 201, statusText: 'Made' }))],
      [`request of ${name}`, () => told(post(make()))],
      [`clone of ${name}`, () => told(post(make()).clone())],
      [`${name} as bytes`, async () => [...new Uint8Array(await new Response(make()).arrayBuffer())]],
    ]),
  ),
  'form there and back': async () => {
    const read = await post(form()).formData()
    return [read instanceof FormData, read.get('name'), await (read.get('file') as File).text()]
  },
  'json there and back': () => Response.json({ a: [1, null, text] }, { status: 202 }).json(),
  'response as json': () => told(Response.json({ a: 1 }, { headers: { 'x-a': 'b' } })),
  'body that is no JSON': () => post('{').json(),
  'body that is read twice': async () => {
    const request = post(text)
    await request.text()
    return request.text()
  },
  'request of a request': async () => told(new Request(post(text, json), { method: 'PUT' })),
  'request with the body of another': () => told(post(post(text).body ?? '', json)),
  'parts of a request': () => {
    const { method, url, redirect, credentials, mode, body } = new Request('http://shop.test:80/ü', { method: 'post' })
    return { method, url, redirect, credentials, mode, body }
  },
  'parts of a response': () => {
    const { status, statusText, ok, type, url, redirected, body } = new Response(null, { status: 404 })
    return { status, statusText, ok, type, url, redirected, body }
  },
  'signal that was aborted': () => new Request('http://shop.test/', { signal: aborted }).signal.reason.message,
  'response that leads elsewhere': () => told(Response.redirect('http://shop.test/b', 307)),
  'response that is an error': () => Response.error().type,
  'GET with a body': () => new Request('http://shop.test/', { body: text }),
  'status that is none': () => new Response('', { status: 99 }),
  'status without a body': () => new Response('x', { status: 204 }),
  'line break in a header': () => new Headers({ a: 'b\r\nc: d' }),
  'address that is none': () => new Request('nowhere'),
  'method that is forbidden': () => new Request('http://shop.test/', { method: 'TRACE' }),
  'headers of several values': () => {
    const made = new Headers([
      ['B', '2'],
      ['set-cookie', 'x=1'],
      ['a', ' 1 '],
      ['set-cookie', 'y=2'],
    ])
    made.append('b', '3')
    const of = new Headers(made)
    of.delete('a')
    return [[...made], made.getSetCookie(), made.get('B'), made.has('c'), [...of.keys()]]
  },
}

const results: Record<string, unknown> = {}
for (const [name, use] of Object.entries(uses)) {
  try {
    results[name] = await use()
  } catch (error) {
    results[name] = String(error)
  }
}
// Node.js makes its own Response, whatever the global one is.
console.log(JSON.stringify({ isOwn: (await fetch('data:,')) instanceof Response, results }))
