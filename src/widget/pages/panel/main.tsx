/*! With Preact (c) Jason Miller and others, MIT License. All licenses: storewire licenses */
import { render } from 'preact'
import type { Look } from '../../frame-config.ts'
import { isColor, readableOn, textOn } from './contrast.ts'
import { config, createHost } from './host.ts'
import { createPanel } from './panel.ts'
import { Shell } from './shell.tsx'
import { createWords } from './texts.ts'
import './panel.css'

/** The language of the texts, with the visitor's own country: it decides how times and amounts are written. */
const locale = navigator.languages.find((one) => one.split('-')[0] === config.locale) ?? config.locale
const host = createHost()
const place = document.getElementById('panel')
const panel = createPanel(config, host, createWords(locale, config.texts))
host.on('hello', ({ color }) => {
  paint({ ...config.appearance, ...(color === null ? {} : { color }) })
  draw()
})
if (config.preview && place) {
  place.inert = true
  host.on('look', ({ look }) => {
    const { appearance, texts, ...shop } = JSON.parse(look) as Look
    Object.assign(panel, { words: createWords(locale, texts), shop: { ...panel.shop, ...shop } })
    paint(appearance)
    draw()
  })
}

function draw(): void {
  // Another object each time, or nothing would be drawn again.
  if (place) render(<Shell panel={{ ...panel }} />, place)
}

/** The bubbles of panel.css in light and dark: what can be read on them can be read on its backgrounds, too. */
const [LIGHT, DARK] = ['#eff1f3', '#2c323a']

/** Sets the shop's color, so that whatever it is texts can be read: on it, and in it; its theme, and how round corners are. */
function paint({ color, theme, radius }: Look['appearance']): void {
  const { style } = document.documentElement
  style.colorScheme = theme === 'auto' ? '' : theme
  style.setProperty('--round', `${radius}px`)
  if (!isColor(color)) return
  style.setProperty('--color', color)
  style.setProperty('--on-color', textOn(color))
  style.setProperty('--link', `light-dark(${readableOn(color, LIGHT)}, ${readableOn(color, DARK)})`)
}
