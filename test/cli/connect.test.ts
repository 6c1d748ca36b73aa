import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeRefundSettings } from '../../src/refunds/change-settings.ts'
import { commandRunner } from '../support/commands.ts'
import { claim, open, PUBLIC_ADDRESS, poll, SHOP } from '../support/connecting.ts'
import { type Api, client, owner, startServer, testClock } from '../support/server.ts'

const runCommand = commandRunner()

const run = async (api: Api, ...args: string[]) => {
  const { code, stdout, stderr } = await runCommand(['connect', ...args, '--db', api.file])
  return { code, stdout, stderr, json: args.includes('--json') && stdout !== '' ? JSON.parse(stdout) : undefined }
}

const codeOf = async (api: Api): Promise<string> =>
  (await run(api, 'woocommerce', '--public-url', `${PUBLIC_ADDRESS}/api/v1`, '--json')).json.code

test('an operator connects and disconnects a shop at the command line, beside a running server', async (t) => {
  const api = await startServer(t, { clock: testClock(Date.now()) })
  assert.match((await run(api, 'status')).stdout, /^No shop is connected\.\n$/)
  assert.equal((await run(api, 'list')).stdout, 'No shop has claimed a code.\n')
  const printed = await run(api, 'woocommerce', '--public-url', PUBLIC_ADDRESS)
  const [code = ''] = printed.stdout.split('\n')
  assert.match(code, /^https:\/\/chat\.shop\.example#cc_\w{33}$/)
  assert.match(printed.stdout, /valid once, until \d{4}-/)
  assert.match((await run(api, 'status')).stdout, /A code of cli:.* waits for WooCommerce/)
  const { claimSecret } = (await claim(api, code)).body
  assert.match((await run(api, 'status')).stdout, /https:\/\/shop\.example \(WooCommerce\) asks .* from 127\.0\.0\.1/)
  assert.match((await run(api, 'approve', '--yes')).stdout, /^https:\/\/shop\.example may connect now/)
  const { secretKey } = (await poll(api, claimSecret)).body.credentials
  await client(api.baseUrl, secretKey).call('GET', '/ping')
  const { open: view } = (await run(api, 'status', '--json')).json
  assert.deepEqual(
    [view.state, view.shop, view.refunds, view.problems, view.decidedBy.startsWith('cli:')],
    ['connected', SHOP, 'off', [], true],
  )
  assert.match((await run(api, 'status')).stdout, /^Connected to https:\/\/shop\.example\.\n/)
  const busy = await run(api, 'woocommerce', '--public-url', PUBLIC_ADDRESS)
  assert.match(busy.stderr, /is connected to https:\/\/shop\.example\. .*storewire connect disconnect/)
  assert.deepEqual((await run(api, 'disconnect', '--yes', '--json')).json, { shop: SHOP, state: 'ended' })
  assert.equal((await client(api.baseUrl, secretKey).call('GET', '/ping')).status, 401)
  assert.match((await run(api, 'status')).stdout, /No shop is connected\. https:\/\/shop\.example was disconnected at/)
  assert.deepEqual(
    (await run(api, 'list', '--json')).json.map(({ state }: { state: string }) => state),
    ['ended'],
  )
  const none = await run(api, 'disconnect', '--yes')
  assert.deepEqual([none.code, none.stdout], [1, ''])
})

test('without a public address there is no code, and one sentence says what to name', async (t) => {
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const { code, stderr } = await run(api, 'woocommerce')
  assert.equal(code, 1)
  assert.match(stderr, /public https address.*--public-url https:\/\/chat\.shop\.example/s)
  assert.equal((await run(api, 'woocommerce', '--public-url', 'http://chat.shop.example')).code, 1)
})

test('what a shop would replace has to be named', async (t) => {
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const { store, workspaceId, outbound, clock } = api
  const endpointUrl = 'https://own.example/refunds'
  await store.write((tx) => changeRefundSettings(tx, owner, workspaceId, { endpointUrl }, outbound.policy, clock.now()))
  await claim(api, await codeOf(api))
  const refused = await run(api, 'approve', '--yes')
  assert.match(refused.stderr, /--keep-endpoint, or --replace-endpoint https:\/\/own\.example\/refunds/)
  assert.equal((await run(api, 'approve', '--yes', '--keep-endpoint', '--replace-endpoint', endpointUrl)).code, 2)
  assert.equal((await run(api, 'approve', '--yes', '--replace-endpoint', endpointUrl)).code, 0)
  assert.equal((await open(api)).state, 'approved')
})

test('a shop of somebody else is refused', async (t) => {
  const api = await startServer(t, { clock: testClock(Date.now()) })
  const { body } = await claim(api, await codeOf(api), { shop: 'https://thief.example', refundUrl: null })
  assert.deepEqual((await run(api, 'refuse', '--json')).json, { shop: 'https://thief.example', state: 'refused' })
  assert.equal((await poll(api, body.claimSecret)).body.status, 'refused')
  assert.match((await run(api, 'refuse')).stderr, /No shop asks to be connected/)
})
