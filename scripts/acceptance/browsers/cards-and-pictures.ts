import assert from 'node:assert/strict'
import { png } from '../../../test/support/pictures.ts'
import type { Window } from './browser.ts'
import { hasPanel, type Journey, reads, say, shows, visitAs } from './steps.ts'

const WIDTH = 300

/** Waits until each of some images is drawn. @param width of the file, in pixels; a drawing as SVG may have any */
const draws = (window: Window, selector: string, width?: number) =>
  shows(
    window,
    `((all) => all.length > 0 && all.every((one) => one.complete && one.naturalWidth ${width === undefined ? '> 0' : `=== ${width}`}))([...document.querySelectorAll('${selector}')])`,
  )

export const picture: Journey = async (browser, place) => {
  const window = await visitAs(browser, place, 'c4', '/picture')
  await shows(window, `document.querySelector('input[type=file]') !== null`)
  await window.choose('input[type=file]', 'broken.png', png({ width: WIDTH, height: 200, gray: 90 }))
  await draws(window, '.chosen img', WIDTH)
  await shows(window, `document.querySelector('.send').getAttribute('aria-disabled') === 'false'`)
  await say(window, 'It came like this.')
  await draws(window, '.customer .sent-picture button img', WIDTH)
  assert.equal(await window.inPanel<number>(`document.querySelectorAll('.chosen').length`), 0)
  await window.press('.sent-picture button')
  await draws(window, 'dialog[open] img', WIDTH)
  await window.press('dialog[open] .plain')
  await shows(window, `document.querySelector('dialog[open]') === null`)
  await window.reload()
  await hasPanel(window)
  await draws(window, '.customer .sent-picture button img', WIDTH)
  const { store } = place.api
  assert.deepEqual(await store.read.all('SELECT width, height FROM pictures'), [{ width: WIDTH, height: 200 }])
  await window.close()
}

export const cards: Journey = async (browser, place) => {
  const window = await visitAs(browser, place, 'c5', '/cards')
  await say(window, 'Where is order #1443?')
  await reads(window, '.message .card h2', 'Order #1443')
  await reads(window, '.message .card .steps [aria-current=step]', 'Shipped')
  await reads(window, '.message .card .parcel a', 'Track parcel')
  await say(window, 'Do you have a teapot?')
  await shows(window, `document.querySelectorAll('.strip .product').length === 3`)
  // Those beside the strip's edge are loaded when it is moved.
  await draws(window, '.strip .product:first-child .picture img')
  await reads(window, '.strip .product', '€39.00')
  await say(window, 'My mug from order #1444 arrived broken. I want a refund for the mug')
  await shows(window, `document.querySelector('.refund .yes')?.getAttribute('aria-disabled') === 'false'`)
  await window.press('.yes')
  const refunded = () => reads(window, '.refund.succeeded h2', 'Refunded €12.50')
  await refunded()
  await window.reload()
  await hasPanel(window)
  await refunded()
  await reads(window, '.message .card h2', 'Order #1443')
  await window.close()
}
