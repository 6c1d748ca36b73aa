import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { hasOwner } from '../access/members.ts'
import { mountDocument } from '../http/openapi/serve-document.ts'
import { type Content, contentOf, contentReply, pageHeaders, servePage } from '../http/pages.ts'
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
  // Made at the first request: the library is large.
  const made = once(() => {
    const scripts = { start: contentOf(startScript(basePath)), scalar: contentOf(readAsset('reference.js')) }
    return { ...scripts, page: contentOf(page(basePath, title, scripts)) }
  })
  servePage(app, basePath, services, (event) => contentReply(event, made().page, PAGE))
  for (const name of ['start', 'scalar'] as const)
    servePage(app, addressOf(basePath, name), services, (event) => {
      const script = made()[name]
      // The page asks with the hash: under that address browsers keep the script for good.
      const isThis = event.url.searchParams.get('v') === script.hash
      return contentReply(event, script, { ...SCRIPT, ...(isThis ? FOR_GOOD : {}) })
    })
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
const FOR_GOOD = { 'cache-control': 'public, max-age=31536000, immutable' }
const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CSP,
  // People type keys into the page: a page that opened it must not control it.
  'cross-origin-opener-policy': 'same-origin',
}

const addressOf = (basePath: string, script: string) => `${basePath}/reference/${script}.js`

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Shows the text of the document at once, and Scalar in its place when that has been loaded, which takes seconds on a slow line. Text nodes
 * alone: descriptions are Markdown, which is readable as it is.
 */
function startScript(basePath: string): string {
  const url = `${basePath}/spec.json`
  return `const place = document.getElementById('reference')
const write = (name, text) => {
  const part = document.createElement(name)
  part.textContent = text
  return part
}
fetch('${url}').then((response) => response.json()).then(({ info, tags = [], paths }) => {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ path, method: method.toUpperCase(), ...route })))
  const text = document.createElement('main')
  text.append(write('h1', info.title), write('p', info.description ?? ''))
  for (const { name, description } of tags) {
    text.append(write('h2', name), write('p', description ?? ''))
    for (const { method, path, summary, description, tags: [first] = [] } of all)
      if (first === name) text.append(write('h3', method + ' ' + path), write('p', [summary, description].filter(Boolean).join('. ')))
  }
  if (!globalThis.Scalar) place.replaceChildren(text)
})
addEventListener('load', () => {
  // Else it would take the text for its own page, drawn by a server.
  place.replaceChildren()
  Scalar.createApiReference(place, ${JSON.stringify({ url, ...SCALAR_OPTIONS })})
})
`
}

function page(basePath: string, title: string, scripts: Record<string, Content>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} API reference</title>
<link rel="icon" href="data:,">
<style>
#reference > main { max-width: 44rem; margin: 0 auto; padding: 24px; font: 15px/1.5 system-ui, sans-serif; white-space: pre-line; overflow-wrap: anywhere }
</style>
${Object.entries(scripts)
  .map(([name, { hash }]) => `<script src="${addressOf(basePath, name)}?v=${hash}" defer></script>`)
  .join('\n')}
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript; the OpenAPI document is at <a href="${basePath}/spec.json">${basePath}/spec.json</a>.</noscript>
</body>
</html>
`
}
