import { createHash } from 'node:crypto'
import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { readAsset } from '../lib/assets.ts'
import { escapeHtml } from '../lib/html.ts'
import { serveGet } from './methods.ts'
import { jsonReply } from './reply.ts'
import { noteOfEvent } from './request-note.ts'
import type { Settings } from './services.ts'

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
  { title, publicUrl }: Settings,
  document: (baseUrl: string) => object,
): void {
  const assets = new Map<string, { type: string; load: () => string | Buffer }>([
    ['scalar.js', { type: 'text/javascript; charset=utf-8', load: () => readAsset('reference.js') }],
    ['start.js', { type: 'text/javascript; charset=utf-8', load: () => startScript(basePath) }],
  ])
  for (const [name, { type, load }] of assets) serveGet(app, `${basePath}/reference/${name}`, cached(type, load))
  serveGet(app, basePath, (event) => html(event, page(basePath, title)))
  serveGet(app, `${basePath}/spec.json`, (event) =>
    jsonReply(200, document(publicUrl ?? event.url.origin + basePath), pageHeaders(event)),
  )
  serveGet(
    app,
    '/',
    (event) =>
      new FastResponse(null, {
        status: 307,
        statusText: 'Temporary Redirect',
        headers: { ...pageHeaders(event), location: basePath },
      }),
  )
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

function pageHeaders(event: H3Event): Record<string, string> {
  return {
    'x-request-id': noteOfEvent(event).requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  }
}

function html(event: H3Event, body: string): Response {
  return new FastResponse(body, {
    headers: {
      ...pageHeaders(event),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CSP,
      // Keys are typed into it: no page that opened this one keeps a hand on it.
      'cross-origin-opener-policy': 'same-origin',
    },
  })
}

/** Serves something that is the same for as long as the process runs; read at the first request, then validated by its ETag. */
function cached(type: string, load: () => string | Buffer): (event: H3Event) => Response {
  let content: { body: string | Buffer; etag: string } | undefined
  return (event) => {
    if (!content) {
      const body = load()
      content = { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
    }
    const headers = { ...pageHeaders(event), etag: content.etag }
    if (event.req.headers.get('if-none-match') === content.etag) return new FastResponse(null, { status: 304, headers })
    return new FastResponse(content.body, { headers: { ...headers, 'content-type': type } })
  }
}
