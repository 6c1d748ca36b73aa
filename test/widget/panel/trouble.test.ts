import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page, Request } from 'playwright-core'
import { addMessage } from '../../../src/conversations/conversations.ts'
import { dropJobs } from '../../../src/jobs/jobs.ts'
import { closeConversation } from '../../../src/refunds/end-waiting.ts'
import { EXPIRE_JOB } from '../../../src/refunds/move.ts'
import { noBrowser } from '../../support/browser.ts'
import { startChattingShop } from '../../support/panel.ts'
import { owner } from '../../support/server.ts'
import { closed, panelOf } from '../../support/shop-page.ts'
import { until } from '../../support/until.ts'

const MINUTE_MS = 60_000

test('nothing is lost, and nothing counts twice, when something goes wrong', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const { api, endpoint, visit, widget } = shop
  const newest = async () =>
    (await api.store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations'))?.id ?? ''
  const said = async (text: string) => (await api.store.read.all('SELECT 1 FROM messages WHERE text = ?', text)).length
  const sessions = async () => (await api.store.read.all('SELECT 1 FROM widget_sessions')).length

  await t.test('a message without an answer stays until it is known to have arrived, and counts once', async () => {
    const { context, page, panel, say } = await visit()
    await say('first')
    const answer = Promise.withResolvers<void>()
    await page.route('**/widget/messages', async (route) => {
      await route.fetch()
      await answer.promise
      await route.abort()
    })
    await write(panel, 'did this arrive?')
    await panel.locator('.customer:not(.unsent)', { hasText: 'did this arrive?' }).waitFor()
    assert.deepEqual(await shownIn(panel), ['first', 'did this arrive?'], 'the stream has brought it')
    answer.resolve()
    await page.unrouteAll({ behavior: 'wait' })

    await context.setOffline(true)
    await panel.locator('.notice', { hasText: 'No connection. Trying again…' }).waitFor()
    await panel.fill('textarea', 'a draft')
    // It is shown for three seconds only.
    await panel.evaluate(OBSERVE)
    await context.setOffline(false)
    await until(() => panel.evaluate<boolean>(`globalThis.shown.includes('Connected again.')`))
    await page.waitForFunction(`Object.values(localStorage).some((kept) => kept.includes('a draft'))`)
    await page.close()

    await context.route('**/widget/events', (route) => route.abort())
    const second = await visit({ context })
    await second.panel.waitForSelector('.messages')
    assert.equal(await second.panel.inputValue('textarea'), 'a draft')
    await context.route('**/widget/conversation', (route) => route.abort())
    await context.route('**/widget/messages', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const notSent = second.panel.locator('.unsent', { hasText: 'Not sent.' })
    await write(second.panel, 'and this?')
    await notSent.waitFor()
    assert.equal(await said('and this?'), 1)
    await context.unroute('**/widget/conversation')
    await notSent.waitFor({ state: 'detached' })
    assert.deepEqual(await shownIn(second.panel), ['first', 'did this arrive?', 'and this?'], 'a poll has brought it')

    await context.route('**/widget/conversation', (route) => route.abort())
    await write(second.panel, 'not even this?')
    await notSent.waitFor()
    await second.page.close()
    await context.unrouteAll({ behavior: 'wait' })
    const { panel: again } = await visit({ context })
    // It has arrived, and the new page knows only that there was no answer.
    await again.getByRole('button', { name: 'Try again' }).click()
    await again.locator('.unsent').waitFor({ state: 'detached' })
    assert.equal(await said('not even this?'), 1)
    assert.deepEqual(await shownIn(again), ['first', 'did this arrive?', 'and this?', 'not even this?'])
  })

  await t.test('two tabs are one conversation with one stream, and go on where no stream comes through', async () => {
    const first = await visit()
    const streaming = new Set<Page>()
    first.context.on('request', (request) => {
      if (request.url().endsWith('/widget/events')) streaming.add(request.frame().page())
    })
    const second = await visit({ context: first.context })
    await first.say('from the first tab')
    await second.panel.getByText('from the first tab').waitFor()
    const conversationId = await newest()
    await second.say('from the second tab')
    await first.panel.getByText('from the second tab').waitFor()
    assert.equal(await newest(), conversationId)
    await until(() => streaming.size > 0)
    assert.deepEqual([...streaming], [first.page])

    await first.context.route('**/widget/events', (route) => route.abort())
    await first.page.close()
    await api.store.write((tx) =>
      addMessage(tx, conversationId, { author: 'agent', text: 'by a poll' }, api.clock.now()),
    )
    await second.panel.getByText('by a poll').waitFor()
    await second.context.close()
  })

  await t.test('another token is asked for once, and nobody becomes a guest', async () => {
    const [used = '', ...fresh] = await Promise.all([1, 2, 3].map(() => widget.sign({ sub: 'c1' })))
    await widget.start({ identityToken: used })
    let asked = 0
    const tokens = [used, ...fresh]
    const signToken = async () => tokens[asked++] ?? used
    const { page, context, say } = await visit({ customerId: 'c1', signToken })
    assert.equal(asked, 2)
    await say('I am c1')
    // On pages on which nobody opens the chat no token is asked for.
    await page.keyboard.press('Escape')
    await closed(page)
    await page.reload()
    const unopened = await panelOf(page)
    await unopened.locator('.message, .peek-box').first().waitFor({ state: 'attached' })
    assert.equal(asked, 2)
    await page.evaluate(`storewire('open')`)
    await until(() => asked > 2)
    await unopened.getByText('I am c1').waitFor()
    assert.equal(asked, 3)
    await context.close()

    const before = await sessions()
    const refused = await visit({ customerId: 'c1', signToken: async () => used })
    await refused.panel.locator('.notice', { hasText: 'Please sign in to the shop again' }).waitFor()
    const failing = await visit({ customerId: 'c1', signToken: () => Promise.reject(new Error('signed out')) })
    await failing.panel.locator('.notice', { hasText: 'Please sign in to the shop again' }).waitFor()
    for (const { panel } of [refused, failing]) assert.equal(await panel.locator('textarea').count(), 0)
    assert.equal(await sessions(), before)
  })

  await t.test('a refund is asked for again with its new amount, and is not made when the time is over', async () => {
    const { page, panel, say } = await visit({ customerId: 'c1' })
    await say('hello')
    await panel.locator('.assistant:last-child').waitFor()
    // The page has an amount that is not that of the refund.
    await page.route('**/widget/conversation', async (route) => {
      const response = await route.fetch()
      const { refund, ...rest } = await response.json()
      await route.fulfill({ response, json: { ...rest, refund: refund && { ...refund, amount: 999 } } })
    })
    const { id } = await shop.start({ conversationId: await newest() })
    const button = panel.getByRole('button', { name: 'Yes, refund €9.99', exact: true, disabled: false })
    await button.waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await button.click()
    await panel.locator('.refund [role=status]', { hasText: 'The amount has changed. It is now €12.50.' }).waitFor()
    assert.equal((await shop.look(id)).status, 'awaiting_customer')
    const yes = (disabled: boolean) =>
      panel.getByRole('button', { name: 'Yes, refund €12.50', exact: true, disabled }).waitFor()
    await yes(false)
    // A page that shows something else in its place gets no click.
    await page.evaluate(COVER)
    await yes(true)
    await panel.getByText('Something on this page covers the buttons.').waitFor()
    await page.evaluate(`document.querySelector('#cover').remove()`)
    await yes(false)
    api.clock.advance(61 * MINUTE_MS)
    api.wake()
    await panel.locator('.system', { hasText: 'The offer to refund €12.50 has expired.' }).waitFor()
    await panel.locator('.refund').waitFor({ state: 'detached' })

    // The job that ends it is late, and the time to decide is over all the same.
    const late = await shop.start({ conversationId: await newest() })
    const lateButton = panel.getByRole('button', { name: 'Yes, refund €12.50', exact: true, disabled: false })
    await lateButton.waitFor()
    await api.store.write((tx) => dropJobs(tx, late.id, [EXPIRE_JOB]))
    api.clock.advance(61 * MINUTE_MS)
    await lateButton.click()
    await panel.locator('.refund [role=status]', { hasText: 'The time to decide is over.' }).waitFor()
    assert.equal(await panel.locator('.refund button').count(), 0)
    assert.equal(endpoint.refunds.size, 0)
  })

  await t.test('when its session is over, a guest goes on with the same conversation', async () => {
    const { panel, say } = await visit()
    await say('before')
    const conversationId = await newest()
    const write = (text: string) =>
      api.store.write((tx) => addMessage(tx, conversationId, { author: 'agent', text }, api.clock.now()))
    // Not those of others, which end on the same day.
    const own = () => api.store.read.all('SELECT 1 FROM widget_sessions WHERE conversation_id = ?', conversationId)
    api.clock.advance(25 * 60 * MINUTE_MS)
    await write('a day later')
    await panel.getByText('a day later').waitFor()
    await until(async () => (await own()).length === 2)
    await write('and then')
    await panel.getByText('and then').waitFor()
    await say('I am still here')
    assert.equal(await newest(), conversationId)
  })

  await t.test('the customer who is named next sees nothing of the one before, also of a late answer', async () => {
    let customerId = 'c5'
    const signToken = () => widget.sign({ sub: customerId })
    const { page, context, panel, say, texts } = await visit({ customerId, signToken })
    await say('only for c5')
    const [answered, released] = [Promise.withResolvers<Request>(), Promise.withResolvers<void>()]
    let isFirst = true
    await page.route('**/widget/conversation', async (route) => {
      const isLate = isFirst
      isFirst = false
      const response = await route.fetch()
      if (isLate) {
        answered.resolve(route.request())
        await released.promise
      }
      await route.fulfill({ response })
    })
    await panel.evaluate(`dispatchEvent(new Event('online'))`)
    const late = await answered.promise
    customerId = 'c6'
    await page.evaluate(`storewire('identify', () => signToken())`)
    await panel.locator('.text', { hasText: 'only for c5' }).waitFor({ state: 'detached' })
    await say('only for c6')
    const finished = page.waitForEvent('requestfinished', (request) => request === late)
    released.resolve()
    await finished
    await say('and this')
    const shown = await texts()
    assert.ok(shown.includes('only for c6') && !shown.includes('only for c5'), String(shown))
    await context.close()
  })

  await t.test('what was read before an event arrived does not undo the event', async () => {
    const { page, context, panel, say } = await visit()
    await say('thank you')
    await panel.locator('.assistant').waitFor()
    const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let reads = 0
    await page.route('**/widget/conversation', async (route) => {
      const isFirst = reads++ === 0
      const response = await route.fetch()
      if (isFirst) {
        answered.resolve()
        await released.promise
      }
      await route.fulfill({ response })
    })
    await panel.evaluate(`dispatchEvent(new Event('online'))`)
    await answered.promise
    const closed = { workspaceId: api.workspaceId, id: await newest(), agentName: 'Ben' }
    await api.store.write((tx) => closeConversation(tx, owner, closed, api.clock.now()))
    await panel.getByText('How was this chat?').waitFor()
    released.resolve()
    await until(() => reads > 1)
    await page.unrouteAll({ behavior: 'wait' })
    await panel.getByText('How was this chat?').waitFor()
    await context.close()
  })
})

/** Notes the notices that were shown. */
const shownIn = (panel: Frame) => panel.locator('.customer .text').allInnerTexts()

async function write(panel: Frame, text: string): Promise<void> {
  await panel.fill('textarea', text)
  await panel.press('textarea', 'Enter')
}

const OBSERVE = `globalThis.shown = []
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) shown.push(node.textContent)
}).observe(document.querySelector('.notices'), { childList: true })`

// In the top layer, as the chat is: no z-index reaches over it.
const COVER = `document.body.insertAdjacentHTML('beforeend',
  '<div id="cover" popover="manual" style="inset:0;width:100%;height:100%;background:#fff;pointer-events:none">Win a mug!</div>')
document.querySelector('#cover').showPopover()`
