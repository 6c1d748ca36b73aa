import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { systemClock } from '../../src/lib/time.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { refundsCommand } from '../support/commands.ts'
import { storewire } from '../support/process.ts'
import { addWorkspace, tempFolder } from '../support/server.ts'
import {
  answers,
  type Behaviour,
  redirects,
  refuses,
  resets,
  sends,
  startStoreEndpoint,
} from '../support/store-endpoint.ts'

/** A workspace on a file that has no refunds yet. */
async function workspace(t: TestContext, { test = true } = {}) {
  const file = join(await tempFolder(t), 'shop.db')
  const store = await openStore(file, { create: true })
  await addWorkspace(store, 'default', systemClock, { test })
  await store.close()
  return refundsCommand(file)
}

const FRESH = {
  endpointUrl: null,
  mode: 'execute',
  enabled: false,
  autoLimit: null,
  limitCurrency: null,
  frozen: false,
  rungs: { defect: 0, not_received: 0, return: 0, other: 0 },
  returnPeriodDays: { defect: null, not_received: null, return: 30, other: 30 },
  assumeDeliveredAfterDays: null,
  customerTimeoutMinutes: 60,
  approvalTimeoutHours: 72,
  pendingTimeoutDays: 14,
  secretEnding: null,
}

test('each option of settings set changes its setting only, and settings show prints all settings', async (t) => {
  const { ok, json } = await workspace(t)
  assert.deepEqual(await json('settings', 'show'), FRESH)
  const { secret } = await json('secret', 'create')
  const all = {
    '--endpoint-url': 'https://shop.example/refunds',
    '--mode': 'request',
    '--enabled': 'on',
    '--auto-limit': '5000',
    '--limit-currency': 'EUR',
    '--frozen': 'on',
    '--assume-delivered-after-days': '7',
    '--customer-timeout-minutes': '30',
    '--approval-timeout-hours': '24',
    '--pending-timeout-days': '7',
  }
  const kinds = ['--trust', 'defect=4', 'return=5', '--return-period', 'defect=14', 'return=none']
  const changed = {
    endpointUrl: 'https://shop.example/refunds',
    mode: 'request',
    enabled: true,
    autoLimit: 5000,
    limitCurrency: 'EUR',
    frozen: true,
    rungs: { ...FRESH.rungs, defect: 4, return: 5 },
    returnPeriodDays: { ...FRESH.returnPeriodDays, defect: 14, return: null },
    assumeDeliveredAfterDays: 7,
    customerTimeoutMinutes: 30,
    approvalTimeoutHours: 24,
    pendingTimeoutDays: 7,
    secretEnding: secret.slice(-4),
  }
  assert.deepEqual(await json('settings', 'set', ...Object.entries(all).flat(), ...kinds), changed)
  const shown = await ok('settings', 'show')
  for (const row of [
    /^SETTING +VALUE$/m,
    /^autoLimit +5000$/m,
    /^frozen +on$/m,
    /^trust\.defect +4$/m,
    /^returnPeriodDays\.return +none$/m,
  ])
    assert.match(shown, row)
  const off = ['--auto-limit', 'none', '--assume-delivered-after-days', 'none', '--frozen', 'off', '--enabled', 'off']
  assert.deepEqual(await json('settings', 'set', ...off), {
    ...changed,
    autoLimit: null,
    assumeDeliveredAfterDays: null,
    frozen: false,
    enabled: false,
  })
})

