import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startProcess } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

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
