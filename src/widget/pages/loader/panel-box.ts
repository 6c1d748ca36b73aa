import { RADIUS } from './options.ts'
import type { Shared } from './shared.ts'

/** The frame stays hidden until its panel is ready: what is in it may be the error page of a browser or a proxy. */
const styleOf = (
  radius: number,
) => `[data-unread]::after{content:attr(data-unread);position:absolute;top:-4px;right:-4px;padding:0 6px;border-radius:10px;font:bold 12px/20px system-ui;background:#b22;color:#fff}
.open:not(.failed)>.launcher::before{clip-path:path("M2 7l2-2 9 9 9-9 2 2-11 11z")}
.panel{border-radius:${radius}px;height:min(680px,100dvh - 88px - var(--y))}
@media(prefers-reduced-motion:no-preference){.panel{animation:rise .18s ease-out}@keyframes rise{from{opacity:0;translate:0 16px}}}
.open:not(.failed)>.panel{display:block;z-index:1}
.layer:not(.open,.away)>.peek{display:block;width:min(300px,100vw - 40px);height:var(--peek)}
iframe{width:100%;height:100%;border:0;border-radius:inherit;visibility:hidden}
.ready{visibility:visible}
.full{inset:0;width:100%;height:100%;border-radius:0}
.full~.launcher{display:none}`

/** The frame, above the launcher. */
export interface PanelBox {
  frame: HTMLIFrameElement
  /** Loads a document into the frame. */
  show(address: string): void
  /** The panel is loaded: shows it, also in place of the notice that the chat is missing. */
  succeed(): void
  /** Fills the window where there is little room. Called when the panel is shown or hidden. */
  fit(): void
  unread(count: number, label: string): void
  /** Shows a bubble of this height beside the closed launcher; 0: none. */
  peek(height: number): void
}

/** @param reload called when the frame has to be loaded again, since a browser without `moveBefore` has moved it */
export function createPanelBox({ options, view, signal }: Shared, reload: () => void): PanelBox {
  const { root, host, layer, launcher } = view
  const { label = 'Chat', full, radius = RADIUS } = options
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleOf(Number(radius)))
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  const box = document.createElement('div')
  box.className = 'box panel'
  layer.prepend(box)
  const frame = document.createElement('iframe')
  frame.title = label

  // On phones the panel fills the window. The keyboard covers the lower part of it, and only the visual viewport says how much.
  const phone = matchMedia('(max-width:480px),(max-height:480px)')
  const viewport = visualViewport as VisualViewport
  let covered: HTMLElement[] = []
  function fit() {
    const isFull = full !== undefined || phone.matches
    const covers = isFull && layer.className === 'layer open'
    box.classList.toggle('full', covers)
    box.style.cssText = covers ? `height:${viewport.height}px;top:${viewport.offsetTop}px` : ''
    // What the panel covers is out of reach for the keyboard and screen readers.
    for (const one of covered) one.inert = false
    const beside = [...(host.parentElement?.children ?? [])] as HTMLElement[]
    covered = covers ? beside.filter((one) => one !== host && !one.inert) : []
    for (const one of covered) one.inert = true
  }
  for (const type of ['resize', 'scroll']) viewport.addEventListener(type, fit, { signal })
  signal.addEventListener('abort', () => {
    for (const one of covered) one.inert = false
  })
  view.onMoved = (isLost) => {
    fit()
    if (isLost) reload()
  }

  return {
    frame,
    fit,
    succeed() {
      frame.classList.add('ready')
      layer.classList.remove('failed')
      fit()
    },
    show(address) {
      // The panel loads itself again at an address that differs by its fragment, other documents do not.
      if (!frame.classList.contains('ready')) frame.remove()
      frame.classList.remove('ready')
      frame.src = address
      if (!frame.parentNode) box.append(frame)
    },
    peek(height) {
      layer.style.setProperty('--peek', `${height}px`)
      // Without a launcher the page alone decides when the chat shows.
      box.classList.toggle('peek', height > 0 && !!launcher.parentNode)
    },
    unread(count, named) {
      launcher.ariaLabel = count ? named : label
      if (count) launcher.dataset.unread = `${Math.min(count, 99)}`
      else delete launcher.dataset.unread
    },
  }
}