test('a secret is shown once, later only its last four characters; a new one replaces it', async (t) => {
  const { run, ok, json } = await workspace(t)
  const made = await run('secret', 'create')
  const first = made.stdout.trimEnd()
  assert.match(first, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(made.stderr, 'This is the only time the secret is shown.\n')
  const again = await run('secret', 'create')
  const second = again.stdout.trimEnd()
  assert.equal(again.stderr, 'This is the only time the secret is shown. The previous secret no longer works.\n')
  assert.match(second, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(second, first)
  for (const shown of [await ok('settings', 'show'), await ok('settings', 'show', '--json')]) {
    assert.ok(shown.includes(second.slice(-4)))
    assert.ok(!shown.includes(second.slice(6, 20)))
  }
  assert.equal((await json('settings', 'show')).secretEnding, second.slice(-4))
})

test('invalid values are usage errors: exit code 2, one line, and no change', async (t) => {
  const { run, json } = await workspace(t)
  const wrong = [
    ['--mode', 'maybe'],
    ['--enabled', 'yes'],
    ['--frozen', ''],
    ['--auto-limit', '12.50'],
    ['--auto-limit', '-1'],
    ['--auto-limit', '9007199254740992'],
    ['--limit-currency', 'eur'],
    ['--limit-currency', 'EURO'],
    ['--trust', 'defect=6'],
    ['--trust', 'defect='],
    ['--trust', 'defect'],
    ['--trust', 'bored=4'],
    ['--trust', 'defect=4=5'],
    ['--return-period', 'return=-1'],
    ['--return-period', 'return=soon'],
    ['--assume-delivered-after-days', '0'],
    ['--assume-delivered-after-days', '366'],
    ['--customer-timeout-minutes', '0'],
    ['--pending-timeout-days', '0'],
    ['--approval-timeout-hours', '1e3'],
    ['--secret', 'whsec_mine'],
  ]
  const finished = await inPairs(wrong, async (option) => ({ option, ...(await run('settings', 'set', ...option)) }))
  for (const { option, code, stdout, stderr } of finished) {
    assert.deepEqual([code, stdout], [2, ''], option.join(' '))
    assert.match(stderr, /^storewire: .+\n$/, option.join(' '))
  }
  assert.deepEqual(await json('settings', 'show'), FRESH)
})

test('settings that conflict are rejected with exit code 1 and one line', async (t) => {
  const { run, json } = await workspace(t, { test: false })
  const refused: [args: string[], message: RegExp][] = [
    [[], /Nothing to change/],
    [['--auto-limit', '100'], /has no currency/],
    [['--enabled', 'on'], /without a refund endpoint/],
    [['--enabled', 'on', '--endpoint-url', 'https://shop.example/r'], /signing secret/],
    [['--endpoint-url', 'http://127.0.0.1:4000'], /https/],
    [['--endpoint-url', 'https://10.0.0.1/r'], /--allow-private-endpoints/],
    [['--endpoint-url', 'https://127.0.0.1:4000/r'], /--allow-endpoint 127\.0\.0\.1:4000/],
    [['--endpoint-url', 'shop.example'], /full URL/],
    [['--mode', 'request', '--workspace', 'nobody'], /no workspace nobody/],
  ]
  const finished = await inPairs(refused, async ([args, message]) => ({
    args,
    message,
    ...(await run('settings', 'set', ...args)),
  }))
  for (const { args, message, code, stdout, stderr } of finished) {
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, message)
    assert.match(stderr, /^storewire: .+\n$/)
  }
  assert.deepEqual(await json('settings', 'show'), FRESH)
})

test('test-connection prints the result of a signed ping, and fails if the endpoint fails', async (t) => {
  const { run, ok, json } = await workspace(t)
  const unset = await run('test-connection')
  assert.equal(unset.code, 1)
  assert.match(unset.stderr, /^storewire: The refund endpoint is not set up\. .+\n$/)

  const { secret } = await json('secret', 'create')
  const endpoint = await startStoreEndpoint(t, { secret, tls: false })
  await ok('settings', 'set', '--endpoint-url', endpoint.url)
  const good = await ok('test-connection')
  assert.match(
    good,
    /^URL +HTTP +TIME +RESULT\nhttp:\/\/127\S+ +200 +\d+ ms +ok\n\n {2}\{"ok":true\}\n\nThe response is correct/,
  )
  const { durationMs, sent, ...result } = await json('test-connection')
  assert.ok(durationMs >= 0)
  assert.equal(sent['user-agent'], 'service-actions/1')
  assert.match(sent['service-signature'], /^t=\d+,v1=[0-9a-f]{64}$/)
  assert.deepEqual(result, {
    url: endpoint.url,
    ok: true,
    httpStatus: 200,
    answer: '{"ok":true}',
    verdict: 'The response is correct. The endpoint is ready for refunds.',
  })

  const failures: [behaviour: Behaviour, httpStatus: number | null, verdict: RegExp][] = [
    [answers({ ok: false, code: 'bad_signature' }, 401), 401, /rejected the signature/],
    [answers({ ok: false, code: 'error' }, 500), 500, /code of the endpoint failed/],
    [refuses('closed', 'We are closed.'), 200, /code closed: We are closed\. A refusal is final/],
    [redirects('https://elsewhere.example'), 307, /redirects are not followed/],
    [sends('<html>'), 200, /not JSON/],
    [answers({ fine: true }), 200, /has no "ok"/],
    [answers({}, 404), 404, /HTTP 404/],
    [sends(Buffer.alloc(70_000, ' ')), 200, /larger than 64 KiB/],
    [resets, null, /failed or was closed early/],
  ]
  for (const [behaviour, httpStatus, verdict] of failures) {
    endpoint.behave(behaviour)
    const { code, stdout, stderr } = await run('test-connection', '--json')
    assert.deepEqual([code, stderr], [1, ''], stdout)
    const failed = JSON.parse(stdout)
    assert.deepEqual([failed.ok, failed.httpStatus], [false, httpStatus])
    assert.match(failed.verdict, verdict)
  }
  endpoint.behave(sends('\u001b[2Jhacked\r\n\u009b1m'))
  assert.match((await run('test-connection')).stdout, /\n {2}\\u\{1b\}\[2Jhacked\n {2}\\u\{9b\}1m\n/)
  await endpoint.close()
  const closed = await run('test-connection')
  assert.equal(closed.code, 1)
  assert.match(
    closed.stdout,
    /none +\d+ ms +failed\n\nThis counts as no answer \(connection\)\. The connection to 127\.0\.0\.1:\d+ failed/,
  )

  const untrusted = await startStoreEndpoint(t, { secret })
  await ok('settings', 'set', '--endpoint-url', untrusted.url)
  const { code, stdout } = await run('test-connection')
  assert.equal(code, 1)
  assert.match(stdout, /needs a certificate for 127\.0\.0\.1/)
  assert.equal(untrusted.requests.length, 0)
})

test('a workspace on the starter plan has no refunds', async (t) => {
  const file = join(await tempFolder(t), 'shop.db')
  const store = await openStore(file, { create: true })
  await store.close()
  const run = (...args: string[]) => storewire([...args, '--db', file])
  assert.equal((await run('workspaces', 'create', 'small', '--plan', 'starter')).code, 0)
  for (const args of [['secret', 'create'], ['settings', 'set', '--frozen', 'on'], ['test-connection']]) {
    const { code, stdout, stderr } = await run('refunds', ...args)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^storewire: The starter plan does not include refunds\. .+\n$/)
  }
})

/** Two at a time, as this machine may have no more cores. */
async function inPairs<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += 2)
    results.push(...(await Promise.all(items.slice(from, from + 2).map(work))))
  return results
}
