import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BIN } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

/** A server whose standard error is what the test says. */
async function serveWith(t: TestContext, stderr: number | 'pipe') {
  const db = join(await tempFolder(t), 'shop.db')
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--json', '--db', db, '--rate-limits', 'off'], {
    stdio: ['ignore', 'pipe', stderr],
  })
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
  assert.ok(child.stdout)
  const [line] = await once(child.stdout, 'data')
  const { url, secretKey } = JSON.parse(String(line))
  return { child, exited, api: client(url, secretKey) }
}

async function callOften({ call }: Pick<ReturnType<typeof client>, 'call'>, count: number): Promise<void> {
  for (let done = 0; done < count; done += 50)
    await Promise.all(Array.from({ length: 50 }, async () => assert.equal((await call('GET', '/ping')).status, 200)))
}

test('a server continues, and stops cleanly, if nobody reads its log', async (t) => {
  // More lines than a pipe takes.
  const { child, exited, api } = await serveWith(t, 'pipe')
  await callOften(api, 2_000)
  child.kill('SIGTERM')
  await exited
  assert.equal(child.exitCode, 0)
})

test('a server continues, and stops cleanly, if its log is on a full disk', async (t) => {
  const full = openSync('/dev/full', 'w')
  const { child, exited, api } = await serveWith(t, full)
  closeSync(full)
  await callOften(api, 500)
  await sleep(200)
  await callOften(api, 50)
  child.kill('SIGTERM')
  await exited
  assert.equal(child.exitCode, 0)
})

test('a slow reader of the log gets every line, complete and in order', async (t) => {
  const { child, exited, api } = await serveWith(t, 'pipe')
  await callOften(api, 1_500)
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await callOften(api, 50)
  child.kill('SIGTERM')
  await exited
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(lines.filter(({ route }) => route === '/ping').length, 1_550)
  assert.equal(lines.at(-1).message, 'stopped')
  const times = lines.map(({ time }) => time)
  assert.deepEqual(times, times.toSorted())
})

test('a server that crashes has written the lines before the crash', async (t) => {
  const script = `
    import { standardErrorLog } from ${JSON.stringify(new URL('../../src/cli/kit/log.ts', import.meta.url).href)}
    const log = await standardErrorLog('info')
    for (let line = 0; line < 1_000; line++) log.info('line', { line })
    throw new Error('the end')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let text = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await once(child, 'close')
  assert.equal(child.exitCode, 1)
  assert.equal(text.match(/"message":"line"/g)?.length, 1_000)
  assert.match(text, /the end/)
})
