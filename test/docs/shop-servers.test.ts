import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startServer, tempFolder, testClock } from '../support/server.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

/** The files of the page, in a folder as a shop would have them. */
async function shopFolder(t: TestContext): Promise<string> {
  const page = readFileSync(new URL('../../docs/widget.md', import.meta.url), 'utf8')
  const folder = await tempFolder(t)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const [, code = '', name = ''] of page.matchAll(
    /^```(?:js|php|html)\n((?:\/\/|<\?php \/\/|<!--) (shop\.\w+).*\n[\s\S]*?)^```$/gm,
  ))
    writeFileSync(join(folder, name), code)
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

const SERVERS: [name: string, command: string, args: (port: number) => string[], skip: boolean][] = [
  ['Node.js', process.execPath, () => ['shop.js'], false],
  ['PHP', 'php', (port) => ['-S', `127.0.0.1:${port}`, 'shop.php'], !existsSync('/usr/bin/php')],
]

for (const [name, command, args, skip] of SERVERS)
  test(`the shop in ${name} signs its customers in to the chat, and out`, { skip }, async (t) => {
    const folder = await shopFolder(t)
    const api = await startServer(t, { clock: testClock(Date.now()) })
    const widget = await startWidget(api)
    const port = await freePort()
    const env = { ...process.env, PORT: `${port}`, STOREWIRE_IDENTITY_SECRET: widget.secret }
    const child = spawn(command, args(port), { cwd: folder, env, stdio: 'ignore' })
    t.after(async () => {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    })
    const shop = `http://127.0.0.1:${port}`
    await until(async () =>
      fetch(shop).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    assert.match(await (await fetch(shop)).text(), /widget\.js" data-key=/)
    const login = await fetch(`${shop}/login`, { method: 'POST', redirect: 'manual' })
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .at(-1)
    const token = () => fetch(`${shop}/storewire-token`, { headers: { cookie: cookie ?? '' } })
    const signed = await token()
    assert.equal(signed.headers.get('cache-control'), 'no-store')
    const session = await widget.start({ identityToken: await signed.text() })
    assert.deepEqual([session.status, session.body.customer], [200, { id: 'c_81' }])
    assert.equal((await fetch(`${shop}/storewire-token`)).status, 401)
    await fetch(`${shop}/logout`, { method: 'POST', redirect: 'manual', headers: { cookie: cookie ?? '' } })
    assert.equal((await token()).status, 401)
  })
