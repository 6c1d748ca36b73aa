import { noticeIn } from './notice.ts'
import { COLOR, colorOf, type Options, SPACE, textOn } from './options.ts'
import { keepInFront } from './top-layer.ts'

/** Rules with `!important` inside a shadow root win over those of the page, so a reset of the page's styles changes nothing. */
const styleOf = (side: string, color: string, { x = SPACE, y = SPACE }: Options) =>
  `:host{all:initial!important;position:fixed!important;z-index:2147483647!important}
.layer{all:initial;position:fixed;color-scheme:light dark;--y:${y}px}
.box,.launcher{position:fixed;${side}:${x}px;border:0;box-shadow:0 4px 24px #0005}
.launcher{bottom:var(--y);width:56px;height:56px;border-radius:50%;cursor:pointer;background:${color};color:${textOn(color)};forced-color-adjust:none}
.launcher::before{content:"";position:absolute;inset:16px 15px;background:currentColor;clip-path:path("M2 0h22l2 2v15l-2 2H9l-5 5v-5H2l-2-2V2")}
.box{display:none;bottom:calc(var(--y) + 68px);width:min(400px,100vw - 40px);border-radius:16px;font:16px/1.45 system-ui;background:Canvas}
.open.failed>.notice{display:block;padding:20px}
.notice *{display:block;margin-top:20px;min-height:44px;font:inherit}
@media print{:host{display:none!important}}`

/** The launcher, and what it opens, in a shadow root that the page's styles and scripts don't reach. */
export interface View {
  root: ShadowRoot
  host: Element
  /** Everything that is shown. It has the class `open`, and `failed` if there is no chat. */
  layer: HTMLElement
  launcher: HTMLButtonElement
  /** Closes the notice that there is no chat. */
  dismiss: HTMLButtonElement
  /** Called when the layer is at another place in the page, with whether that has ended the frames in it. */
  onMoved(isLost: boolean): void
}

/** @param signal removes everything */
export function createView({ side, label = 'Chat', full, locale, ...options }: Options, signal: AbortSignal): View {
  const make = <T extends 'div' | 'button'>(tag: T, className: string, parent: Node) => {
    const element = document.createElement(tag)
    element.className = className
    parent.appendChild(element)
    return element
  }
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleOf(side === 'left' ? side : 'right', colorOf(options) ?? COLOR, options))
  root.adoptedStyleSheets = [sheet]
  const layer = make('div', 'layer', root)
  const notice = make('div', 'box notice', layer)
  notice.role = 'alert'
  notice.textContent = noticeIn(locale as string)
  const dismiss = make('button', '', notice)
  // In every language.
  dismiss.textContent = 'OK'
  const launcher = make('button', 'launcher', layer)
  if (side === 'none' || full !== undefined) launcher.remove()
  launcher.ariaLabel = label
  launcher.ariaExpanded = 'false'
  const view: View = { root, host, layer, launcher, dismiss, onMoved() {} }
  keepInFront(view, signal)
  return view
}
