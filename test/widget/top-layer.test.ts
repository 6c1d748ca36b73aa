import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../support/browser.ts'
import { clickLauncher, scriptTag } from '../support/shop-page.ts'
import { startWidgetPages } from '../support/widget-page.ts'

/** Writes what the test sees as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS
const picture = (page: Page, name: string) => folder && page.screenshot({ path: `${folder}/${name}.png` })

/** The chat, seen by the mouse alone: what is inert, covered or out of sight can't be clicked. */
const panelOf = (page: Page) => page.frameLocator('iframe')
const FRAMES =
  'performance.getEntriesByType("resource").filter(({ initiatorType }) => initiatorType === "iframe").length'

test('a modal dialog of the page leaves the chat alive', { skip: noBrowser }, async (t) => {
  const { host, widget, open } = await startWidgetPages(t)
  const script = scriptTag(host, widget.key)
  const DIALOG =
    '<dialog id="d" style="overflow:hidden;transform:rotate(2deg)"><button id="in">Inside</button></dialog>'

  await t.test('the launcher opens the chat in front of it, and both go on when it closes', async () => {
    const { page, errors, context } = await open(DIALOG + script)
    await page.locator('.launcher').waitFor()
    await page.evaluate('d.showModal()')
    await clickLauncher(page)
    const field = panelOf(page).locator('textarea')
    await field.click()
    await page.keyboard.type('Does it')
    await picture(page, 'modal-open')
    await page.locator('#in').click()
    await page.evaluate('d.close()')
    await field.click()
    await page.keyboard.type(' work?')
    assert.equal(await field.inputValue(), 'Does it work?', 'the frame was not loaded again')
    assert.equal(await page.evaluate(FRAMES), 1)
    await page.evaluate('d.showModal()')
    await field.click()
    assert.equal(await page.evaluate('d.open'), true)
    await page.keyboard.press('Escape')
    await page.locator('.launcher:focus').waitFor()
    // Until then the browser may still send keys to the panel.
    await panelOf(page).locator('body:not(:has(:focus))').waitFor({ state: 'attached' })
    assert.equal(await page.evaluate('d.open'), true, 'Escape has closed the chat, not what is behind it')
    await page.keyboard.press('Enter')
    await panelOf(page).locator('textarea:focus').waitFor()
    assert.deepEqual(errors, [])
    await context.close()
  })

  await t.test('of several, it is in the newest one, also if that is opened again or goes away', async () => {
    const { page, context } = await open(`${DIALOG}<dialog id="e"><p>Second</p></dialog>${script}`)
    await page.locator('.launcher').waitFor()
    await page.evaluate('d.showModal(); e.showModal()')
    await clickLauncher(page)
    const field = panelOf(page).locator('textarea')
    await field.fill('a draft')
    await page.evaluate('d.close(); d.showModal()')
    await field.click()
    await page.evaluate('d.close()')
    await field.click()
    assert.equal(await field.inputValue(), 'a draft')
    // A framework takes the whole dialog away, and the frame with it: the chat comes back with what was written.
    await page.waitForFunction(`Object.values(localStorage).some((kept) => kept.includes('a draft'))`)
    await page.evaluate('e.remove()')
    await field.click()
    assert.equal(await field.inputValue(), 'a draft')
    await context.close()
  })

  await t.test('one in a shadow root, and one that was open before', async () => {
    const { page, context } = await open(
      `<div id="component"></div><script>component.attachShadow({ mode: 'open' }).innerHTML = '<dialog><button>In</button></dialog>'
       window.shown = component.shadowRoot.querySelector('dialog')</script>
       <dialog id="f">First</dialog><script>f.showModal()</script>${script}`,
    )
    await page.locator('.launcher').waitFor()
    await clickLauncher(page)
    await panelOf(page).locator('textarea').click()
    await page.evaluate('f.close(); shown.showModal()')
    await panelOf(page).locator('textarea').click()
    await page.evaluate('shown.close()')
    await panelOf(page).locator('textarea').click()
    await context.close()
  })

  await t.test('a click on the chat is no click beside the dialog', async () => {
    const { page, context } = await open(
      `${DIALOG}<script>d.addEventListener('click', ({ clientX }) => clientX > 1000 && d.close())</script>${script}`,
    )
    await page.locator('.launcher').waitFor()
    await page.evaluate('d.showModal()')
    await clickLauncher(page)
    await panelOf(page).locator('textarea').waitFor()
    assert.equal(await page.evaluate('d.open'), true)
    await context.close()
  })

  await t.test('on a phone the chat covers the dialog, which is out of reach until it closes', async () => {
    const { page, context } = await open(DIALOG + script, { width: 320, height: 640 })
    await page.locator('.launcher').waitFor()
    await page.evaluate('d.showModal()')
    await clickLauncher(page)
    await panelOf(page).locator('textarea').click()
    assert.equal(await page.evaluate(`document.querySelector('#in').inert`), true)
    await picture(page, 'modal-phone')
    await page.keyboard.press('Escape')
    await page.locator('.launcher:focus').waitFor()
    assert.equal(await page.evaluate(`document.querySelector('#in').inert`), false)
    await page.locator('#in').click()
    await context.close()
  })

  await t.test('a browser without moveBefore loads the chat again, with what was written', async () => {
    const { page, context } = await open(`<script>delete Element.prototype.moveBefore</script>${DIALOG}${script}`)
    await page.locator('.launcher').waitFor()
    await clickLauncher(page)
    const field = panelOf(page).locator('textarea')
    await field.fill('a draft')
    await page.waitForFunction(`Object.values(localStorage).some((kept) => kept.includes('a draft'))`)
    await page.evaluate('d.showModal()')
    await field.click()
    assert.equal(await field.inputValue(), 'a draft')
    await context.close()
  })
})

