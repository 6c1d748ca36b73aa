import { useEffect, useRef } from 'preact/hooks'
import { openChannel } from '../../../widget/pages/loader/panel-channel.ts'
import { keptText } from '../../../widget/pages/panel/kept.ts'
import type { Trial } from '../api-types.ts'
import { trying as t } from '../texts/en/try.ts'
import style from './style.module.css'

/** As the document of the frame asks for by itself: without an origin it reaches neither this page nor the console's cookie. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox'

/** The chat window of customers. The page is to it what a shop's page is: it keeps the session, and never learns what is said. */
export function Frame({ trial: { ticket, session } }: { trial: Trial }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (!frame.current) return
    const closing = new AbortController()
    const kept = { ...session, customerId: session.customerId ?? null }
    let state = keptText({ session: kept, draft: '', unsent: [] })
    const address = new URL('../widget/frame', document.baseURI)
    address.search = String(new URLSearchParams({ trial: ticket, locale: navigator.language }))
    const channel = openChannel(
      frame.current,
      address.href,
      () => {
        channel.say({ type: 'hello', state, identifies: false, isOpen: true, isPage: true, color: null, page: '' })
        channel.say({ type: 'lock', isHeld: true })
      },
      (message) => {
        if (message.type === 'keep') state = message.state
      },
      closing.signal,
    )
    channel.load()
    frame.current.focus()
    return () => closing.abort()
  }, [])
  return <iframe ref={frame} class={style.frame} title={t.window} sandbox={SANDBOX} />
}
