import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { order } from '../support/objects.ts'
import { BIN, startProcess } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

/** `ulimit` for one process. */
const withOpenFiles = (count: number) => ['sh', '-c', `ulimit -n ${count}; exec "$0" "$@"`, process.execPath, BIN]

test('of 2,000 connections to a server that may open 300 files the surplus is rejected, and the log says what to do', {
  skip: process.platform === 'linux' ? false : 'only Linux shows how many files a process may open',
}, async (t) => {
  const args = ['--db', join(await tempFolder(t), 'shop.db'), '--rate-limits', 'off']
  const { baseUrl, output, child } = await startProcess(t, args, { program: withOpenFiles(300) })
  let log = ''
  child.stderr.on('data', (chunk: string) => {
    log += chunk
  })
  const key = /sk_\w+/.exec(output())?.[0] ?? ''
  const { origin, port } = new URL(baseUrl)
  // One connection that is there before the others, as that of a proxy is.
  const kept = new Client(origin)
  t.after(() => kept.destroy())
  const request = async (method: 'GET' | 'POST', path: string, body: string | null = null) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await kept.request({ method, path: `/api/v1${path}`, headers, body })
    await answer.body.dump({ limit: 64 * 1024 * 1024 })
    return answer.statusCode
  }
  const push = (id: string) => request('POST', '/orders', JSON.stringify({ data: [order({ id })] }))
  assert.equal(await push('before'), 200)

  let closed = 0
  const sockets = Array.from({ length: 2_000 }, () => {
    const socket = connect(Number(port), '127.0.0.1').resume()
    return socket.on('error', () => {}).on('close', () => closed++)
  })
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  while (closed < 2_000 - (300 - 128)) await sleep(10)
  assert.equal(await push('during'), 200)
  // What is read from a file only now.
  assert.equal(await request('GET', '/reference/scalar.js'), 200)
  const refusal = () => log.split('\n').find((line) => line.includes('New connections') && line.endsWith('}'))
  while (refusal() === undefined) await sleep(10)
  const { message, most } = JSON.parse(refusal() ?? '')
  assert.equal(most, 300 - 128)
  assert.match(message, /New connections are refused: allow the server more open files \(ulimit -n\)/)

  for (const socket of sockets) socket.destroy()
  const api = client(baseUrl, key)
  while ((await api.call('GET', '/orders/during').catch(() => undefined))?.status !== 200) await sleep(10)
  assert.equal((await api.push('orders', [order({ id: 'after' })])).results[0]?.status, 'created')
})
