import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { messageOf } from '../../src/cli/kit/report-error.ts'
import { rawConnection } from './raw-http.ts'
import type { Answer } from './server.ts'

/** Internals that no caller may see: stack frames, files, dependencies. */
const INNARDS = /(\\n|\n)\s*at |\.[jt]s:\d|node:internal|node_modules|SQLITE_/

/** Asserts that a response is an error in the common shape and reveals no internals. */
export function assertError({ status, headers, text, body }: Answer, expected: number, code: string): void {
  assert.equal(status, expected, text)
  assert.match(headers.get('content-type') ?? '', /^application\/json/, text)
  assert.deepEqual(Object.keys(body), ['code', 'status', 'message', 'data'])
  assert.equal(body.code, code)
  assert.equal(body.status, expected)
  assert.ok(body.message.length > 20)
  assert.ok(typeof body.data === 'object' && body.data !== null && !Array.isArray(body.data), text)
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  assert.doesNotMatch(text, INNARDS)
}

/** Sends a raw request, byte for byte, and reads the JSON of the response. */
export async function rawCall(t: TestContext, baseUrl: string, request: string): Promise<Answer> {
  const { socket, until } = await rawConnection(t, baseUrl)
  socket.write(request, 'latin1')
  const received = await until(/\r\n\r\n\{.*\}$/s)
  socket.destroy()
  const [head = '', text = ''] = received.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), headers: new Headers(fields), text, body: JSON.parse(text) }
}

/** For assert.throws and assert.rejects: matches an error by its text on the command line, including the help. */
export function shownAs(pattern: RegExp): (error: Error) => boolean {
  return (error) => pattern.test(messageOf(error))
}
