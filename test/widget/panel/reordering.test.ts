import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMessage } from '../../../src/conversations/conversations.ts'
import { createWords } from '../../../src/widget/pages/panel/texts.ts'
import { changeWidgetSettings } from '../../../src/widget/settings.ts'
import { noBrowser } from '../../support/browser.ts'
import { startChattingShop } from '../../support/panel.ts'
import { owner } from '../../support/server.ts'

/** "Paid: ‮00.05" is read as 50.00 where a browser obeys it. */
const EVIL = '\u202e'
const UNSEEN = /[\u202a-\u202e\u2060-\u2067\u200b\ufeff]/

test('nobody can reorder or hide what the chat shows, and names keep to themselves', { skip: noBrowser }, async (t) => {
  const shop = await startChattingShop(t)
  const { api, visit, host, widget } = shop
  const { store, workspaceId, clock } = api
  const texts = [
    { language: 'en' as const, name: 'title' as const, text: `Chat${EVIL}knaB ruoY` },
    { language: 'en' as const, name: 'greeting' as const, text: `Hi\u200b there${EVIL}!` },
  ]
  await store.write((tx) =>
    changeWidgetSettings(tx, owner, { workspaceId, change: { texts, name: `Mug${EVIL}potS` } }, clock.now()),
  )
  const { page, panel } = await visit()
  await panel.fill('textarea', `I paid ${EVIL}00.05 EUR`)
  await panel.press('textarea', 'Enter')
  await panel.locator('.customer:not(.unsent)', { hasText: 'I paid 00.05 EUR' }).waitFor()
  const newest = await store.read.get<{ id: string }>('SELECT max(id) AS id FROM conversations')
  const id = newest?.id ?? ''
  const message = {
    author: 'agent' as const,
    text: `\u2067${EVIL}fdp.exe https://shop.example/${EVIL}a`,
    authorName: `Ada${EVIL}nimdA`,
  }
  await store.write((tx) => addMessage(tx, id, message, clock.now()))
  await panel.getByText('fdp.exe').waitFor()
  const shown = await panel.evaluate<string>('document.title + document.body.textContent')
  assert.doesNotMatch(shown, UNSEEN)
  for (const text of ['ChatknaB ruoY', 'I paid 00.05 EUR', 'fdp.exe https://shop.example/', 'AdanimdA'])
    assert.ok(shown.includes(text), `${text} is not in ${shown}`)
  // Each is an island: it changes the order of nothing around it.
  const islands = '[...document.querySelectorAll(".text")].every((one) => one.dir === "auto")'
  assert.equal(await panel.evaluate(islands), true)
  assert.equal(await panel.locator('.author bdi').first().count(), 1)
  await page.goto(`${host}/chat?key=${widget.key}&locale=en`)
  assert.equal(await page.title(), 'MugpotS')
})

test('a name from right to left does not turn the sentence around it', () => {
  const { say } = createWords('en', { isWriting: '{name} is writing…' })
  assert.equal(say('isWriting', { name: 'דנה' }), '\u2068דנה\u2069 is writing…')
  assert.equal(say('isWriting', { name: `Ada${EVIL}` }), 'Ada is writing…')
})
