import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { customer } from '../support/objects.ts'
import { storewire } from '../support/process.ts'
import { startServer, testClock } from '../support/server.ts'
import { until } from '../support/until.ts'

test('segments are created, listed, shown, asked for their customers and deleted at the command line', async (t) => {
  // Commands write with the time of the machine.
  const api = await startServer(t, { clock: testClock(Date.now() + 60_000) })
  const run = (...args: string[]) => storewire(['segments', ...args, '--db', api.file])
  await api.push('customers', [
    customer({ id: 'c1', name: 'Ada', tags: ['vip'] }),
    customer({ id: 'c2', name: 'Bob', tags: ['vip'] }),
    customer({ id: 'c3', name: 'Eve' }),
  ])
  const rule = { any: [{ field: 'tag', op: '=', value: 'vip' }] }
  assert.equal((await run('list')).stdout, 'No segments.\n')
  const file = join(dirname(api.file), 'rule.json')
  writeFileSync(file, JSON.stringify(rule))
  const made = JSON.parse((await run('create', 'VIPs', '--rule-file', file, '--json')).stdout)
  assert.deepEqual([made.name, made.rule], ['VIPs', rule])
  await until(async () => {
    api.wake()
    return !(await api.call('GET', `/segments/${made.id}/customers`)).body.incomplete
  })
  assert.match((await run('list')).stdout, /^ID .*\nseg_\w+ +VIPs +\{"any":\[/)
  assert.match((await run('show', made.id)).stdout, /^Segment VIPs\nid +seg_\w+\ncreated .*\nrule +\{"any"/)
  const first = await run('customers', made.id, '--limit', '1')
  assert.match(first.stdout, /^ID .*\nc1 +Ada .*\n$/)
  const [, cursor = ''] = /--cursor (\S+)\n$/.exec(first.stderr) ?? []
  assert.match((await run('customers', made.id, '--cursor', cursor)).stdout, /^ID .*\nc2 +Bob .*\n$/)
  const listed = await storewire(['customers', 'list', '--segment', made.id, '--json', '--db', api.file])
  assert.deepEqual(
    JSON.parse(listed.stdout)
      .data.map(({ id }: { id: string }) => id)
      .sort(),
    ['c1', 'c2'],
  )
  assert.equal((await run('delete', made.id)).code, 1)
  assert.equal((await run('delete', made.id, '--yes')).stdout, 'The segment VIPs is deleted.\n')
  assert.match((await run('show', made.id)).stderr, /no segment with this id.*storewire segments list/)
})

test('a rule that is missing, is not JSON or is not a rule is reported', async (t) => {
  const api = await startServer(t)
  const create = (...args: string[]) => storewire(['segments', 'create', 'x', ...args, '--db', api.file])
  for (const [args, message] of [
    [[], /rule is missing/],
    [['--rule', '{'], /rule is not JSON/],
    [['--rule', '{"all":[{"field":"tag"}]}'], /rule\.all\.0\.op must be one of = != in for tag/],
    [['--rule-file', '/none'], /cannot read \/none/],
  ] as const) {
    const { code, stderr } = await create(...args)
    assert.equal(code, 1)
    assert.match(stderr, message)
  }
})
