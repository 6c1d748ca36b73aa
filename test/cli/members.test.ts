import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { browser, PASSWORD } from '../support/console.ts'
import { startProcess, storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

const FRAGMENT = /#(?:setup|invite|reset)=(\w{27})$/m
const tokenIn = (output: string) => FRAGMENT.exec(output)?.[1] ?? assert.fail(output)

/** A server that runs, and the commands beside it. */
async function serving(t: TestContext) {
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  const server = await startProcess(t, ['--db', db])
  const run = async (args: string[], input = '') => {
    const { code, stdout, stderr } = await storewire([...args, '--db', db], { input })
    return { code, text: stdout + stderr }
  }
  const good = async (args: string[], input = '') => {
    const { code, text } = await run(args, input)
    assert.equal(code, 0, text)
    return text
  }
  return { folder, db, server, run, good, page: () => browser(server) }
}

const create = ['members', 'create', 'Ada@Shop.example', '--name', 'Ada', '--owner', '--password-stdin']

test('members are created, listed, changed and removed, and a running server applies it at once', async (t) => {
  const { good, run, page } = await serving(t)
  assert.equal(await good(create, `${PASSWORD}\n`), 'ada@shop.example is owner and operator.\n')
  assert.match(
    (await run(create, PASSWORD)).text,
    /There is a member ada@shop\.example already: .*"npx storewire members invite"/,
  )
  assert.match((await run(['members', 'invite', '--owner'])).text, /owner already: invite another with/)
  assert.match(
    (await run(['members', 'create', 'x@y', '--name', 'x', '--password-stdin'], 'short')).text,
    /at least 12/,
  )
  const ada = page()
  assert.equal((await ada.post('/sign-in', { email: 'ada@shop.example', password: PASSWORD })).status, 200)
  const token = tokenIn(await good(['members', 'invite', 'ben@shop.example']))
  const ben = page()
  assert.equal((await ben.post('/invites/accept', { token, name: 'Ben', password: PASSWORD })).body.role, 'agent')
  assert.match(
    await good(['members', 'list']),
    /ada@shop\.example +Ada +owner, operator +off +1 .*\nben@shop\.example +Ben +agent +off +1 /,
  )
  assert.equal(
    await good(['members', 'role', 'ben@shop.example', 'admin', '--operator', 'on']),
    'ben@shop.example is admin and operator.\n',
  )
  assert.equal((await ben.get('/session')).status, 401)
  const reset = tokenIn(await good(['members', 'reset-link', 'ben@shop.example']))
  const password = 'a new password of mine'
  assert.equal((await ben.post('/resets/redeem', { token: reset, password })).status, 204)
  assert.equal((await ben.post('/sign-in', { email: 'ben@shop.example', password })).body.role, 'admin')
  const [session] = JSON.parse(await good(['members', 'sessions', 'ben@shop.example', '--json']))
  assert.deepEqual([session.address, session.browser], ['127.0.0.1', 'node'])
  assert.equal(
    await good(['members', 'sessions', 'ben@shop.example', '--end']),
    '1 sessions of ben@shop.example are over.\n',
  )
  assert.equal((await ben.get('/session')).status, 401)
  assert.match((await run(['members', 'remove', 'ada@shop.example'])).text, /last owner/)
  assert.equal(await good(['members', 'remove', 'ben@shop.example']), 'ben@shop.example is removed.\n')
  assert.match(
    (await run(['members', 'remove', 'ben@shop.example'])).text,
    /no such member: "npx storewire members list" shows them/,
  )
  assert.equal((await ada.get('/session')).status, 200)
})

test('the command line manages operators, and leaves the last one', async (t) => {
  const { good, run, page } = await serving(t)
  await good(create, PASSWORD)
  const invited = tokenIn(await good(['members', 'invite', 'ben@shop.example', '--role', 'owner']))
  assert.equal((await page().post('/invites/accept', { token: invited, name: 'Ben', password: PASSWORD })).status, 200)
  const last = /last operator of the installation.*"npx storewire members role EMAIL --operator on"/
  assert.match((await run(['members', 'role', 'ada@shop.example', '--operator', 'off'])).text, last)
  assert.match((await run(['members', 'remove', 'ada@shop.example'])).text, last)
  await good(['workspaces', 'create', 'second'])
  const create2 = ['members', 'create', 'cleo@shop.example', '--name', 'Cleo', '--owner', '--password-stdin']
  await good([...create2, '--workspace', 'second'], PASSWORD)
  const remove = ['workspaces', 'delete', 'default', '--confirm', 'default']
  assert.match((await run(remove)).text, last)
  await good(['members', 'role', 'cleo@shop.example', '--operator', 'on', '--workspace', 'second'])
  await good(['members', 'role', 'ada@shop.example', '--operator', 'off', '--workspace', 'default'])
  await good(remove)
  // With the last workspace the installation begins again.
  await good(['workspaces', 'delete', 'second', '--confirm', 'second'])
})

test('a restore restores neither sessions nor links, and members sign in again', async (t) => {
  const { folder, db, server, good, page } = await serving(t)
  await good(create, PASSWORD)
  const ada = page()
  await ada.post('/sign-in', { email: 'ada@shop.example', password: PASSWORD })
  const token = tokenIn(await good(['members', 'invite', 'ben@shop.example']))
  const backup = join(folder, 'backup.db')
  await good(['backup', backup])
  await server.stop()
  await good(['restore', backup, '--force'])
  const again = await startProcess(t, ['--db', db])
  const [old, fresh] = [browser(again, ada.cookie), browser(again)]
  assert.equal((await old.get('/session')).status, 401)
  assert.equal((await fresh.post('/links/show', { token })).status, 404)
  assert.equal((await fresh.post('/sign-in', { email: 'ada@shop.example', password: PASSWORD })).status, 200)
})

test('a backup of a version without members is restored', async (t) => {
  const { firstVersion } = await import('../support/databases.ts')
  const folder = await tempFolder(t)
  const [backup, db] = [join(folder, 'old.db'), join(folder, 'shop.db')]
  firstVersion(backup).close()
  const { code, stderr } = await storewire(['restore', backup, '--db', db])
  assert.equal(code, 0, stderr)
})
