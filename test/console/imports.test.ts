import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { noBrowser, textOf } from '../support/browser.ts'
import { addMember, assertError, browserOf } from '../support/console.ts'
import { ownComplaints, startPages } from '../support/console-page.ts'
import { failBatch } from '../support/failed-batch.ts'
import { startServer, tempFolder } from '../support/server.ts'
import { until } from '../support/until.ts'

test('an import is checked first, sent in batches, and repeated without harm', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { role: 'admin' }))
  const { body: fields } = await page.get('/import-fields/orders')
  const city = fields.fields.find(({ name }: { name: string }) => name === 'shippingAddress.city')
  const title = fields.fields.find(({ name }: { name: string }) => name === 'items.title')
  assert.deepEqual([city.kind, city.list, title.list, fields.maxObjects], ['text', null, 'items', 1_000])
  const checked = await page.post('/import-checks/orders', {
    data: [{ id: 'o1', updatedAt: 1, color: 'red', email: '' }],
  })
  assert.deepEqual(checked.body, { valid: 1, ignored: [{ index: 0, fields: ['color', 'email'] }] })
  assertError(await page.post('/import-checks/orders', { data: [{ id: 'o1' }] }), 400, 'invalid')
  assert.equal((await page.get('/data/orders')).body.data.length, 0, 'nothing was stored')
  const { body: started } = await page.post('/imports', { label: 'orders.csv' })
  // Long enough for another thread to check it.
  const data = Array.from({ length: 500 }, (_, index) => ({
    id: `o${index}`,
    updatedAt: 1,
    email: '',
    note: 'n'.repeat(500),
  }))
  const key = { 'idempotency-key': 'first' }
  const sent = await page.post(`/imports/${started.id}/orders`, { data }, key)
  assert.equal(sent.status, 202, sent.text)
  assert.deepEqual((await page.post(`/imports/${started.id}/orders`, { data }, key)).body, sent.body)
  assert.equal((await page.post(`/imports/${started.id}/close`)).status, 200)
  assertError(await page.post(`/imports/${started.id}/orders`, { data }), 409, 'backfill_closed')
  assertError(await page.post('/imports/bf_other/orders', { data }), 404, 'no_such_import')
  await until(async () => (await page.get(`/imports/${started.id}`)).body.import.status === 'done')
  const { body: shown } = await page.get(`/imports/${started.id}`)
  assert.deepEqual([shown.import.results.created, shown.batches.length], [500, 1])
  const { body: other } = await page.post('/imports', { label: 'tickets.csv' })
  const ticket = { data: [{ id: 't1', updatedAt: 1, subject: 'Where is it?' }] }
  assert.equal((await page.get('/import-fields/tickets')).body.maxObjects, 50)
  const first = { 'idempotency-key': 'first ticket' }
  for (let time = 0; time < 2; time++)
    assert.deepEqual((await page.post(`/imports/${other.id}/tickets`, ticket, first)).body, {
      created: 1,
      updated: 0,
      stale: 0,
    })
  assert.equal((await page.post(`/imports/${other.id}/tickets`, ticket)).body.stale, 1)
  assert.equal((await page.post(`/imports/${other.id}/close`)).body.status, 'done')
  assertError(await page.post(`/imports/${other.id}/tickets`, ticket), 409, 'backfill_closed')
  assertError(await page.post('/imports/bf_other/tickets', ticket), 404, 'no_such_import')
  const counted = (await page.get(`/imports/${other.id}`)).body.import
  assert.deepEqual([counted.received, counted.processed], [2, 2])
  await failBatch(api)
  const { body: list } = await page.get('/imports')
  assert.deepEqual([list.data[0].id, list.alone[0].failure.message], [other.id, 'The disk is full.'])
})

