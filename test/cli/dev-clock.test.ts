import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { fixedKeys } from '../../src/access/fixed-keys.ts'
import { startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'
import { ORDER } from '../support/shop.ts'

const DAY = 86_400_000

/** `storewire dev` on a file, its clock moved by two days, and commands on that file. */
async function startAhead(t: TestContext) {
  const db = join(await tempFolder(t), 'dev.db')
  const dev = await startProcess(t, ['--db', db, '--fixed-keys'], { command: 'dev' })
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await storewire([...args, '--db', db, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  await client(dev.baseUrl, fixedKeys.secretKey).push('orders', [ORDER])
  const advanced = await storewire(['clock', 'advance', '2d', '--url', dev.baseUrl])
  assert.equal(advanced.code, 0, advanced.stderr)
  return { db, dev, run }
}

/** How many days ahead of the machine something was written. */
const daysAhead = (time: string) => Math.round((Date.parse(time) - Date.now()) / DAY) + 0

test('commands beside dev write with the time of its clock', async (t) => {
  const { db, dev, run } = await startAhead(t)
  const refund = await run('refunds', 'start', '--order', 'o1', '--reason', 'defect')
  assert.equal(daysAhead(refund.createdAt), 2)
  assert.equal(daysAhead(refund.expiresAt), 2)
  assert.equal((await run('refunds', 'confirm', refund.id)).status, 'executing')
  const call = await run('trigger', 'ping')
  assert.equal(call[0].ok, true, 'requests are signed for the machine, whose clock the endpoint has')
  const made = await run('keys', 'create', '--name', 'late')
  const key = (await run('keys', 'list')).find(({ id }: { id: string }) => id === made.id)
  assert.equal(daysAhead(key.createdAt), 2)
  const { findings } = await run('doctor')
  assert.equal(findings.find(({ check }: { check: string }) => check === 'clock').level, 'ok')
  await dev.stop()
  const rows = new Database(db, { readonly: true })
  assert.deepEqual(rows.prepare('SELECT * FROM dev_clock').all(), [])
  rows.close()
})

test('a reset takes commands back to the time of the machine', async (t) => {
  const { dev, run } = await startAhead(t)
  await fetch(new URL('/dev/reset', dev.baseUrl), { method: 'POST' })
  await client(dev.baseUrl, fixedKeys.secretKey).push('orders', [ORDER])
  const refund = await run('refunds', 'start', '--order', 'o1', '--reason', 'defect')
  assert.equal(daysAhead(refund.createdAt), 0)
})

test('the clock of a dev that was killed ends with the next start', async (t) => {
  const { db, dev, run } = await startAhead(t)
  await dev.stop('SIGKILL')
  const again = await startProcess(t, ['--db', db, '--fixed-keys'], { command: 'dev' })
  const refund = await run('refunds', 'start', '--order', 'o1', '--reason', 'defect')
  assert.equal(daysAhead(refund.createdAt), 0)
  await again.stop()
})

test("serve uses the machine's time, whatever clock a dev server left", async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  await (await startProcess(t, ['--db', db])).stop()
  const rows = new Database(db)
  rows.exec(`INSERT INTO dev_clock VALUES (1, ${2 * DAY})`)
  rows.close()
  const serving = await startProcess(t, ['--db', db])
  const { stdout } = await storewire(['keys', 'create', '--db', db, '--json'])
  const { id } = JSON.parse(stdout)
  const listed = JSON.parse((await storewire(['keys', 'list', '--db', db, '--json'])).stdout)
  assert.equal(daysAhead(listed.find((key: { id: string }) => key.id === id).createdAt), 0)
  await serving.stop()
})
