/*! With Preact (c) Jason Miller and others, MIT License. All licenses: storewire licenses */
import { render } from 'preact'
import { config } from './connect.ts'
import { createHost } from './host.ts'
import { paint } from './paint.ts'
import { createPanel } from './panel.ts'
import { Shell } from './shell.tsx'
import { createWords } from './texts.ts'
import './panel.css'

/** The language of the texts, with the visitor's own country: it decides how times and amounts are written. */
const locale = navigator.languages.find((one) => one.split('-')[0] === config.locale) ?? config.locale
const host = createHost()
const place = document.getElementById('panel')
host.on('hello', ({ color }) => paint(color ?? config.appearance.color))
const panel = createPanel(config, host, createWords(locale, config.texts), () => {
  if (place) render(<Shell panel={panel} />, place)
})
