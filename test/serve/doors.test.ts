import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { test } from 'node:test'
import { nextTurn } from '../../src/lib/turn.ts'
import { openDoors } from '../../src/serve/doors.ts'

const HOST = '127.0.0.1'
const isLinux = process.platform === 'linux'

async function close(servers: Server[]): Promise<void> {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
}

test('connections that come at once do not wait for one turn of the event loop each', {
  skip: isLinux ? false : 'other systems do not divide the connections of a port',
}, async () => {
  const connections = 160
  let accepted = 0
  const create = () =>
    createServer((socket) => {
      accepted++
      socket.destroy()
    })
  const { servers, address } = await openDoors(create, HOST, 0)
  const sockets = Array.from({ length: connections }, () => connect(address.port, HOST).on('error', () => {}))
  const closed = sockets.map((socket) => once(socket, 'close'))
  let turns = 0
  while (accepted < connections) {
    await nextTurn()
    if (accepted > 0) turns++
  }
  await Promise.all(closed)
  await close(servers)
  assert.ok(turns < connections / 2, `${turns} turns for ${connections} connections`)
})

test('a port that servers share with each other is shared with nobody else', async () => {
  const { servers, address } = await openDoors(() => createServer(), HOST, 0)
  const { port } = address
  for (const server of servers) assert.equal((server.address() as AddressInfo).port, port)
  await assert.rejects(
    openDoors(() => createServer(), HOST, port),
    new Error(`cannot listen on ${HOST}:${port}: another program has the port; choose another with --port`),
  )
  await close(servers)
})
