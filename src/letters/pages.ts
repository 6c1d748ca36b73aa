import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { clientNetwork } from '../http/client-address.ts'
import { bearer } from '../http/credentials/credential.ts'
import { HttpError } from '../http/errors.ts'
import { serveMethods } from '../http/methods.ts'
import { pageHeaders } from '../http/pages.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { Services } from '../http/services.ts'
import { DomainError } from '../lib/errors.ts'
import { escapeHtml } from '../lib/escape.ts'
import { toIso } from '../lib/time.ts'
import type { BuiltWidget } from '../widget/build-widget.ts'
import { builtWidget } from '../widget/serve-widget.ts'
import { type LinkPurpose, linkPurposes } from './links.ts'
import { pageTexts } from './page-texts.ts'
import { useLink } from './use-link.ts'

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The address has a token: nobody keeps the page, and no search engine lists it. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CSP,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-robots-tag': 'noindex, nofollow',
}

/**
 * Serves the pages of links in mails. GET and HEAD do nothing: only the POST of the button uses a link, or the one of a mail client that
 * stops mails by itself (RFC 8058).
 */
export function mountLinks(app: H3, services: Services): void {
  for (const purpose of linkPurposes) {
    const path = `/mail/${purpose.replace('_', '-')}`
    const show = (event: H3Event) => showPage(event, services, purpose, path)
    const use = (event: H3Event) => usePage(event, services, purpose, path)
    serveMethods(app, path, {
      handlers: new Map([
        ['GET', show],
        ['HEAD', show],
        ['POST', use],
      ]),
    })
  }
}

function networkOfEvent(event: H3Event, { settings }: Services): string {
  const { req } = event.node as { req: IncomingMessage }
  return clientNetwork(req, settings.trustProxy)
}

async function showPage(event: H3Event, services: Services, purpose: LinkPurpose, path: string): Promise<Response> {
  Object.assign(noteOfEvent(event), { route: path, isPage: true })
  services.limiter.take(['pages'], networkOfEvent(event, services))
  const page = linkPage(await builtWidget(), purpose, event.url.searchParams.get('lang') ?? '')
  return new FastResponse(page, { headers: { ...pageHeaders(event), ...HEADERS } })
}

/** The token is in a header, which no log has; a mail client that stops mails has only the address. */
async function usePage(event: H3Event, services: Services, purpose: LinkPurpose, path: string): Promise<Response> {
  Object.assign(noteOfEvent(event), { route: path, isPage: true })
  services.limiter.take(['pages'], networkOfEvent(event, services))
  const { req } = event.node as { req: IncomingMessage }
  const inAddress = purpose === 'stop' ? event.url.searchParams.get('t') : null
  const token = bearer(req) ?? inAddress ?? ''
  const { store, clock, limiter, scheduler } = services
  const used = await store
    .write((tx) => useLink(tx, purpose, token, clock.now()))
    .catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'NOT_FOUND') throw error
      // A guess, which is counted.
      const headers = limiter.take(['unauthorized'], networkOfEvent(event, services))
      throw new HttpError('NOT_FOUND', error.reason, error.message, { headers })
    })
  scheduler.wake()
  const chat = used.chat && { ...used.chat, expiresAt: toIso(used.chat.expiresAt) }
  const headers = { ...pageHeaders(event), 'cache-control': 'no-store', 'content-type': 'application/json' }
  return new FastResponse(JSON.stringify({ chat }), { headers })
}

function escaped<const Name extends string>(texts: Record<Name, string>): Record<Name, string> {
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, escapeHtml(text)])
  return Object.fromEntries(entries) as Record<Name, string>
}

function linkPage({ link }: BuiltWidget, purpose: LinkPurpose, asked: string): string {
  const { language, ...texts } = pageTexts(purpose, asked)
  const { title, text, button, done, gone, lost, busy, noScript } = escaped(texts)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../widget/assets/${link.style}">
<script defer src="../widget/assets/${link.script}"></script>
</head>
<body data-done="${done}" data-gone="${gone}" data-lost="${lost}" data-busy="${busy}">
<main>
<h1>${title}</h1>
<p>${text}</p>
<button type="button">${button}</button>
<p role="status"></p>
<noscript><p>${noScript}</p></noscript>
</main>
</body>
</html>
`
}
