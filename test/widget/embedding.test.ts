import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { scriptTag } from '../support/shop-page.ts'
import { until } from '../support/until.ts'
import { startWidgetPages } from '../support/widget-page.ts'

/** The stub of the documents, for calls before the script is there. */
const STUB = 'window.storewire = window.storewire || function () { (storewire.q = storewire.q || []).push(arguments) }'
const START = /^storewire: no key: call storewire\('start', \{ key \}\)/

test('a page reads why there is no chat, and what to call, however it has the script', {
  skip: noBrowser,
}, async (t) => {
  const { host, widget, open } = await startWidgetPages(t)
  const { key } = widget
  const launcher = '.launcher'
  const isReady = 'window.storewire?.isReady'

  await t.test('a script without a key and without a start writes one line', async () => {
    const { page, lines, errors, context } = await open(`<script>setTimeout(() => {
      const s = document.createElement('script'); s.src = '${host}/widget.js'; document.body.append(s) }, 50)</script>`)
    await until(() => lines.length > 0)
    assert.match(lines[0] ?? '', START)
    assert.equal(await page.locator(launcher).count(), 0)
    await page.evaluate(`storewire('start', { key: '' })`)
    await page.evaluate(`storewire('start')`)
    assert.deepEqual(
      lines.slice(1).filter((line) => !START.test(line)),
      [],
    )
    await page.evaluate(`storewire('start', { key: '${key}' })`)
    await page.locator(launcher).waitFor()
    assert.deepEqual(errors, [])
    await context.close()
  })

  await t.test('a start in the queue, or as the script is loaded, starts the chat without a line', async () => {
    for (const body of [
      `<script>${STUB}; storewire('start', { key: '${key}', side: 'left' })</script><script async src="${host}/widget.js"></script>`,
      `<script async src="${host}/widget.js" onload="storewire('start', { key: '${key}', side: 'left' })"></script>`,
    ]) {
      const { page, lines, errors, context } = await open(body)
      await page.locator(launcher).waitFor()
      assert.equal((await page.locator(launcher).boundingBox())?.x, 20)
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
      assert.deepEqual([lines, errors], [[], []])
      await context.close()
    }
  })

  await t.test('as a module both files start the chat, or say what to call', async () => {
    for (const file of ['widget.js', 'widget.mjs']) {
      const good = await open(
        `<script type="module" src="${host}/${file}" data-key="${key}" data-side="left"></script>`,
      )
      await good.page.locator(launcher).waitFor()
      assert.equal((await good.page.locator(launcher).boundingBox())?.x, 20, file)
      assert.deepEqual([good.lines, good.errors], [[], []])
      await good.context.close()
      const without = await open(`<script type="module" src="${host}/${file}"></script>`)
      await until(() => without.lines.length > 0)
      assert.match(without.lines.join('\n'), START)
      assert.deepEqual(without.errors, [])
      await without.context.close()
    }
    const imported = await open(`<script type="module">import '${host}/widget.js'</script>`)
    await until(() => imported.lines.length > 0)
    assert.deepEqual(imported.lines, ['storewire: use <script src>, or import widget.mjs.'])
    assert.deepEqual(imported.errors, [])
    await imported.context.close()
  })

  await t.test('a second script with a key starts what the first one could not', async () => {
    const tags = `<script src="${host}/widget.js"></script>${scriptTag(host, key)}`
    const { page, context } = await open(tags)
    await page.locator(launcher).waitFor()
    await context.close()
  })

  await t.test('calls before the start are kept, and follow it in their order', async () => {
    const { page, lines, errors, context } = await open(
      `<script>window.told = []</script><script src="${host}/widget.js"></script>`,
    )
    await page.waitForFunction(isReady)
    await page.evaluate(`(() => {
      storewire('on', 'open', () => told.push('open'))
      storewire('on', 'close', () => told.push('close'))
      storewire('on', 'session', () => told.push('session'))
      storewire('open')
      storewire('close')
      storewire('open')
    })()`)
    await page.evaluate(`storewire('start', { key: '${key}' })`)
    const panel = page.frameLocator('iframe')
    await panel.locator('textarea').waitFor()
    assert.deepEqual(await page.evaluate('told'), ['open', 'close', 'open'])
    await page.evaluate(`storewire('opne')`)
    assert.deepEqual(lines.slice(1), [`storewire: no call 'opne'.`])
    assert.deepEqual(errors, [])
    await context.close()
  })

  await t.test('of more calls than are kept, each one that is left out is named', async () => {
    const { page, lines, context } = await open(`<script src="${host}/widget.js"></script>`)
    await page.waitForFunction(isReady)
    await page.evaluate(`(() => {
      window.heard = 0
      for (let n = 0; n < 101; n++) storewire('on', 'open', () => heard++)
      storewire('start', { key: '${key}' })
      storewire('open')
    })()`)
    assert.equal(await page.evaluate('heard'), 100)
    assert.equal(lines.filter((line) => line.startsWith(`storewire: 'on' is left out, no key: call`)).length, 1)
    await context.close()
  })

  await t.test('after destroy, calls wait for the next start', async () => {
    const { page, lines, context } = await open(scriptTag(host, key))
    await page.waitForFunction(isReady)
    await page.evaluate(`(() => {
      window.told = []
      storewire('destroy')
      storewire('on', 'open', () => told.push('open'))
      storewire('open')
    })()`)
    assert.equal(await page.locator(launcher).count(), 0)
    await page.evaluate(`storewire('start', { key: '${key}' })`)
    assert.deepEqual(await page.evaluate('told'), ['open'])
    await page.frameLocator('iframe').locator('textarea').waitFor()
    assert.deepEqual(lines, [])
    await context.close()
  })
})
