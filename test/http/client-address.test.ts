import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { clientAddress } from '../../src/http/client-address.ts'
import { networkOf } from '../../src/lib/networks.ts'
import { client, startServer } from '../support/server.ts'

const seenBehind = (hops: number, forwarded: string | undefined, remoteAddress = '10.0.0.9') =>
  clientAddress(
    { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as never as IncomingMessage,
    hops,
  )

test('an address has one spelling, with or without a port', () => {
  assert.equal(seenBehind(0, undefined, '::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(seenBehind(0, '192.0.2.7', '2001:db8:0:0::1'), '2001:db8::1')
  for (const [forwarded, address] of [
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:5000', '192.0.2.1'],
    ['2001:DB8:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:5000', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
  ] as const)
    assert.equal(seenBehind(1, forwarded), address)
})

test('an invalid forwarded address counts as the address of the connection', () => {
  for (const forwarded of [undefined, '', ',', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '[::1', 'a'.repeat(10_000)])
    assert.equal(seenBehind(1, forwarded), '10.0.0.9')
  assert.equal(seenBehind(1, '192.0.2.1\u001b[2J'), '10.0.0.9')
})

test('callers are counted by IPv4 address or IPv6 network', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2::1'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  assert.equal(networkOf('fe80::1%eth0'), 'fe80::/64')
  assert.equal(networkOf('unknown'), 'unknown')
})

test('all addresses of an IPv6 network share one limit for invalid keys', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 2 }, settings: { trustProxy: 1 } })
  const guess = async (forwarded: string) =>
    (await client(api.baseUrl, 'sk_wrong').call('GET', '/ping', { headers: { 'x-forwarded-for': forwarded } })).status
  assert.deepEqual(
    [await guess('2001:db8::1'), await guess('2001:db8::2'), await guess('2001:db8::3')],
    [401, 401, 429],
  )
  assert.equal(await guess('2001:db8:0:1::1'), 401)
  assert.deepEqual(
    [await guess('192.0.2.1:1'), await guess('192.0.2.1:2'), await guess('192.0.2.1:3')],
    [401, 401, 429],
  )
})
