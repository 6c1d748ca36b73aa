import type { EventHandler, H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { contentOf, contentReply, pageHeaders, servePage } from '../http/pages.ts'
import { type Headers, jsonHeaders } from '../http/reply.ts'
import type { Services } from '../http/services.ts'
import { readAsset } from '../lib/assets.ts'
import { escapeHtml } from '../lib/html.ts'
import { stringify } from '../lib/json.ts'

/** The page may load from this server and call it, and nothing else. Scalar writes styles into the page and compiles templates from data URLs. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What Scalar offers beyond the reference itself needs its makers' servers: all of it is off. */
const SCALAR_OPTIONS = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
}

/**
 * The interactive reference at the base address, its script beside it, and the OpenAPI document that it shows.
 * All of it comes from this server, so it works without a network.
 *
 * @param document makes the OpenAPI document for a base URL
 */
export function mountReference(
  app: H3,
  basePath: string,
  services: Pick<Services, 'limiter' | 'settings'>,
  document: (baseUrl: string) => object,
): void {
  const { title, publicUrl } = services.settings
  const serve = (path: string, handler: EventHandler) => servePage(app, path, services, handler)
  serve(
    `${basePath}/reference/scalar.js`,
    fixed(SCRIPT, () => readAsset('reference.js')),
  )
  serve(
    `${basePath}/reference/start.js`,
    fixed(SCRIPT, () => startScript(basePath)),
  )
  serve(
    basePath,
    fixed(PAGE, () => page(basePath, title)),
  )
  const documentFor = once(() => documentWithBase(document))
  serve(`${basePath}/spec.json`, (event) => documentFor()(event, publicUrl ?? event.url.origin + basePath))
  serve(
    '/',
    (event) =>
      new FastResponse(null, {
        status: 307,
        statusText: 'Temporary Redirect',
        headers: { ...pageHeaders(event), location: basePath },
      }),
  )
}

const SCRIPT = { 'content-type': 'text/javascript; charset=utf-8' }
const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CSP,
  // Keys are typed into it: no page that opened this one keeps a hand on it.
  'cross-origin-opener-policy': 'same-origin',
}

/** Serves something that is the same for as long as the process runs; made at the first request. */
function fixed(headers: Headers, make: () => string | Buffer): (event: H3Event) => Response {
  const content = once(() => contentOf(make()))
  return (event) => {
    const { bytes, hash } = content()
    return contentReply(event, [bytes], hash, headers)
  }
}

/** Stands for the base URL in the one document that is made. */
const ANY_BASE = 'https://base-url.invalid'

/**
 * The OpenAPI document for every base URL. Making it takes milliseconds, and the base URL is what the client's Host header says: so it is made
 * once, and only the base URL in it changes.
 */
function documentWithBase(document: (baseUrl: string) => object): (event: H3Event, baseUrl: string) => Response {
  const { bytes, hash } = contentOf(stringify(document(ANY_BASE)))
  const hole = JSON.stringify(ANY_BASE)
  const at = bytes.indexOf(hole)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + hole.length)]
  return (event, baseUrl) => {
    const base = contentOf(JSON.stringify(baseUrl))
    return contentReply(event, [before, base.bytes, after], `${hash}.${base.hash}`, {
      'content-type': jsonHeaders['content-type'] ?? '',
    })
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function startScript(basePath: string): string {
  return `Scalar.createApiReference('#reference', ${JSON.stringify({ url: `${basePath}/spec.json`, ...SCALAR_OPTIONS })})\n`
}

function page(basePath: string, title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript; the OpenAPI document is at <a href="${basePath}/spec.json">${basePath}/spec.json</a>.</noscript>
<script src="${basePath}/reference/scalar.js"></script>
<script src="${basePath}/reference/start.js"></script>
</body>
</html>
`
}
