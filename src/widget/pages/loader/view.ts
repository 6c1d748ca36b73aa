import { COLOR, colorOf, type Options, textOn } from './options.ts'

/** Rules with `!important` inside a shadow root win over those of the page, so a reset of the page's styles changes nothing. */
const styleOf = (side: string, color: string) =>
  `:host{all:initial!important;position:fixed!important;z-index:2147483647!important}
button,iframe{position:fixed;${side}:20px;border:0;box-shadow:0 4px 24px #0005;forced-color-adjust:none}
button{bottom:20px;width:56px;height:56px;border-radius:50%;cursor:pointer;background:${color};color:${textOn(color)};outline-offset:3px}
button::before{content:"";position:absolute;inset:16px 15px;background:currentColor;clip-path:path("M2 0h22l2 2v15l-2 2H9l-5 5v-5H2l-2-2V2")}
[data-unread]::after{content:attr(data-unread);position:absolute;top:-4px;right:-4px;padding:0 6px;border-radius:10px;font:bold 12px/20px system-ui;background:#b22;color:#fff}
iframe{display:none;bottom:88px;width:min(400px,100vw - 40px);height:min(680px,100dvh - 108px);border-radius:16px}
.open{display:block;z-index:1}
.full{inset:0;width:100%;height:100%;border-radius:0}
.full+button{display:none}
@media print{:host{display:none!important}}`

/** The launcher and the frame, in a shadow root that the page's styles and scripts don't reach. */
export interface View {
  launcher: HTMLButtonElement
  frame: HTMLIFrameElement
  /** Adds the frame, which loads it. */
  addFrame(): void
  show(isOpen: boolean): void
  unread(count: number, label: string): void
}

/** @param signal removes everything */
export function createView({ side, label = 'Chat', full, ...options }: Options, signal: AbortSignal): View {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleOf(side === 'left' ? side : 'right', colorOf(options) ?? COLOR))
  root.adoptedStyleSheets = [sheet]
  const launcher = document.createElement('button')
  const frame = document.createElement('iframe')
  frame.title = launcher.ariaLabel = label
  launcher.ariaExpanded = 'false'
  if (side !== 'none' && full === undefined) root.append(launcher)

  // Outside the body: routers that replace the body leave the frame alone, and a frame that moves in the document would load again.
  const attach = () => host.isConnected || document.documentElement.append(host)
  const observer = new MutationObserver(attach)
  observer.observe(document.documentElement, { childList: true })
  attach()

  // On phones the panel fills the window. The keyboard covers the lower part of it, and only the visual viewport says how much.
  const phone = matchMedia('(max-width:480px),(max-height:480px)')
  const viewport = visualViewport as VisualViewport
  let body: HTMLElement | undefined
  function fit() {
    const { classList, style } = frame
    const isFull = full !== undefined || phone.matches
    const isOpen = classList.contains('open')
    classList.toggle('full', isOpen && isFull)
    style.cssText = isFull ? `height:${viewport.height}px;top:${viewport.offsetTop}px` : ''
    // What the panel covers is out of reach for the keyboard and screen readers.
    if (body) body.inert = false
    body = isOpen && isFull ? document.body : undefined
    if (body) body.inert = true
  }
  for (const type of ['resize', 'scroll']) viewport.addEventListener(type, fit, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    if (body) body.inert = false
    host.remove()
  })

  return {
    launcher,
    frame,
    addFrame: () => root.prepend(frame),
    show(isOpen) {
      frame.classList.toggle('open', isOpen)
      launcher.ariaExpanded = `${isOpen}`
      fit()
    },
    unread(count, named) {
      launcher.ariaLabel = count ? named : label
      if (count) launcher.dataset.unread = `${Math.min(count, 99)}`
      else delete launcher.dataset.unread
    },
  }
}
