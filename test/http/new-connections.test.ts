import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect } from 'node:net'
import { platform } from 'node:process'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startServer } from '../support/server.ts'

const MANY = 480

test('several connections of a queue are accepted in one turn of the event loop', {
  skip: platform === 'linux' ? false : 'only on Linux several sockets listen on a port',
}, async (t) => {
  const api = await startServer(t)
  const { port, hostname } = new URL(api.baseUrl)
  let accepted = 0
  const count = () => {
    accepted++
  }
  subscribe('net.server.socket', count)
  t.after(() => unsubscribe('net.server.socket', count))
  const queue = Array.from({ length: MANY }, () =>
    connect({ port: Number(port), host: hostname, localAddress: '127.0.0.2' }),
  )
  let most = 0
  while (accepted < MANY) {
    const before = accepted
    await nextTurn()
    most = Math.max(most, accepted - before)
  }
  // Of one socket Node.js accepts one. The system chooses the socket of each connection.
  assert.ok(most > 32 && most <= 64, `${most} in a turn`)
  assert.equal((await api.call('GET', '/ping')).status, 200)
  for (const socket of queue) socket.destroy()
})