test('a file is imported in the browser, across a reload, and rejected rows come back as a file', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const memberId = await addMember(api)
  const { page, complaints, checkAccess } = await pages.open(api, '/imports', { memberId })
  await page.getByText('Nothing was imported yet.').waitFor()
  await checkAccess()
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.getByRole('heading', { name: 'Import a file' }).waitFor()
  await checkAccess()
  const rows = Array.from({ length: 2_500 }, (_, index) => {
    const mail = index === 3 || index === 2_300 ? 'nobody' : `c${index}@shop.example`
    return `c${index},"Ada, ${index}",${mail},gold`
  })
  const folder = await tempFolder(t)
  const file = join(folder, 'customers.csv')
  await writeFile(file, `ID,Full name,E-Mail,Tier\n${rows.join('\n')}\n`)
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  assert.equal(await page.getByLabel('What it contains').inputValue(), 'customers', 'seen by its columns')
  await page.getByText('not those of a known shop system').waitFor({ state: 'detached' })
  await page.getByLabel('Field: Full name').selectOption('name')
  assert.equal(await page.getByLabel('Field: ID').inputValue(), 'id')
  assert.equal(await page.getByLabel('Field: E-Mail').inputValue(), 'email', 'matched by its name')
  await page.getByLabel('Field: Tier').selectOption('custom.Tier')
  await page.getByRole('button', { name: 'Check the first rows' }).click()
  await page.getByText('each object gets the time of this import').waitFor()
  await page.getByText('1 of the first 20 rows would be rejected.').waitFor()
  await page.getByRole('cell', { name: /must be an e-mail address/ }).waitFor()
  assert.equal((await api.store.read.all('SELECT id FROM backfills')).length, 0, 'nothing is sent before')
  await checkAccess()
  // The tab is closed while the second batch is under way.
  let batches = 0
  await page.route('**/imports/*/customers', (route) => {
    batches++
    return batches > 2 ? undefined : route.continue()
  })
  await page.getByRole('button', { name: 'Import the valid rows' }).click()
  await page.getByText('999 of 2,500 sent · 1 rejected').waitFor()
  await until(() => batches > 2)
  await checkAccess()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByText('The import of customers.csv was interrupted').waitFor()
  // Not before: the browser would send the batch that waits, and might end the import before the reload.
  await page.unroute('**/imports/*/customers')
  await checkAccess()
  await writeFile(join(folder, 'other.csv'), 'ID\n1\n')
  await page.getByLabel('File', { exact: true }).setInputFiles(join(folder, 'other.csv'))
  await page.getByText('This is another file').waitFor()
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByText('Everything is sent').waitFor()
  await page.getByText('2,498 of 2,500 sent · 2 rejected').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the rejected rows' }).click()
  const rejected = await textOf(await saved)
  assert.deepEqual(rejected.trimEnd().split('\n'), [
    'ID,Full name,E-Mail,Tier,rejected because',
    'c3,"Ada, 3",nobody,gold,email must be an e-mail address',
    'c2300,"Ada, 2300",nobody,gold,email must be an e-mail address',
  ])
  await checkAccess()
  await page.getByRole('link', { name: 'Show the import' }).click()
  await page.getByRole('heading', { name: 'customers.csv' }).waitFor()
  await page.getByText('Done').first().waitFor()
  await checkAccess()
  const stored = await api.store.read.all<{ id: string; data: string }>('SELECT id, data FROM customers')
  assert.equal(stored.length, 2_498)
  const one = JSON.parse(stored.find(({ id }) => id === 'c1')?.data ?? '{}')
  assert.deepEqual([one.name, one.custom], ['Ada, 1', '{"Tier":"gold"}'])
  const [imported] = await api.store.read.all<{ received: number }>('SELECT received FROM backfills')
  assert.equal(imported?.received, 2_498, 'what was sent before the reload is not sent again')
  await page.getByRole('link', { name: 'Back to the imports' }).click()
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByText('Choose the export of your shop system').waitFor()
  // Objects of JSON are sent as they are, digit by digit.
  const json = join(folder, 'orders.json')
  const text = '{"id":"o1","custom":{"big":12345678901234567890}}'
  await writeFile(
    json,
    `[${text}, {"id":"o2","updatedAt":"2026-01-01"}, {"id":"o3","updatedAt":"2026-01-01T00:00:00Z","email":"","colour":"red"}]`,
  )
  await page.getByLabel('File', { exact: true }).setInputFiles(json)
  await page.getByLabel('What it contains').selectOption('orders')
  await page.getByText('1 of the first 3 rows would be rejected.').waitFor()
  await page.getByText('Not stored, since the field is unknown or empty: email, colour').waitFor()
  await page.getByRole('button', { name: 'Import the valid rows' }).click()
  await page.getByText('Everything is sent').waitFor()
  const orders = () => api.store.read.all<{ id: string; data: string }>('SELECT id, data FROM orders ORDER BY id')
  await until(async () => (await orders()).length === 2)
  assert.match((await orders())[0]?.data ?? '', /12345678901234567890/)
  const [named] = await api.store.read.all<{ label: string }>('SELECT label FROM backfills ORDER BY id DESC LIMIT 1')
  assert.equal(named?.label, 'orders.json (orders)')
  // Tickets come with their messages, and have no batches. The next file needs no "Finish" first.
  await writeFile(join(folder, 'tickets.ndjson'), '{"id":"t1","subject":"Where is it?","messages":[]}\n')
  await page.getByLabel('File', { exact: true }).setInputFiles(join(folder, 'tickets.ndjson'))
  await page.getByText('Your file: 1 ticket, no times').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 of 1 sent').waitFor()
  assert.equal((await api.store.read.all('SELECT id FROM tickets')).length, 1)
  assert.deepEqual(ownComplaints(complaints), [])
})
