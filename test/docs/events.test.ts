import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { eventTypes } from '../../src/events/types/types.ts'
import { newSigningSecret, standardHeaders } from '../../src/outbound/signing.ts'
import { tempFolder } from '../support/server.ts'
import { until } from '../support/until.ts'

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')

const blockOf = (language: string): string => {
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  assert.ok(code)
  return code
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a program of the page, and sends it signed and broken requests. @returns what it printed */
async function tryReceiver(t: TestContext, start: (port: number, env: Record<string, string>) => [string, string[]]) {
  const secret = newSigningSecret()
  const port = await freePort()
  const env = { EVENTS_SECRET: secret, PORT: String(port), PATH: process.env.PATH ?? '' }
  const [program, args] = start(port, env)
  const child = spawn(program, args, { env, stdio: 'pipe' })
  t.after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
    })
  }
  const body = JSON.stringify({ id: 'evt_1', type: 'test', data: { sequence: 0, url: 'https://s.example/console' } })
  const send = async (secrets: string[], age = 0, sent = body) => {
    const timestamp = Math.floor(Date.now() / 1000) - age
    const headers = standardHeaders(secrets, { id: 'evt_1', timestamp, body })
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status
  }
  await until(() =>
    send([secret]).then(
      () => true,
      () => false,
    ),
  )
  assert.equal(await send([secret]), 204)
  assert.equal(await send([newSigningSecret(), secret]), 204)
  assert.equal(await send([newSigningSecret()]), 401)
  assert.equal(await send([secret], 400), 401)
  assert.equal(await send([secret], 0, `${body} `), 401)
  await until(() => /evt_1 test/.test(printed))
}

test('the receiver in Node.js accepts what storewire signs, and nothing else', async (t) => {
  const folder = await tempFolder(t)
  const file = join(folder, 'events.mjs')
  writeFileSync(file, blockOf('js'))
  await tryReceiver(t, () => [process.execPath, [file]])
})

const hasPhp = (() => {
  try {
    execFileSync('php', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test('so does the one in PHP', { skip: !hasPhp && 'there is no php on this machine' }, async (t) => {
  const folder = await tempFolder(t)
  const file = join(folder, 'events.php')
  writeFileSync(file, blockOf('php'))
  await tryReceiver(t, (port) => ['php', ['-S', `127.0.0.1:${port}`, file]])
})

test('the page lists every type, and which an endpoint gets at first', () => {
  const rows = [...page.matchAll(/^\| `(\w+\.\w+)` \| .* \| (yes)? ?\|$/gm)].map(([, name, yes]) => [
    name,
    yes === 'yes',
  ])
  assert.deepEqual(
    rows,
    eventTypes.map(({ name, isDefault }) => [name, isDefault]),
  )
})
