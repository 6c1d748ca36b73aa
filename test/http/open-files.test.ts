import assert from 'node:assert/strict'
import { mkdirSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { order } from '../support/objects.ts'
import { BIN, startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

const skip = process.platform === 'linux' ? false : 'only Linux shows how many files a process may open'

/** `ulimit` for one process. */
const withOpenFiles = (count: number) => ['sh', '-c', `ulimit -n ${count}; exec "$0" "$@"`, process.execPath, BIN]

const LEAST = 192

test('with too few open files neither serve nor dev starts, and one line says what to set', { skip }, async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  for (const args of [['serve', '--db', db], ['dev']])
    for (const limit of [64, LEAST - 1]) {
      const { code, stdout, stderr } = await storewire([...args, '--port', '0'], { program: withOpenFiles(limit) })
      assert.deepEqual(
        [code, stdout, stderr],
        [
          1,
          '',
          `storewire: the server may open ${limit} files, and needs ${LEAST} or more: raise the limit with "ulimit -n 1024", or with LimitNOFILE=1024 in a systemd unit\n`,
        ],
      )
    }
  // Nothing was made before the refusal.
  assert.deepEqual(readdirSync(join(db, '..')), [])
})

test('with the fewest open files that it starts with, a server does all kinds of work', { skip }, async (t) => {
  const folder = await tempFolder(t)
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  const db = join(folder, 'shop.db')
  const backups = ['--backup-dir', copies, '--backup-cron', '* * * * * *']
  const { baseUrl, output, errors } = await startProcess(t, ['--db', db, ...backups], { program: withOpenFiles(LEAST) })
  const { port, origin } = new URL(baseUrl)
  // As many connections as there is room for, but for those of this test's calls and of the backups' checks.
  const held = Array.from({ length: 48 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}))
  t.after(() => {
    for (const socket of held) socket.destroy()
  })
  const api = client(baseUrl, /sk_\w+/.exec(output())?.[0] ?? '')
  const note = 'x'.repeat(20_000)
  const many = Array.from({ length: 300 }, (_, index) => order({ id: `o${index}`, note }))
  const work = async (round: number) => {
    const calls = [
      api.call('POST', '/orders', { json: { data: [order({ id: `r${round}` })] } }),
      api.call('POST', '/orders/bulk', { json: { data: many } }),
      api.call('POST', '/tickets', {
        json: { data: [{ id: `t${round}`, updatedAt: 1, custom: { note: note.repeat(300) } }] },
      }),
      api.call('GET', '/orders?limit=100'),
      api.call('GET', '/search?q=xx'),
    ]
    for (const { status, body } of await Promise.all(calls)) assert.ok(status < 500, JSON.stringify(body))
    for (const path of ['/console', '/widget.js', '/api/v1', '/readyz', '/api/v1/spec.json'])
      assert.equal((await fetch(origin + path)).status, 200, path)
  }
  for (let round = 0; round < 2; round++) await work(round)
  while (readdirSync(copies).filter((name) => name.endsWith('.db')).length < 2) await sleep(50)
  assert.doesNotMatch(errors(), /EMFILE|cannot open|too many open files/)
})