test('nothing that a page does to its root moves or changes the chat', { skip: noBrowser }, async (t) => {
  const { host, widget, open } = await startWidgetPages(t)
  const script = scriptTag(host, widget.key)
  const styles = [
    'html{transform:translateX(-50vw) scale(.5)}',
    'html{filter:blur(4px)} body{transform:rotate(3deg)}',
    'html{perspective:100px;contain:paint;height:50px;overflow:hidden}',
    'html{will-change:transform;direction:rtl} ::backdrop{background:#f00}',
    'html{contain:layout size;container-type:size} div{display:none!important;transform:scale(0)!important}',
    'html,body{overflow:hidden;translate:0 -900px}',
  ]
  for (const [index, style] of styles.entries())
    await t.test(style, async () => {
      for (const dir of ['ltr', 'rtl']) {
        const { page, errors, context } = await open(`<style>${style}</style>${script}`, {
          html: `lang="en" dir="${dir}"`,
        })
        await page.waitForFunction('window.storewire?.isReady')
        const box = await page.locator('.launcher').boundingBox()
        assert.deepEqual(box, { x: 1280 - 76, y: 800 - 76, width: 56, height: 56 })
        await clickLauncher(page)
        await panelOf(page).locator('textarea').click()
        assert.deepEqual(await page.locator('iframe').boundingBox(), { x: 860, y: 32, width: 400, height: 680 })
        if (dir === 'ltr') await picture(page, `root-${index}`)
        assert.deepEqual(errors, [])
        await context.close()
      }
    })
})

test('the focus goes to where the customer writes, however late the browser moves it', {
  skip: noBrowser,
}, async (t) => {
  const { host, widget, open } = await startWidgetPages(t)
  const { page, errors, context } = await open(scriptTag(host, widget.key))
  await page.locator('.launcher').waitFor()
  await clickLauncher(page)
  const field = panelOf(page).locator('textarea')
  const focused = panelOf(page).locator('textarea:focus')
  await focused.waitFor()
  await page.locator('.launcher').focus()
  await panelOf(page).locator('body:not(:has(:focus))').waitFor()
  await page.locator('iframe').focus()
  await focused.waitFor()
  await page.keyboard.type('Hello')
  assert.equal(await field.inputValue(), 'Hello')

  await page.keyboard.press('Escape')
  await page.locator('.launcher:focus').waitFor()
  await field.dispatchEvent('keydown', { key: 'Enter' })
  assert.equal(await field.inputValue(), 'Hello', 'a key that comes to the closed panel sends nothing')
  assert.deepEqual(errors, [])
  await context.close()
})

test('who writes in a field of the page keeps it when the chat opens by itself on the next page', {
  skip: noBrowser,
}, async (t) => {
  const { host, widget, open } = await startWidgetPages(t)
  const { page, context } = await open(`<input id="search">${scriptTag(host, widget.key)}`)
  await page.locator('.launcher').waitFor()
  await clickLauncher(page)
  const focused = panelOf(page).locator('textarea:focus')
  await focused.waitFor()
  await page.reload()
  await focused.waitFor()

  const shown = Promise.withResolvers<void>()
  await page.route('**/widget/frame*', async (route) => {
    await shown.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.locator('#search').click()
  await page.keyboard.type('tea')
  shown.resolve()
  await page.locator('iframe.ready').waitFor()
  await panelOf(page).locator('textarea').waitFor()
  // The field of the chat would take the focus once it is drawn.
  for (let frames = 0; frames < 10; frames++) await page.evaluate('new Promise(requestAnimationFrame)')
  await page.keyboard.type('pots')
  assert.equal(await page.inputValue('#search'), 'teapots')
  await panelOf(page).locator('textarea').click()
  await focused.waitFor()
  await context.close()
})
