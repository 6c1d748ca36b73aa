import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { browser, PASSWORD } from '../support/console.ts'
import { order } from '../support/objects.ts'
import { startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

const deploy = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../scripts/deploy/${name}`, import.meta.url)), 'utf8')

test("the image's health check passes only if a server is ready", async (t) => {
  const [, command = ''] = /^HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(deploy('Dockerfile')) ?? []
  const [shell = '', ...args] = JSON.parse(command) as string[]
  const check = (port: string) =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, STOREWIRE_PORT: port }
      execFile(shell, args, { env }, (error) => resolve(error?.code ?? 0))
    })
  const { baseUrl, stop } = await startProcess(t, ['--db', join(await tempFolder(t), 'shop.db')])
  const { port } = new URL(baseUrl)
  assert.equal(await check(port), 0)
  await stop()
  // Of its own port another test might have got hold by now.
  assert.equal(await check('1'), 1)
})

/** The commands of storewire that the comments of a file have, as arguments, with another database in place of the file's. */
function stepsOf(text: string, before: RegExp, db: string): string[][] {
  const lines = text.split('\n').filter((line) => before.test(line))
  return lines.map((line) =>
    line
      .replace(before, '')
      .split(' ')
      .map((word) => word.replace(/^\/var\/lib\/.*\.db$/, db)),
  )
}

const asUser = /^# {3}runuser -u storewire -- storewire /
const inContainer = /^# {3}docker (?:run --rm -v \S+ storewire|exec storewire storewire) /

for (const [file, before] of [
  ['storewire.service', asUser],
  ['Dockerfile', inContainer],
] as const)
  test(`the steps in ${file} make a whole workspace, with both keys and an owner`, async (t) => {
    const db = join(await tempFolder(t), 'storewire.db')
    const [create = [], invite = [], ...more] = stepsOf(deploy(file), before, db)
    assert.deepEqual([create[0], invite[0], more], ['workspaces', 'members', []])
    const run = async (args: string[]) => {
      const { code, stdout, stderr } = await storewire(args, { env: { STOREWIRE_DB: db } })
      assert.equal(code, 0, stderr)
      return stdout
    }
    const made = await run(create)
    const [secret = '', publishable = ''] = [/\bsk_\w+/, /\bpk_\w+/].map((key) => key.exec(made)?.[0])
    const server = await startProcess(t, ['--db', db])
    assert.doesNotMatch(server.output() + server.errors(), /\b[sp]k_\w{20}/)
    const link = await run(invite)
    const [, token = ''] = /^https:\/\/support\.example\.com\/console#setup=(\w{27})\n/.exec(link) ?? []
    const ada = browser(server)
    const account = { token, name: 'Ada', email: 'ada@shop.example', password: PASSWORD }
    assert.equal((await ada.post('/setup', account)).status, 200)
    const { member, role } = (await ada.get('/session')).body
    assert.deepEqual([member.email, role, member.isOperator], ['ada@shop.example', 'owner', true])
    assert.equal((await client(server.baseUrl, secret).push('orders', [order()])).results[0]?.status, 'created')
    const headers = { 'x-service-key': publishable, 'content-type': 'application/json' }
    const chat = await fetch(`${server.baseUrl}/widget/sessions`, { method: 'POST', headers, body: '{}' })
    assert.equal(chat.status, 200)
  })

test('systemd-analyze accepts the unit and rates it as well confined', {
  skip: spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'there is no systemd-analyze',
}, async (t) => {
  const unit = join(await tempFolder(t), 'storewire.service')
  writeFileSync(unit, deploy('storewire.service').replace('=/usr/local/bin/storewire', `=${process.execPath}`))
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  assert.deepEqual([verified.status, verified.stderr], [0, ''])
  // 0 to 100: how much the service could still do.
  const confined = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=15', unit])
  assert.equal(confined.status, 0)
})
