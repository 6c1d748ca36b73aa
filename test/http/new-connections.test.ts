import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { platform } from 'node:process'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startServer } from '../support/server.ts'

const MANY = 480

test('a queue of new connections costs a shop behind it few turns of the event loop', {
  skip: platform === 'linux' ? false : 'only on Linux several sockets listen on a port',
}, async (t) => {
  const api = await startServer(t)
  const { port, hostname } = new URL(api.baseUrl)
  // The kernel queues these at once: they are accepted in the turns that are counted below.
  const open = (localAddress: string) => {
    const socket = connect({ port: Number(port), host: hostname, localAddress })
    t.after(() => socket.destroy())
    return socket
  }
  for (let count = 0; count < MANY; count++) open('127.0.0.2')
  const shop = open('127.0.0.1')
  shop.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const answered = once(shop, 'data')
  let turns = 0
  let isOver = false
  void answered.then(() => {
    isOver = true
  })
  while (!isOver) {
    await nextTurn()
    turns++
  }
  assert.match(String((await answered)[0]), /^HTTP\/1\.1 200 /)
  assert.ok(turns < MANY / 2, `${turns} turns`)
})
