import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { consoleOf, startPages } from '../support/console-page.ts'
import { startInbox } from '../support/inbox-shop.ts'
import { ORDER } from '../support/shop.ts'
import { until } from '../support/until.ts'

/** More than the controls of the inbox with all of its rows. */
const MOST_TABS = 80

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await control.evaluate((node) => node.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${control} is not reached by Tab`)
}

/** A pointer would be reported as a complaint. */
const forbidPointer = (page: Page) =>
  page.addInitScript(`for (const name of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
    addEventListener(name, () => console.error('a ' + name), { capture: true })`)

/** Layout shifts of a page that nobody asked for, as browsers score them. */
const countShifts = (page: Page) =>
  page.addInitScript(`globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })`)

const LOG = `document.querySelector('[role="log"]')`
/** CSS pixels between what is seen of a thread and its end. */
const FROM_END = `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(${LOG})`
const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
/** Browsers report a scrolling at the start of the next frame: until then the composer may have grown. */
const GROW_WHILE_SCROLLING = `(async (part) => {
  part.scrollTop -= 30
  await ${FRAMES}
  await new Promise((done) => setTimeout(done))
  part.scrollTop += 10
  document.querySelector('#composer').style.minHeight = '200px'
  await ${FRAMES}
})(${LOG})`

/** The name of the chat that is open. */
const opened = (page: Page, name: string) => page.locator('h1:focus', { hasText: name }).waitFor()
const chosen = (page: Page) => page.getByRole('option', { selected: true })

test('the inbox', { skip: noBrowser }, async (t) => {
  const pages = await startPages(t)
  const shop = await startInbox(t)
  const { api, ada, ben, chats } = shop
  const [grace = '', anna = '', guest = '', bart = ''] = chats
  const noor = chats.at(-1) ?? ''
  const entries = async (id: string) =>
    (
      await api.store.read.all<{ text: string }>('SELECT text FROM messages WHERE conversation_id = ? ORDER BY id', id)
    ).map(({ text }) => text)

  await t.test('nothing jumps while Home, the list and a chat are shown', async () => {
    const { page } = await pages.open(api, '/', { memberId: ben, prepare: countShifts })
    for (const path of ['/', '/chats', `/chats/${grace}`]) {
      if (path !== '/') await page.goto(`${consoleOf(api)}${path}`)
      await page.locator('h1:focus').waitFor()
      await until(async () => (await page.locator('.loading').count()) === 0)
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate<number[]>('globalThis.shifts')
      const sum = shifts.reduce((all, one) => all + one, 0)
      assert.ok(sum < 0.02, `${path} jumps by ${sum}`)
    }
    await page.context().close()
  })

  await t.test('an order beside a chat is whole: its number, its states, its total and its day', async () => {
    const states = { status: 'partially_shipped', paymentStatus: 'partially_refunded', customerId: 'customer-0' }
    const updatedAt = api.clock.now() + 1
    await api.push('orders', [{ ...ORDER, id: 'order-0', number: '#1480', total: 123_456_789, updatedAt, ...states }])
    const { page, leave } = await pages.open(api, `/chats/${grace}`, { memberId: ben })
    for (const [width, height] of [
      [1440, 900],
      [1100, 800],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      if (width < 700) await page.getByRole('button', { name: 'What to do with this chat' }).click()
      if (width < 700) await page.getByRole('button', { name: 'About the customer' }).click()
      const side = page.getByRole('complementary')
      await side.getByRole('link', { name: '#1480', exact: true }).waitFor()
      const cut = await side.evaluate((column) =>
        [...column.querySelectorAll('a, .status, .amount, time')]
          .filter((one) => {
            const { right, height } = one.getBoundingClientRect()
            return right > column.getBoundingClientRect().right || (one.textContent === '#1480' && height > 30)
          })
          .map((one) => one.textContent),
      )
      assert.deepEqual(cut, [], `${width}`)
    }
    await leave()
  })

  await t.test('rows say who waits, since when, why, and their last words', async () => {
    const { page, complaints, checkThemes, leave } = await pages.open(api, '/chats', { memberId: ben })
    const rows = page.getByRole('region', { name: 'List of chats' }).getByRole('listitem')
    await rows.nth(9).waitFor()
    const text = (await rows.first().innerText()).replaceAll('\n', ' ')
    assert.match(text, /Grace Hopper 2h/)
    assert.match(text, /I ordered the wrong size\. Please cancel it before it ships!/)
    assert.match(text, /Cancel an order/)
    await rows.nth(2).getByText('Guest', { exact: true }).waitFor()
    await checkThemes()
    await page.getByRole('link', { name: 'Mine', exact: true }).click()
    await page.getByText('You have no chat.').waitFor()
    await page.getByRole('link', { name: 'Closed', exact: true }).click()
    await page.getByText('No chat is closed.').waitFor()
    assert.deepEqual(complaints, [])
    await leave()
  })

  await t.test(
    'the address names the chat and the list, back works, and earlier addresses still lead there',
    async () => {
      const { page, leave, follow } = await pages.open(api, `/chats/${anna}?show=open`, { memberId: ben })
      await opened(page, 'Anna Schmidt')
      await page.locator('[aria-current="page"]', { hasText: 'All open' }).waitFor()
      await page.keyboard.press('j')
      await opened(page, 'Guest')
      assert.equal(new URL(page.url()).pathname.split('/').at(-1), guest)
      await page.keyboard.press('k')
      await opened(page, 'Anna Schmidt')
      await page.goBack()
      await opened(page, 'Guest')
      await page.keyboard.press('Escape')
      await page.locator('h1:focus', { hasText: 'Chats' }).waitFor()
      assert.match(page.url(), /\/chats\?show=open$/)
      await follow('/chats?show=human&who=guests')
      await page.locator('[aria-current="page"]', { hasText: 'All open' }).waitFor()
      await leave()
    },
  )

  await t.test('chats are found by their words, and filtered by reason and tag', async () => {
    const { page, leave } = await pages.open(api, '/chats', { memberId: ben })
    const rows = page.getByRole('region', { name: 'List of chats' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Reason').selectOption('Complaint')
    await until(async () => (await rows.count()) === 1)
    await rows.getByText('Bartholomew').waitFor()
    await page.getByLabel('Reason').selectOption('Any reason')
    // The field keeps the focus while the list below it changes.
    await page.getByLabel('Search chats').focus()
    await page.keyboard.type('palm')
    await page.waitForURL(/q=palm/)
    await page.keyboard.type(' oil')
    await page.waitForURL(/q=palm\+oil/)
    await rows.getByText('Mia Rossi').waitFor()
    await until(async () => (await rows.count()) === 1)
    await page.getByRole('link', { name: 'Waiting', exact: false }).first().click()
    assert.equal(await page.getByLabel('Search chats').inputValue(), '')
    await leave()
  })

  await t.test('the row of the open chat is in sight, and Esc closes a menu before it leaves the chat', async () => {
    const { page, leave } = await pages.open(api, `/chats/${grace}`, { memberId: ben })
    await opened(page, 'Grace Hopper')
    await page.getByRole('link', { name: /Noor Haddad/ }).waitFor()
    for (const _ of chats.slice(1)) {
      const before = page.url()
      await page.keyboard.press('j')
      await until(() => page.url() !== before)
    }
    await opened(page, 'Noor Haddad')
    const row = page.locator('li a[aria-current="page"]', { hasText: 'Noor Haddad' })
    const height = page.viewportSize()?.height ?? 0
    await until(async () => {
      const box = await row.boundingBox()
      // Browsers scroll by whole pixels.
      return box !== null && box.y >= 0 && box.y + box.height < height + 1
    })
    await page.getByRole('button', { name: 'What to do with this chat' }).click()
    await page.getByRole('button', { name: 'Snooze…' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Snooze…' }).waitFor({ state: 'hidden' })
    assert.equal(new URL(page.url()).pathname.split('/').at(-1), noor)
    await page.keyboard.press('Escape')
    await page.locator('h1:focus', { hasText: 'Chats' }).waitFor()
    await leave()
  })

  await t.test('the composer is always in sight, also below a long chat and above a phone’s keyboard', async () => {
    await shop.talkLong(noor)
    const { page, checkAccess, leave } = await pages.open(api, `/chats/${noor}`, { memberId: ben })
    await opened(page, 'Noor Haddad')
    await page.getByText('20. It happened').waitFor()
    for (const [width, height] of [
      [1440, 800],
      [1100, 700],
      [1000, 700],
      [760, 700],
      [390, 812],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      const composer = await page.locator('form:has(#composer)').boundingBox()
      assert.ok(composer && composer.y + composer.height <= height, `${width} px: ${JSON.stringify(composer)}`)
      // The thread is scrolled to its end a moment after its size has changed.
      await until(async () => {
        const last = await page.getByText('Thank you. I look into it.').last().boundingBox()
        return last !== null && last.y + last.height <= composer.y
      })
      const isBarShown = await page.locator('.only-in-bar').isVisible()
      assert.equal(isBarShown, false, `${width} px`)
      if (width === 760) await checkAccess()
    }
    // A keyboard that covers the lower half of the window.
    await page.evaluate(`Object.defineProperty(visualViewport, 'height', { value: 300 })
      visualViewport.dispatchEvent(new Event('resize'))`)
    await until(async () => {
      const composer = await page.locator('form:has(#composer)').boundingBox()
      return composer !== null && composer.y + composer.height <= 300
    })
    await page.context().close()
    void leave
  })

  await t.test('a thread stays at its end until somebody scrolls up, and follows what that person sends', async () => {
    const { page, leave } = await pages.open(api, `/chats/${noor}`, { memberId: ben })
    await opened(page, 'Noor Haddad')
    await page.getByText('20. It happened').waitFor()
    const log = page.getByRole('log')
    const fromEnd = () => page.evaluate<number>(FROM_END)
    await until(async () => (await fromEnd()) < 2)
    await page.evaluate(GROW_WHILE_SCROLLING)
    await shop.say(noor, 'One more.')
    await log.getByText('One more.').waitFor()
    await until(async () => (await fromEnd()) < 2)
    await page.evaluate(`${LOG}.scrollTop = 0`)
    await page.evaluate(FRAMES)
    await shop.say(noor, 'And another.')
    await log.getByText('And another.').waitFor()
    assert.ok((await fromEnd()) > 1_000, 'what is read stays in sight')
    await page.getByLabel('Your reply').fill('I see.')
    await page.getByLabel('Your reply').press('Enter')
    await log.getByText('I see.').waitFor()
    await until(async () => (await fromEnd()) < 2)
    await leave()
  })

  await t.test('a whole shift by keyboard', async () => {
    const { page, complaints } = await pages.open(api, '/chats', { memberId: ben, prepare: forbidPointer })
    const { keyboard } = page
    const seen = (text: string) => page.getByText(text).first().waitFor()
    await page.getByRole('region', { name: 'List of chats' }).getByRole('listitem').first().waitFor()
    await keyboard.press('j')
    await opened(page, 'Grace Hopper')
    await seen('Handed over')
    // Reply, and note.
    await keyboard.press('r')
    await page.getByLabel('Your reply').and(page.locator(':focus')).waitFor()
    await keyboard.type('Hello Grace, I am Ben.')
    await keyboard.press('Enter')
    await page.getByRole('log').getByText('Hello Grace, I am Ben.').waitFor()
    await seen('Yours')
    await keyboard.press('Escape')
    await keyboard.press('n')
    await keyboard.type('She was polite.')
    await keyboard.press('Enter')
    await page.getByRole('log').getByText('She was polite.').waitFor()
    await keyboard.press('Escape')
    // Refund, and back to the chat.
    await tabTo(page, page.getByRole('link', { name: 'Start a refund of order #1480' }))
    await keyboard.press('Enter')
    await page.locator('h1:focus', { hasText: 'Start a refund' }).waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Ask the shop for the amount' }))
    await keyboard.press('Enter')
    const start = page.getByRole('button', { name: /^Start the refund of/ })
    await start.waitFor()
    await tabTo(page, start)
    await keyboard.press('Enter')
    await page.waitForURL(/\/refunds\/act_/)
    await tabTo(page, page.getByRole('link', { name: 'Open the chat' }))
    await keyboard.press('Enter')
    await opened(page, 'Grace Hopper')
    await seen('Refund of €')
    // Snooze: then the next one.
    await keyboard.press('s')
    await page.getByRole('combobox', { name: 'Until when' }).and(page.locator(':focus')).waitFor()
    await keyboard.press('ArrowDown')
    await chosen(page).getByText('Tomorrow').waitFor()
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('header').getByText('Snoozed until').waitFor()
    await keyboard.press('j')
    await opened(page, 'Anna Schmidt')
    // Assign.
    await keyboard.press('a')
    await keyboard.type('ada')
    await chosen(page).getByText('ada').waitFor()
    await keyboard.press('Enter')
    await page.locator('header').getByText('ada has it').waitFor()
    await keyboard.press('j')
    await opened(page, 'Guest')
    // Take over, give back.
    await keyboard.press('t')
    await page.locator('header').getByText('Yours').waitFor()
    await keyboard.press('b')
    await page.locator('header').getByText('Assistant').waitFor()
    await keyboard.press('j')
    await opened(page, 'Bartholomew')
    // Close, which opens the next one.
    await keyboard.press('e')
    await chosen(page).getByText('Solved').waitFor()
    await keyboard.press('Enter')
    await opened(page, 'Zoë O’Brien')
    await keyboard.press('?')
    await page.getByRole('dialog').getByText('Close, and open the next chat').waitFor()
    await keyboard.press('Escape')
    const closed = await api.store.read.get('SELECT mode FROM conversations WHERE id = ?', bart)
    assert.deepEqual(closed, { mode: 'closed' })
    assert.deepEqual((await entries(grace)).slice(1, 2), ['Hello Grace, I am Ben.'])
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  await t.test('two agents see who has a chat and who is writing, and a second reply asks first', async () => {
    const ravi = chats[5] ?? ''
    const first = await pages.open(api, `/chats/${ravi}`, { memberId: ben })
    const second = await pages.open(api, `/chats/${ravi}`, { memberId: ada })
    await opened(first.page, 'Ravi Patel')
    await opened(second.page, 'Ravi Patel')
    await second.page.getByText('ben is here, too.').waitFor()
    await first.page.keyboard.press('r')
    await first.page.keyboard.type('I look for your parcel.')
    await second.page.getByText('ben is writing…').waitFor()
    await second.page.keyboard.press('r')
    await second.page.keyboard.type('Please wait.')
    await first.page.keyboard.press('Enter')
    await second.page.locator('header').getByText('ben has it').waitFor()
    await second.page.keyboard.press('Enter')
    const question = second.page.getByRole('dialog', { name: 'ben has this chat' })
    await question.waitFor()
    await second.checkThemes()
    assert.equal((await entries(ravi)).includes('Please wait.'), false)
    await question.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await second.page.getByLabel('Your reply').inputValue(), 'Please wait.')
    await second.page.getByLabel('Your reply').press('Enter')
    await question.getByRole('button', { name: 'Reply all the same' }).click()
    await first.page.getByRole('log').getByText('Please wait.').waitFor()
    await first.page.locator('header').getByText('Yours').waitFor()
    await second.page.keyboard.press('Escape')
    await second.page.keyboard.press('t')
    await question.getByRole('button', { name: 'Take it from ben' }).click()
    await first.page.locator('header').getByText('ada has it').waitFor()
    await first.leave()
    await second.page.context().close()
  })

  await t.test('a slash inserts a saved reply with the values of the chat, and nothing unfilled is sent', async () => {
    const mia = chats[8] ?? ''
    const { page, leave } = await pages.open(api, `/chats/${mia}`, { memberId: ben })
    await opened(page, 'Mia Rossi')
    const field = page.getByLabel('Your reply')
    await field.fill('Hello {customer.firstName}, your parcel is {order.tracking}. {agent.name}')
    await page.getByRole('button', { name: 'Saved replies' }).click()
    await page.getByLabel('Title').fill('On its way')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: /^On its way/ }).waitFor()
    await page.keyboard.press('Escape')
    assert.match((await page.locator('#composer-hint').textContent()) ?? '', /Replace \{customer\.firstName\}/)
    await field.press('Enter')
    assert.equal((await entries(mia)).length, 1)
    await field.fill('')
    await page.keyboard.type('Good news! /way')
    await chosen(page).getByText('On its way').waitFor()
    await page.keyboard.press('Enter')
    await until(async () => (await field.inputValue()).startsWith('Good news! Hello Mia, '))
    await leave()
  })

  await t.test('tags are added and removed, and are in the list', async () => {
    const { page, checkThemes, leave } = await pages.open(api, `/chats/${chats[6]}`, { memberId: ben })
    await opened(page, 'Léa Martin')
    await page.getByRole('button', { name: 'Add a tag' }).click()
    await page.keyboard.type('invoices')
    await page.keyboard.press('Enter')
    await chosen(page).getByText('invoices').waitFor()
    await page
      .getByRole('option', { name: /invoices/ })
      .getByText('Remove')
      .waitFor()
    await checkThemes()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').getByText('invoices').waitFor()
    await page.locator('a[aria-current="page"]', { hasText: 'Léa Martin' }).getByText('invoices').waitFor()
    await leave()
  })
})
