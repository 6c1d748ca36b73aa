// node scripts/bench/open-chat.ts: how long after a click the chat can be written in, if the pointer was on the launcher before.
import { test } from 'node:test'
import { startChattingShop } from '../../test/support/panel.ts'
import { clickLauncher, panelOf } from '../../test/support/shop-page.ts'

const ROUNDS = 20
/** How long a pointer usually rests on a button before the click. */
const HOVER_MS = 400

test('open to composer', async (t) => {
  const { visit, browser } = await startChattingShop(t)
  const first = await visit()
  const address = first.page.url()
  await first.context.close()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } })
    await page.exposeFunction('signToken', () => '')
    await page.goto(address)
    await page.waitForFunction('window.storewire?.isReady')
    await page.mouse.move(1_232, 752)
    const panel = await panelOf(page)
    await page.waitForTimeout(HOVER_MS)
    const before = performance.now()
    await clickLauncher(page)
    await panel.locator('textarea:focus').waitFor()
    times.push(performance.now() - before)
    await page.close()
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(0)
  console.log(`open to composer after hover: median ${at(0.5)} ms, slowest ${at(1)} ms, of ${ROUNDS}; promised 150 ms`)
})
