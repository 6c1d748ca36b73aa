import { useEffect, useRef } from 'preact/hooks'
import { openChannel } from '../../../widget/pages/loader/panel-channel.ts'
import { keptText } from '../../../widget/pages/panel/kept.ts'
import type { Trial } from '../api-types.ts'
import { trying as t } from '../texts/en/try.ts'
import style from './style.module.css'

/** As the document of the frame asks for by itself: without an origin it reaches neither this page nor the console's cookie. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox'

interface FrameProps {
  trial: Trial
  /** What is written already, and not sent. */
  draft: string
  /** Gets why there is no chat window; '' once there is one. */
  onProblem: (problem: string) => void
}

/** The chat window of customers. The page is to it what a shop's page is: it keeps the session, and never learns what is said. */
export function Frame({ trial: { ticket, session }, draft, onProblem }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const closing = new AbortController()
    const kept = { ...session, customerId: session.customerId ?? null }
    let state = keptText({ session: kept, draft, unsent: [], peeked: '' })
    const address = new URL('../widget/frame', document.baseURI)
    address.search = String(new URLSearchParams({ trial: ticket, locale: navigator.language }))
    const show = (source: string) => {
      current.src = source
    }
    const channel = openChannel({ frame: current, show }, address.href, {
      onReady: () => {
        onProblem('')
        channel.say({ type: 'hello', state, identifies: false, isOpen: true, isPage: true, color: null, page: '' })
        channel.say({ type: 'lock', isHeld: true })
      },
      onMessage: (message) => {
        if (message.type === 'keep') state = message.state
      },
      onFailed: (reason = t.noWindow) => onProblem(reason),
      signal: closing.signal,
    })
    channel.load()
    current.focus()
    return () => closing.abort()
  }, [])
  return <iframe ref={frame} class={style.frame} title={t.window} sandbox={SANDBOX} />
}
