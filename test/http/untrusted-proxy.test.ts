import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkDatabase } from '../../src/doctor/database.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { startServing } from '../../src/serve/start.ts'
import { noticedAt, UNTRUSTED_PROXY } from '../../src/store/notices.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { type Api, startServer, tempFolder, testClock, testServices } from '../support/server.ts'

const passedOn = { headers: { 'x-forwarded-for': '203.0.113.1' } }

const toldOf = (api: Api) => api.log.lines.filter(({ message }) => message.includes('X-Forwarded-For'))

async function proxyFinding(file: string) {
  const findings = await checkDatabase(file, { sealer: createSealer(undefined), hasFolder: false })
  return findings.find(({ check }) => check === 'proxy')
}

test('a proxy on this machine that is not trusted is logged once, and doctor reports it', async (t) => {
  const api = await startServer(t)
  await api.call('GET', '/ping')
  assert.equal((await proxyFinding(api.file))?.level, 'ok')
  assert.deepEqual(toldOf(api), [])
  for (let call = 0; call < 3; call++) await api.call('GET', '/ping', passedOn)
  assert.equal(toldOf(api).length, 1)
  while ((await noticedAt(api.store.read, UNTRUSTED_PROXY)) === undefined) await sleep(5)
  const finding = await proxyFinding(api.file)
  assert.equal(finding?.level, 'warning')
  assert.match(finding?.found ?? '', /first at 2026-03-01T09:30:00\.000Z/)
  assert.match(finding?.todo ?? '', /--trust-proxy 1/)
})

test('a trusted proxy is not reported', async (t) => {
  const api = await startServer(t, { settings: { trustProxy: 1 } })
  await api.call('GET', '/ping', passedOn)
  assert.deepEqual(toldOf(api), [])
  assert.equal((await proxyFinding(api.file))?.level, 'ok')
})

test('a server that is started again checks again', async (t) => {
  const store = await openStore(join(await tempFolder(t), 'test.db'), { create: true })
  t.after(() => store.close())
  const clock = testClock()
  const serve = () => startServing(testServices(store, clock), { host: '127.0.0.1', port: 0, graceMs: 0 })
  const first = await serve()
  await (await fetch(`${first.url}/ping`, passedOn)).text()
  while ((await noticedAt(store.read, UNTRUSTED_PROXY)) === undefined) await sleep(5)
  await first.stop()
  assert.notEqual(await noticedAt(store.read, UNTRUSTED_PROXY), undefined)
  const second = await serve()
  assert.equal(await noticedAt(store.read, UNTRUSTED_PROXY), undefined)
  await second.stop()
})
