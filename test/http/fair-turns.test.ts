import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { platform } from 'node:process'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFairTurns } from '../../src/http/connection/fair-turns.ts'
import { type Api, startServer } from '../support/server.ts'

// Another network than the one of the tests' own calls: only Linux answers to all of 127.0.0.0/8.
const onLinux = { skip: platform === 'linux' ? false : 'only Linux has more than one loopback address' }
const CROWD = '127.0.0.2'
const PING = 'GET /api/v1/ping HTTP/1.1\r\nhost: x\r\n\r\n'

/** A connection from `localAddress`, which reads and ignores its responses. */
function open(t: TestContext, api: Api, localAddress: string): Socket {
  const { port, hostname: host } = new URL(api.baseUrl)
  const socket = connect({ port: Number(port), host, localAddress })
  t.after(() => socket.destroy())
  return socket.on('error', () => {}).resume()
}

/** The order in which turns run the works of networks. Each letter is one work of the network of that name; K is known. */
function driven({ ofStrangers, inAll }: { ofStrangers: number; inAll: number }) {
  const next: (() => void)[] = []
  let time = 0
  const turns = createFairTurns(
    { ofStrangers, inAll, isKnown: (network) => network === 'K' },
    { atNextTurn: (call) => next.push(call), now: () => time },
  )
  let ran = ''
  return {
    add: (networks: string) => {
      for (const network of networks)
        turns.run(network, () => {
          ran += network
        })
    },
    /** Ends the turn after so many milliseconds, and returns what it has run. */
    end: (ms = 0) => {
      time += ms
      const turn = ran
      ran = ''
      for (const call of next.splice(0)) call()
      return turn
    },
  }
}

test('a turn runs a share of each network, and what is left in the next ones', () => {
  const { add, end } = driven({ ofStrangers: 2, inAll: 10 })
  add('aaaaab')
  assert.deepEqual([end(), end(), end(), end()], ['aab', 'aa', 'a', ''])
})

test('a full turn runs the first work of a network that has had none', () => {
  const { add, end } = driven({ ofStrangers: 3, inAll: 4 })
  add('aaabbbshop')
  assert.deepEqual([end(), end(), end()], ['aaabshop', 'bb', ''])
})

test('networks that wait take turns, and nobody overtakes an earlier work of the same network', () => {
  const { add, end } = driven({ ofStrangers: 2, inAll: 3 })
  add('aaaabbbb')
  assert.equal(end(), 'aab')
  add('ab')
  assert.deepEqual([end(), end(), end(), end()], ['aba', 'bab', 'b', ''])
})

test('a network with a larger share fills the turn, but for the first works of others', () => {
  const { add, end } = driven({ ofStrangers: 1, inAll: 4 })
  add('KKKKKab')
  assert.deepEqual([end(), end(), end()], ['KKKKab', 'K', ''])
})

test('after long turns strangers get less of a turn, and shops what they had', () => {
  const { add, end } = driven({ ofStrangers: 4, inAll: 8 })
  const sorted = (ms: number) => [...end(ms)].sort().join('')
  add('aaaaaaaaaaaaaaaKKKKKKKKKKKKKKK')
  assert.deepEqual([sorted(10), sorted(10), sorted(10)], ['KKKKaaaa', 'KKKKKKaa', 'KKKKKa'])
  add('KKK')
  assert.deepEqual([sorted(1), sorted(1), sorted(1), sorted(1), sorted(1)], ['KKKa', 'a', 'aa', 'aaaa', ''])
})

test('a turn that is four times too long leaves a quarter to strangers at once', () => {
  const { add, end } = driven({ ofStrangers: 8, inAll: 8 })
  add('aaaaaaaaaaaaaaaa')
  assert.deepEqual([end(20), end(1), end(1), end(1)], ['aaaaaaaa', 'aa', 'aaaa', 'aa'])
})

test('thousands of networks do not fill one turn', () => {
  const next: (() => void)[] = []
  const turns = createFairTurns(
    { ofStrangers: 2, inAll: 8, isKnown: () => false },
    { atNextTurn: (call) => next.push(call), now: () => 0 },
  )
  let ran = 0
  for (let network = 0; network < 2_000; network++) turns.run(`n${network}`, () => ran++)
  assert.equal(ran, 32)
  for (const call of next.splice(0)) call()
  assert.equal(ran, 64)
})

