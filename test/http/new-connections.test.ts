import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { platform } from 'node:process'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startServer } from '../support/server.ts'

const MANY = 480
const onLinux = { skip: platform === 'linux' ? false : 'only on Linux several sockets listen on a port' }

/** Counts the connections that a server of this process accepts. */
function acceptedIn(t: TestContext): () => number {
  let accepted = 0
  const count = () => {
    accepted++
  }
  subscribe('net.server.socket', count)
  t.after(() => unsubscribe('net.server.socket', count))
  return () => accepted
}

/** Opens many connections at once. @returns the most that the server accepted in one turn of the event loop */
async function flood(t: TestContext, api: { baseUrl: string }): Promise<number> {
  const accepted = acceptedIn(t)
  const { port, hostname } = new URL(api.baseUrl)
  const open = (): Socket => connect({ port: Number(port), host: hostname, localAddress: '127.0.0.2' })
  const queue = Array.from({ length: MANY }, open)
  let most = 0
  while (accepted() < MANY) {
    const before = accepted()
    await nextTurn()
    most = Math.max(most, accepted() - before)
  }
  for (const socket of queue) socket.destroy()
  return most
}

/** The number of sockets that listen on the port of a server. */
function listeningOn({ baseUrl }: { baseUrl: string }): number {
  const port = Number(new URL(baseUrl).port).toString(16).toUpperCase().padStart(4, '0')
  return readFileSync('/proc/net/tcp', 'utf8').match(new RegExp(`:${port} \\w+:\\w+ 0A `, 'g'))?.length ?? 0
}

test('several connections of a queue are accepted in one turn of the event loop', onLinux, async (t) => {
  const api = await startServer(t)
  // Of one socket Node.js accepts one. The system chooses the socket of each connection.
  const most = await flood(t, api)
  assert.ok(most > 32, `${most} in a turn`)
  assert.equal((await api.call('GET', '/ping')).status, 200)
})

test('more sockets listen once many connections come at a time, and all of them close', onLinux, async (t) => {
  let server = { baseUrl: '' }
  await t.test('under a flood', async (within) => {
    const api = await startServer(within)
    server = api
    assert.equal(listeningOn(api), 64)
    await flood(within, api)
    const sockets = listeningOn(api)
    assert.ok(sockets > 64 && sockets <= 256, `${sockets} sockets`)
    assert.equal((await api.call('GET', '/ping')).status, 200)
  })
  assert.equal(listeningOn(server), 0)
})
