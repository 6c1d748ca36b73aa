import type { EventHandler, H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { hasOwner } from '../access/members.ts'
import { mountDocument } from '../http/openapi/serve-document.ts'
import { contentOf, contentReply, pageHeaders, servePage } from '../http/pages.ts'
import type { Headers } from '../http/reply.ts'
import type { Services } from '../http/services.ts'
import { readAsset } from '../lib/assets.ts'
import { escapeHtml } from '../lib/escape.ts'
import type { Steps } from '../lib/steps.ts'

/** The page may only load from this server and call it. Scalar writes styles into the page and uses data URLs. */
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

/** Turns off all features of Scalar that need its makers' servers. */
const SCALAR_OPTIONS = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // Scalar writes "Server" above the address, and again only for screen readers.
  customCss: '.scalar-reference-intro-server .sr-only { display: none }',
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
  document: (baseUrl: string) => Steps<object>,
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
  mountDocument(app, `${basePath}/spec.json`, services, document, publicUrl)
}

/**
 * The root leads people to the console once somebody can sign in there, else to the reference.
 *
 * @param addresses of both; below the root, since a proxy may serve this server under a path of its own
 */
export function mountRoot(
  app: H3,
  services: Pick<Services, 'limiter' | 'settings' | 'store'>,
  addresses: { console: string; reference: string },
): void {
  servePage(
    app,
    '/',
    services,
    async (event) =>
      new FastResponse(null, {
        status: 307,
        statusText: 'Temporary Redirect',
        headers: {
          ...pageHeaders(event),
          'cache-control': 'no-store',
          location: (await hasOwner(services.store.read)) ? addresses.console : addresses.reference,
        },
      }),
  )
}

const SCRIPT = { 'content-type': 'text/javascript; charset=utf-8' }
const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CSP,
  // People type keys into the page: a page that opened it must not control it.
  'cross-origin-opener-policy': 'same-origin',
}

/** Serves content that never changes; it is made at the first request. */
function fixed(headers: Headers, make: () => string | Buffer): (event: H3Event) => Promise<Response> {
  const content = once(() => contentOf(make()))
  return (event) => contentReply(event, content(), headers)
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