test(
  'requests that arrive at the same time from one network do not stand in front of a call of another',
  onLinux,
  async (t) => {
    const api = await startServer(t)
    const crowd = Array.from({ length: 150 }, () => open(t, api, CROWD))
    const other = open(t, api, '127.0.0.3')
    await Promise.all([...crowd, other].map((socket) => once(socket, 'connect')))
    // Every connection has been read before: what counts are the requests.
    for (const socket of [...crowd, other]) socket.write(PING)
    while (api.log.requests.length < 151) await nextTurn()

    const before = api.log.requests.length
    for (const socket of crowd) socket.write(PING)
    other.write(PING.replace('ping', 'orders'))
    while (api.log.requests.length < before + 151) await nextTurn()
    const place = api.log.requests.slice(before).findIndex(({ fields }) => fields?.route === '/orders')
    assert.ok(place >= 0 && place < 75, `served as number ${place} of 151`)
  },
)

test('a turn ends few of the connections of a network whose requests are late together', onLinux, async (t) => {
  const api = await startServer(t, { requestTimeoutMs: 300 })
  for (let index = 0; index < 120; index++) open(t, api, CROWD).write('GET /api/v1/ping HTTP/1.1\r\n')
  const late = () => api.log.requests.filter(({ fields }) => fields?.status === 408).length
  let most = 0
  while (late() < 120) {
    const before = late()
    await nextTurn()
    most = Math.max(most, late() - before)
  }
  // Those of the turn that has just begun come on top of those of the last one.
  assert.ok(most <= 2 * 16, `${most} in a turn`)
})

/** The most requests that the server parsed in one turn, of new connections that each send `pings` at once. */
async function mostInATurn(
  t: TestContext,
  api: Api,
  from: string,
  connections: number,
  pings: number,
): Promise<number> {
  let parsed = 0
  const count = () => {
    parsed++
  }
  subscribe('http.server.request.start', count)
  for (let index = 0; index < connections; index++) open(t, api, from).write(PING.repeat(pings))
  let most = 0
  while (parsed < connections * pings) {
    const before = parsed
    await nextTurn()
    most = Math.max(most, parsed - before)
  }
  unsubscribe('http.server.request.start', count)
  return most
}

test('a turn reads few new connections of a stranger, however much they have sent', onLinux, async (t) => {
  const api = await startServer(t)
  // Those of the turn that has just begun come on top of those of the last one.
  const most = await mostInATurn(t, api, CROWD, 40, 50)
  assert.ok(most <= 2 * 50, `${most} requests in a turn`)
})

test(
  'a turn reads more new connections of a network that has called with a key, until it sends far ahead',
  onLinux,
  async (t) => {
    const api = await startServer(t)
    await api.call('GET', '/ping')
    const known = await mostInATurn(t, api, '127.0.0.1', 120, 1)
    assert.ok(known > 4, `${known} requests in a turn`)
    await mostInATurn(t, api, '127.0.0.1', 1, 50)
    const most = await mostInATurn(t, api, '127.0.0.1', 40, 50)
    assert.ok(most <= 2 * 50, `${most} requests in a turn`)
  },
)

test('of the requests that a network sends ahead on many connections, few are parsed', onLinux, async (t) => {
  const api = await startServer(t)
  const crowd = Array.from({ length: 30 }, () => open(t, api, CROWD))
  const other = open(t, api, '127.0.0.3')
  for (const socket of [...crowd, other]) socket.write(PING)
  while (api.log.requests.length < 31) await nextTurn()

  let parsed = 0
  const count = () => {
    parsed++
  }
  subscribe('http.server.request.start', count)
  t.after(() => unsubscribe('http.server.request.start', count))
  let closed = 0
  for (const socket of crowd) socket.once('close', () => closed++)
  for (const socket of crowd) socket.write(PING.repeat(1_000))
  const answered = once(other, 'data')
  other.write(PING)
  await answered
  while (closed < 20) await nextTurn()
  // 2,000 of the network wait, and one is parsed of each connection that is closed.
  assert.ok(parsed < 5_000, `${parsed} of 30,000 requests`)
})
