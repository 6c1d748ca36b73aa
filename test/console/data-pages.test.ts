import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Locator } from 'playwright-core'
import { data as texts } from '../../src/console/pages/texts/en/data.ts'
import { resources } from '../../src/objects/resources.ts'
import { createSegment } from '../../src/segments/segments.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember } from '../support/console.ts'
import { ownComplaints, startPages } from '../support/console-page.ts'
import { owner, startServer } from '../support/server.ts'

const HOSTILE = '<img src=x onerror=alert(1)> \u202egnp'

test('the pages name every status and topic that objects can have', () => {
  for (const { name, filters } of resources)
    for (const filter of filters) {
      const options = filter.json.enum as string[] | undefined
      if (filter.name === 'status') assert.deepEqual(texts.statusesOf[name], options)
      if (filter.name === 'topic') assert.deepEqual(Object.keys(texts.topics), options)
      if (options && filter.name === 'status') for (const one of options) assert.ok(texts.statuses[one], one)
    }
})

test('pushed data in a browser', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const api = await startServer(t)
  const now = api.clock.now()
  const memberId = await addMember(api)
  const agentId = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  await api.push('customers', [
    {
      id: 'c/1 ü%',
      updatedAt: now,
      name: HOSTILE,
      tags: ['vip'],
      ordersCount: 7,
      custom: { tier: 'gold', note: HOSTILE },
    },
  ])
  await api.push('orders', [
    {
      id: 'o1',
      updatedAt: now,
      number: '#1001',
      customerId: 'c/1 ü%',
      currency: 'EUR',
      total: 3_900,
      status: 'shipped',
      items: [{ id: 'l1', title: 'Scarf', quantity: 1, unitPrice: 3_900, productId: 'p_9' }],
    },
    { id: 'o2', updatedAt: now - 1_000, status: 'pending' },
  ])
  const rule = { all: [{ field: 'ordersCount', op: '>=', value: 5 } as const] }
  const segment = await api.store.write((tx) =>
    createSegment(tx, { workspaceId: api.workspaceId, actor: owner, name: 'Good', rule }, now),
  )
  api.wake()

  await t.test('the palette leads to pages and to what a text names, by keyboard and by click', async () => {
    const { page, complaints, checkAccess } = await pages.open(api, '/', { memberId })
    const field = page.getByRole('combobox', { name: 'Page, number, e-mail, name or id' })
    const chosen = (name: string) => page.getByRole('option', { name, exact: true, selected: true }).waitFor()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    await field.and(page.locator(':focus')).waitFor()
    await chosen('Home Page')
    await page.keyboard.type('refund')
    await chosen('Refunds Page')
    assert.ok(await page.evaluate(`document.activeElement.ariaActiveDescendantElement.ariaSelected === 'true'`))
    await page.keyboard.press('ArrowDown')
    await chosen('Refund settings Page')
    await page.keyboard.press('ArrowDown')
    await chosen('Start a refund Action')
    await page.keyboard.press('ArrowDown')
    await chosen('Refunds Page')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await chosen('Refund settings Page')
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'Refund settings' }).waitFor()
    // In a field, too, where single letters are no shortcuts.
    await page.getByRole('button', { name: 'Find' }).click()
    await field.fill('1001')
    await chosen('#1001 c/1 ü% · o1 Order')
    await page.keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'Order #1001' }).waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('no such thing anywhere')
    await page.getByRole('status').getByText('Nothing found.').waitFor()
    await field.fill('c/1 ü%')
    const hostile = page.getByRole('option').filter({ hasText: 'Customer' })
    await hostile.waitFor()
    assert.match((await hostile.textContent()) ?? '', /<img src=x onerror=alert\(1\)> \\u\{202e\}gnp/)
    await checkAccess()
    await hostile.click()
    await page.waitForURL(/\/data\/customers\/c%2F1%20%C3%BC%25$/)
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  await t.test('on a phone the palette is behind "More"', async () => {
    const { page, checkThemes, leave } = await pages.open(api, '/', { memberId, width: 320 })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('combobox').fill('o1')
    await page.getByRole('option', { name: '#1001' }).waitFor()
    await checkThemes()
    await leave()
  })

  await t.test(
    'on a phone the current tab is seen, no button covers a command, and buttons stay together',
    async () => {
      const { page, leave } = await pages.open(api, '/segments', { memberId, width: 320 })
      const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? assert.fail(`${locator} is not shown`)
      const tab = await boxOf(page.getByRole('link', { name: 'Segments', exact: true }).and(page.locator('.tabs *')))
      assert.ok(tab.x >= 0 && tab.x + tab.width <= 320, `the tab begins at ${tab.x}`)
      await page.getByRole('button', { name: 'Show the command for this' }).click()
      const [text, copy] = [await boxOf(page.locator('.command pre')), await boxOf(page.locator('.command .copy'))]
      assert.ok(text.x + text.width <= copy.x)
      await page.goto(page.url().replace('/segments', '/audit'))
      const [csv, ndjson, title] = await Promise.all(
        ['Export as CSV', 'Export as NDJSON', 'Audit log'].map((name) =>
          boxOf(page.locator('.page-head').getByText(name, { exact: true })),
        ),
      )
      assert.ok(csv && ndjson && title && csv.x === ndjson.x && csv.y > title.y + title.height)
      await leave()
    },
  )

  await t.test('a customer is found, tagged, and erased by typing the id', async () => {
    const { page, complaints, checkAccess, leave } = await pages.open(api, '/data', { memberId })
    await page.getByLabel('Name, e-mail address, phone, tag or id').fill('c/1 ü%')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: '<img src=x' }).click()
    await page.getByRole('heading', { name: 'Customer <img src=x onerror=alert(1)> \\u{202e}gnp' }).waitFor()
    await page.getByText('Hidden from the assistant').waitFor()
    await page.getByText('Your own fields').click()
    await page.getByText('"tier": "gold"').waitFor()
    await page.getByLabel('Add a tag').fill('kind')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the tag kind' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Remove the tag vip' }).count(), 0)
    await checkAccess()
    await page.getByRole('link', { name: '#1001' }).click()
    await page.getByRole('heading', { name: 'Order #1001' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Scarf' }).count(), 0, 'its product has not arrived')
    await page.getByText('All fields').click()
    await page.getByText('Customer ID').waitFor()
    await page.getByText('€39.00').first().waitFor()
    await page.getByText('Raw JSON').click()
    await page.getByText('"unitPrice": 3900').waitFor()
    await checkAccess()
    await page.getByRole('link', { name: '<img src=x' }).first().click()
    await page.getByRole('heading', { name: 'Customer' }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Erase' }).click()
    await page.getByLabel('Type the id to confirm').fill('c/1')
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Erase c/1 ü%' })
    await confirm.click()
    await page.getByText('is not the id of the object', { exact: true }).waitFor()
    await page.getByLabel('Type the id to confirm').fill('c/1 ü%')
    await confirm.click()
    await page.getByText('c/1 ü% is erased.').waitFor()
    await page.getByText('No customer has been pushed yet.').waitFor()
    await page.getByLabel('Node.js').check()
    const program = (await page.locator('pre').filter({ hasText: 'await fetch' }).textContent()) ?? ''
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, STOREWIRE_SECRET_KEY: api.key },
    })
    assert.equal((await api.call('GET', '/customers/c_81')).status, 200, 'the program pushes a customer')
    assert.deepEqual(ownComplaints(complaints), [])
    await leave()
  })

  await t.test('filters are in the address, and go one by one', async () => {
    const { page, checkAccess, leave } = await pages.open(api, '/data/orders?customerId=c%2F1%20%C3%BC%25', {
      memberId: agentId,
      width: 320,
      theme: 'dark',
    })
    await page.getByRole('link', { name: '#1001' }).waitFor()
    await page.getByLabel('Status').selectOption('pending')
    await page.getByText('Nothing matches.').waitFor()
    assert.match(page.url(), /status=pending/)
    await checkAccess()
    await page.getByRole('button', { name: 'Customer: c/1 ü%: remove this filter' }).click()
    await page.getByRole('link', { name: 'o2' }).click()
    await page.getByRole('heading', { name: 'Order o2' }).waitFor()
    assert.equal(await page.locator('[popover] button', { hasText: 'Erase' }).count(), 0, 'agents erase nothing')
    await leave()
  })

  await t.test('an article is written with a preview, and a segment shows its customers', async () => {
    const { page, checkAccess, leave } = await pages.open(api, '/data/articles', { memberId })
    await page.getByRole('link', { name: 'Write an article' }).first().click()
    await page.getByLabel('Title', { exact: true }).fill('Returns')
    await page
      .getByLabel('Text')
      .fill('Within **30 days**.\n\n- [more](https://shop.example/returns)\n- [bad](javascript:alert)')
    await page.locator('strong', { hasText: '30 days' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'bad' }).count(), 0, 'such a link leads nowhere')
    await checkAccess()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Returns is saved.').waitFor()
    await page.getByRole('heading', { name: 'Article Returns' }).waitFor()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Topic').selectOption('returns')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Article Returns' }).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await api.push('customers', [{ id: 'c_82', updatedAt: now, name: 'Grace Hopper', ordersCount: 5 }])
    await page.getByRole('link', { name: 'Segments' }).click()
    await page.getByRole('row', { name: 'Good' }).getByText('1', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Good' }).click()
    await page.getByRole('heading', { name: 'Good' }).waitFor()
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor()
    await page.getByRole('definition').getByText('1', { exact: true }).waitFor()
    assert.match(page.url(), new RegExp(`${segment.id}$`))
    await checkAccess()
    await leave()
  })
})
