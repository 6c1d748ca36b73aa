import { escapeHtml } from '../lib/escape.ts'
import { inOrder } from '../lib/reordering.ts'
import { pictureSources } from '../objects/picture-hosts.ts'
import type { BuiltWidget } from './build-widget.ts'
import type { FrameConfig } from './frame-config.ts'

/**
 * Without `allow-same-origin` the document is of no origin: a hole in the panel reaches neither the console on this host, nor its cookie,
 * nor any storage. For what the document loads, `'self'` is still the host that it came from.
 */
const FIXED = [
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

/** The pages of these origins may frame the document, and this server's own; all pages may if there are none. */
export function ancestorsOf(origins: string[]): string {
  return origins.length === 0 ? '*' : [OWN_PAGES, ...origins].join(' ')
}

/** The console alone may frame the document, for a trial conversation. */
export const OWN_PAGES = "'self'"

/** The document of a refusal calls nothing. */
export const NO_SOURCES = "'none'"

/** A host with its port, as it may stand in a policy. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

/**
 * The addresses of the API: WebKit takes `'self'` of a document without an origin for no address at all. The scheme is not known behind a
 * proxy, and a page that came by TLS calls nothing without it anyway.
 *
 * @param host from the request
 */
export function apiSources(host: string, publicUrl: string | null): string {
  const own = HOST.test(host) ? [`https://${host}`, `http://${host}`] : []
  const set = publicUrl === null ? [] : [new URL(publicUrl).origin]
  return [...new Set([OWN_PAGES, ...set, ...own])].join(' ')
}

/** What the policy of a frame allows beside its own files. */
interface Allowed {
  /** The pages that may frame the document, as in a content security policy. */
  ancestors: string
  /** The addresses that it may call, as in {@link apiSources}. */
  sources: string
  /** The hosts from which it may load pictures. */
  pictureHosts: string[]
}

export function frameHeaders({ ancestors, sources, pictureHosts }: Allowed): Record<string, string> {
  const images = `img-src 'self' data: blob:${pictureSources(pictureHosts)}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [...FIXED, images, `connect-src ${sources}`, `frame-ancestors ${ancestors}`].join('; '),
    // The ticket is for this visit.
    'cache-control': 'no-store',
    // So that shops whose pages are isolated (Cross-Origin-Embedder-Policy) can frame it. Hosts of pictures seldom send what `require-corp`
    // asks of them; with `credentialless` browsers load their pictures without cookies.
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': pictureHosts.length === 0 ? 'require-corp' : 'credentialless',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
}

export function framePage({ script, style }: Pick<BuiltWidget, 'script' | 'style'>, config: FrameConfig): string {
  return `<!doctype html>
<html lang="${escapeHtml(config.locale)}" dir="${config.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(config.texts.title ?? 'Chat')}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/${style}">
<script type="application/json" id="config">${inScript(config)}</script>
</head>
<body>
<div id="panel"></div>
<script src="assets/${script}"></script>
</body>
</html>
`
}

/** What visitors and the makers of a page read where there is no chat. */
export interface Refusal {
  locale: string
  dir: string
  /** For visitors, who see it if the document is the whole page: instead of a frame, the loader shows a notice of its own. */
  text: string
  /** For the browser's console, as one line. */
  reason: string
}

/** The document that comes instead of another one. Every page may frame it: it holds nothing. */
export function refusedPage({ locale, dir, text, reason }: Refusal, script: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${escapeHtml(dir)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(text)}</title>
<link rel="icon" href="data:,">
</head>
<body>
<p>${escapeHtml(text)}</p>
<script type="application/json" id="config">${inScript({ reason })}</script>
<script src="${escapeHtml(script)}"></script>
</body>
</html>
`
}

/** JSON in which no text of the shop can end the element. */
function inScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The page for apps is on the origin of the console, so it holds nothing that comes from a shop or a customer: the chat is in the frame. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export const APP_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CSP,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** @param script the first one, which takes the token out of the address; the second one is the loader of all pages */
export function appPage({
  key,
  locale,
  dir,
  title,
  script,
}: {
  key: string
  locale: string
  dir: string
  title: string
  script: string
}): string {
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(inOrder(title))}</title>
<link rel="icon" href="data:,">
<script src="widget/assets/${script}"></script>
<script async src="widget.js" data-key="${escapeHtml(key)}" data-full></script>
</head>
<body>
</body>
</html>
`
}
