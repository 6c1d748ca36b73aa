/*! With Preact (c) Jason Miller and others, MIT License. All licenses: storewire licenses */
import { render } from 'preact'
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
host.on('hello', ({ color }) => paint(color ?? config.appearance.color))
const panel = createPanel(config, host, createWords(locale, config.texts))
host.on('hello', () => place && render(<Shell panel={panel} />, place))

/** The backgrounds of panel.css, in light and dark. */
const [LIGHT, DARK] = ['#ffffff', '#1b1f24']

/** Sets the shop's color, so that whatever it is texts can be read: on it, and in it. */
function paint(color: string): void {
  if (!isColor(color)) return
  const { style } = document.documentElement
  style.setProperty('--color', color)
  style.setProperty('--on-color', textOn(color))
  style.setProperty('--link', `light-dark(${readableOn(color, LIGHT)}, ${readableOn(color, DARK)})`)
}
