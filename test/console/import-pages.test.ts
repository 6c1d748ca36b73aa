import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { ownComplaints, screenOf, startPages, THEMES, WIDTHS } from '../support/console-page.ts'
import { startServer, tempFolder } from '../support/server.ts'
import { SHOPIFY_ORDERS, shopifyCsv } from '../support/shopify-samples.ts'
import { until } from '../support/until.ts'

/** Drops a file on the page, as from a folder. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  await page.getByText('Choose the export of your shop system').waitFor()
  await page.evaluate(`{
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}))
    document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }`)
}

/** Pictures of a page, to look at: `SCREENSHOTS=FOLDER node --test test/console/import-pages.test.ts`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const width of WIDTHS)
    for (const colorScheme of THEMES) {
      await page.setViewportSize(screenOf(width))
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  await page.setViewportSize(screenOf(1280))
  await page.emulateMedia({ colorScheme: 'light' })
}

test('the export of Shopify is dropped, read in one sentence, imported, and its order is shown', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const memberId = await addMember(api)
  const { page, complaints, checkThemes } = await pages.open(api, '/imports/new', { memberId })
  await page.getByText('Choose the export of your shop system').waitFor()
  await checkThemes()
  await picture(page, 'choose')
  await drop(page, 'orders_export.csv', SHOPIFY_ORDERS)
  await page.getByText('Shopify orders: 4 orders of 7 rows, EUR.').waitFor()
  await page.getByText('The first 4 rows are valid.').waitFor()
  assert.equal(await page.getByLabel('Format').inputValue(), 'shopify-orders')
  assert.equal(await page.getByLabel('What it contains').inputValue(), 'orders')
  await checkThemes()
  await picture(page, 'shopify')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Everything is sent').waitFor()
  await page.getByText('4 of 4 sent').waitFor()
  await until(async () => (await api.store.read.all('SELECT id FROM orders')).length === 4)
  await page.goto(`${api.baseUrl.replace('/api/v1', '/console')}/data/orders/5604183244052`)
  await page.getByText('#1002').first().waitFor()
  await page.getByText('Cap').first().waitFor()
  assert.deepEqual(ownComplaints(complaints), [])
})

test('what a file does not show is asked once with a guess, and an order with a bad row is never imported in part', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const { page, checkThemes } = await pages.open(api, '/imports/new', { memberId: await addMember(api) })
  const folder = await tempFolder(t)
  const file = join(folder, 'orders_export.csv.gz')
  const rows = [
    { Name: '#1', 'Created at': '2026-05-01 09:58' },
    { Name: '#1', 'Lineitem price': 'ten', Total: '', 'Lineitem name': 'Bad' },
    { Name: '#2', 'Created at': '2026-05-01 09:58' },
  ]
  await writeFile(file, gzipSync(shopifyCsv(rows, { without: ['Currency', 'Id', 'Paid at'] })))
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByText('1 of the first 2 rows would be rejected.').waitFor()
  await page.getByText('so the number is the id').waitFor()
  await page.getByLabel('Currency of the amounts').selectOption('KWD')
  await page.getByLabel('Time zone of the times').selectOption('Europe/Berlin')
  await page.getByText('Shopify orders: 2 orders of 3 rows, KWD, times in Europe/Berlin.').waitFor()
  await checkThemes()
  await picture(page, 'questions')
  await page.getByRole('button', { name: 'Import the valid rows' }).click()
  await page.getByText('1 of 2 sent · 1 rejected').waitFor()
  await page.getByText('Everything is sent').waitFor()
  const stored = () => api.store.read.all<{ id: string; data: string }>('SELECT id, data FROM orders')
  await until(async () => (await stored()).length === 1)
  const [order] = await stored()
  const { total, currency, placedAt } = JSON.parse(order?.data ?? '')
  assert.deepEqual([order?.id, total, currency], ['#2', 10_000, 'KWD'])
  assert.equal(placedAt, Date.parse('2026-05-01T07:58:00Z'))
})

test('columns of a file that nobody knows are matched by hand, one with two fields, and the matching is kept', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const { page, checkThemes } = await pages.open(api, '/imports/new', { memberId: await addMember(api) })
  const csv = 'Order,Total\n#7,82.90\n'
  await drop(page, 'sales.csv', csv)
  await page.getByText('The columns are not those of a known shop system.').waitFor()
  await page.getByLabel('What it contains').selectOption('orders')
  await page.getByLabel('Field: Order').selectOption('id')
  await page.getByRole('button', { name: 'Another field of Order' }).click()
  await page.getByLabel('Field 2: Order').selectOption('number')
  assert.equal(await page.getByLabel('What amounts look like').inputValue(), 'decimal', 'guessed from the first rows')
  await page.getByRole('button', { name: 'Check the first rows' }).click()
  await page.getByText('The first row is valid.').waitFor()
  await page.getByLabel('Currency of the amounts').selectOption('EUR')
  await page.getByText('Your file: 1 order, EUR, no times').waitFor()
  await checkThemes()
  await picture(page, 'by-hand')
  // Who clicks "Check the first rows" twice imports nothing.
  await page.getByRole('button', { name: 'Import', exact: true }).dispatchEvent('click', { detail: 2 })
  assert.equal((await api.store.read.all('SELECT id FROM backfills')).length, 0)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 of 1 sent').waitFor()
  await until(async () => (await api.store.read.all('SELECT id FROM orders')).length === 1)
  const { body } = await api.call('GET', '/orders/%237')
  assert.deepEqual([body.number, body.total, body.currency], ['#7', 8_290, 'EUR'])
  await page.getByRole('button', { name: 'Finish' }).click()
  await drop(page, 'sales-2.csv', csv.replace('#7', '#8'))
  await page.getByText('matched as for the last file').waitFor()
  assert.equal(await page.getByLabel('Field 2: Order').inputValue(), 'number')
})

test('rows that are apart, headings in other letters, sep= and blanks around cells are read in the page too', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const { page } = await pages.open(api, '/imports/new', { memberId: await addMember(api) })
  const heading = 'id,updatedAt,number,email,status,currency,total,items.id,items.title,items.quantity,items.unitPrice'
  const order = (id: string, item: string, title: string) =>
    `${id},2026-03-01T09:30:00Z,#${id},ann@example.com,shipped,EUR,3900,${item},${title},1,1900`
  const files = {
    'apart.csv': `${heading}\n${order('o1', 'l1', 'Hat')}\n${order('o2', 'l1', 'Cap')}\n${order('o1', 'l2', 'Scarf')}\n`,
    'letters.csv': 'ID,UpdatedAt,Number,E-mail\nh1,2026-03-01T09:30:00Z,#1,ann@example.com\n',
    'sep.csv': `sep=;\n${heading.replaceAll(',', ';')}\n${order('s1', 'l1', 'Hat').replaceAll(',', ';')}\n`,
    'blanks.csv': `${heading}\r${order('q1', 'l1', ' "Hat, blue" ')}\r`,
  }
  for (const [name, csv] of Object.entries(files)) {
    await drop(page, name, csv)
    await page.getByRole('button', { name: 'Check the first rows' }).click()
    assert.equal(await page.getByLabel('What it contains').inputValue(), 'orders', name)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Everything is sent').waitFor()
  }
  const stored = () => api.store.read.all<{ id: string; data: string }>('SELECT id, data FROM orders ORDER BY id')
  await until(async () => (await stored()).length === 5)
  const titles = (await stored()).map(({ id, data }) => [
    id,
    ...(JSON.parse(data).items ?? []).map(({ title }: { title: string }) => title),
  ])
  assert.deepEqual(titles, [['h1'], ['o1', 'Hat', 'Scarf'], ['o2', 'Cap'], ['q1', 'Hat, blue'], ['s1', 'Hat']])
})

test('an import is taken back after a question with the number of objects, and the page shows how far it is', {
  skip: noBrowser,
}, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const memberId = await addMember(api)
  const { body } = await api.call('POST', '/backfills', { json: { label: 'orders.csv' } })
  const data = Array.from({ length: 12 }, (_, index) => ({ id: `o${index}`, updatedAt: 1 }))
  await api.call('POST', '/orders/bulk', { json: { data, backfillId: body.id } })
  await api.call('POST', `/backfills/${body.id}/close`)
  await until(async () => (await api.call('GET', `/backfills/${body.id}`)).body.status === 'done')
  await api.push('orders', [{ id: 'o3', updatedAt: 2 }])
  const { page, checkThemes } = await pages.open(api, `/imports/${body.id}`, { memberId })
  await page.getByRole('button', { name: 'Erase what this import brought' }).click()
  await page.getByText('11 orders will be erased permanently').waitFor()
  await checkThemes()
  await picture(page, 'erase')
  await page.getByRole('button', { name: 'Erase 11 objects' }).click()
  await page.getByText('11 objects erased').waitFor()
  await checkThemes()
  assert.deepEqual(
    (await api.call('GET', '/orders')).body.data.map(({ id }: { id: string }) => id),
    ['o3'],
  )
  await page.getByRole('button', { name: 'Erase what this import brought' }).click()
  await page.getByText('Nothing is left to erase').waitFor()
})
