import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Look } from '../../../widget/frame-config.ts'
import { openChannel, type PanelChannel } from '../../../widget/pages/loader/panel-channel.ts'
import { textOn } from '../../../widget/pages/panel/contrast.ts'
import type { WidgetSettings, WidgetTexts } from '../api-types.ts'
import { Notice } from '../parts/notice.tsx'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import type { StoredLogo } from './logo.tsx'
import style from './style.module.css'

/** As the document of the frame asks for by itself: without an origin it reaches neither this page nor the console's cookie. */
const SANDBOX = 'allow-scripts allow-forms'

interface PreviewProps {
  settings: WidgetSettings
  originals: WidgetTexts
  logo: StoredLogo
  previewKey: string
}

/** The panel of customers itself, with settings that are not saved yet, in the first language. Nobody can chat in it. */
export function Preview({ settings, originals, logo, previewKey }: PreviewProps) {
  const { color, position, radius, languages } = settings
  const language = languages[0] ?? 'en'
  const frame = useRef<HTMLIFrameElement>(null)
  const channel = useRef<PanelChannel | null>(null)
  const [problem, setProblem] = useState('')
  const look = JSON.stringify({ ...lookOf(settings, originals), logo: logo?.path ?? null } satisfies Partial<Look>)
  const shown = useRef(look)
  shown.current = look
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const closing = new AbortController()
    const address = new URL('../widget/frame', document.baseURI)
    address.search = String(new URLSearchParams({ key: previewKey, locale: language, preview: '' }))
    const show = (source: string) => {
      current.src = source
    }
    const opened = openChannel({ frame: current, show }, address.href, {
      onReady: () => {
        setProblem('')
        opened.say({
          type: 'hello',
          state: null,
          identifies: false,
          isOpen: true,
          isPage: false,
          color: null,
          page: '',
        })
        opened.say({ type: 'look', look: shown.current })
      },
      onMessage: () => {},
      onFailed: (reason = t.noPreview) => setProblem(reason),
      signal: closing.signal,
    })
    channel.current = opened
    opened.load()
    return () => closing.abort()
  }, [previewKey, language])
  useEffect(() => channel.current?.say({ type: 'look', look }), [look])
  return (
    <figure class={style.preview} data-side={position}>
      <figcaption class="quiet">{t.preview}</figcaption>
      {problem !== '' && <Notice tone="bad">{problem}</Notice>}
      <PanelFrame {...{ frame, radius }} />
      <span class={style.launcher} style={{ background: color, color: textOn(color) }} aria-hidden="true" />
    </figure>
  )
}

function PanelFrame({ frame, radius }: { frame: RefObject<HTMLIFrameElement | null>; radius: number }) {
  const rounded = { borderRadius: `${radius}px` }
  return <iframe ref={frame} class={style.panel} style={rounded} title={t.preview} tabIndex={-1} sandbox={SANDBOX} />
}

/** What differs from what the frame's document says. Without a name and questions of the settings those of the document stay. */
function lookOf(
  { color, position, theme, radius, name, starters, languages, texts }: WidgetSettings,
  all: WidgetTexts,
) {
  const language = languages[0] ?? 'en'
  const ofLanguage = <One extends { language: string }>(given: One[]) =>
    given.filter((one) => one.language === language)
  const own = ofLanguage(starters).flatMap(({ text }) => text.trim() || [])
  const replaced = ofLanguage(texts).map(({ name, text }) => [name, text])
  return {
    appearance: { color, position, theme, radius },
    texts: { ...all[language], ...Object.fromEntries(replaced) },
    ...(name === '' ? {} : { name }),
    ...(own.length === 0 ? {} : { starters: own }),
  } satisfies Partial<Look>
}
