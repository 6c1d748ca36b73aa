import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '../../src/access/audit.ts'
import { listAudit } from '../../src/access/audit-log.ts'
import { noBrowser, textOf } from '../support/browser.ts'
import { addMember, assertError, browserOf } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { plansOf } from '../support/query-plans.ts'
import { type Api, startServer } from '../support/server.ts'

const write = ({ store, workspaceId, clock }: Api, actions: [actor: string, action: string, target: string][]) =>
  store.write(async (tx) => {
    for (const [name, action, target] of actions)
      await audit(tx, {
        workspaceId,
        actor: { name, origin: '203.0.113.7', role: 'owner' },
        action,
        target,
        details: { note: '=1+1,"x"' },
        at: clock.now(),
      })
  })

test('the audit log is filtered and paged, also where entries have the same time', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { role: 'admin' }))
  api.clock.advance(1_000)
  await write(
    api,
    Array.from({ length: 25 }, (_, index) => ['ada@shop.example', 'refund.approved', `act_${index}`]),
  )
  const since = new Date(api.clock.now()).toISOString()
  api.clock.advance(1_000)
  await write(api, [['ben@shop.example', 'refunded_100%.x', 'act_1']])
  const targets: string[] = []
  let cursor = ''
  do {
    const { body } = await page.get(`/audit?limit=10&action=refund.&since=${since}${cursor && `&cursor=${cursor}`}`)
    targets.push(...body.data.map(({ subject }: { subject: string }) => subject))
    cursor = body.nextCursor ?? ''
  } while (cursor)
  assert.equal(new Set(targets).size, 25)
  assert.equal(targets.length, 25)
  const about = (await page.get('/audit?subject=act_1')).body.data
  assert.deepEqual(
    about.map(({ actor }: { actor: string }) => actor),
    ['ben@shop.example', 'ada@shop.example'],
  )
  assert.equal((await page.get('/audit?actor=ben%40shop.example')).body.data.length, 1)
  const found = async (query: string) => (await page.get(`/audit?${query}`)).body.data.length
  assert.deepEqual(
    [
      await found('actor=ada%40shop.example&action=refund.&subject=act_1'),
      await found('action=refund&actor=ben%40shop.example'),
    ],
    [1, 1],
  )
  assert.deepEqual(
    [await found('action=refund'), await found('action=refunded'), await found('action=nothing')],
    [26, 1, 0],
  )
  assertError(await page.get('/audit?cursor=x'), 400, 'invalid')
})

test('every filter of the audit log finds its entries by an index', async (t) => {
  const api = await startServer(t)
  const actor = 'ada@shop.example'
  await write(api, [
    [actor, 'refund.approved', 'act_1'],
    [actor, 'refund.rejected', 'act_2'],
  ])
  for (const filters of [{ actor }, { target: 'act_1' }, { action: 'refund' }, { actor, action: 'refund' }]) {
    const plans = await plansOf(api.store.read, (reader) =>
      listAudit(reader, api.workspaceId, { limit: 50, ...filters }),
    )
    const lines = [...plans.values()].flat().filter((line) => line.includes('audit_log'))
    assert.ok(lines.length > 0)
    for (const line of lines)
      assert.match(line, /^SEARCH audit_log USING (COVERING )?INDEX audit_log_by_(actor|target|action)/)
  }
})

test('the audit log in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const memberId = await addMember(api)
  await write(api, [
    ['=cmd()', 'key.created', 'key_1'],
    ['ada@shop.example', 'refund.approved', 'act_1'],
  ])
  const { page, complaints, checkAccess } = await pages.open(api, '/audit', { memberId })
  await page.getByRole('cell', { name: 'Key created' }).first().waitFor()
  await checkAccess()
  await page.getByLabel('Action begins with').fill('refund')
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'Key created' }).first().waitFor({ state: 'detached' })
  assert.match(page.url(), /action=refund/)
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('cell', { name: 'Key created' }).first().waitFor()
  const exported = async (format: string) => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: `Export as ${format}` }).click()
    return (await textOf(await saved)).trimEnd().split('\n')
  }
  const [heading, ...lines] = await exported('CSV')
  assert.equal(heading, 'at,actor,role,origin,action,subject,details')
  const [formula = ''] = lines.filter((line) => line.includes('key_1'))
  assert.match(formula, /,'=cmd\(\),owner,203\.0\.113\.7,key\.created,key_1,"\{""note"":""=1\+1,/)
  const json = (await exported('NDJSON')).map((line) => JSON.parse(line))
  assert.equal(json.length, lines.length)
  await page.setViewportSize({ width: 320, height: 640 })
  await checkAccess()
  assert.deepEqual(complaints, [])
})
