import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import { findSignedIn } from '../access/member-sessions.ts'
import { isHttps } from '../http/client-scheme.ts'
import { HttpError } from '../http/errors.ts'
import {
  type Content,
  contentOf,
  contentReply,
  fileReply,
  type ServedFiles,
  servedFiles,
  servePage,
} from '../http/pages.ts'
import type { Services } from '../http/services.ts'
import { builtOnce } from '../lib/assets.ts'
import { escapeHtml } from '../lib/escape.ts'
import { PROGRAM } from '../lib/program.ts'
import { listPictureHosts, pictureSources } from '../objects/picture-hosts.ts'
import type { BuiltPages } from './build-pages.ts'
import { readCookie } from './cookie.ts'

/** Under which people open the console. */
export const CONSOLE_PATH = '/console'

/**
 * The pages run and load only what this server has, and no other page may frame them. Pictures of products come from the hosts that the
 * workspace of the session lists, too. Somebody who is not signed in gets the policy without any.
 */
const policyOf = (pictureHosts: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${pictureSources(pictureHosts)}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const SHELL_HEADERS = {
  // The policy belongs to a session.
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding, Cookie',
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** What browsers get: the shell, which is the same at each address, and the files that it loads. */
interface Served {
  shell: Content
  files: ServedFiles
}

/** Serves the console's pages. They hold no data: that comes from the routes below `/console/api`. */
export function mountPages(app: H3, services: Pick<Services, 'clock' | 'limiter' | 'settings' | 'store'>): void {
  const { publicUrl, title, isDev } = services.settings
  // Behind a proxy the console may be below a path, which only the public address tells.
  const base = `${publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/(api\/v1\/?)?$/, '')}${CONSOLE_PATH}/`
  let served: Promise<Served> | undefined
  const pages = () => {
    served ??= builtPages().then((built) => serving(built, { base, title, isDev }))
    return served
  }
  servePage(app, `${CONSOLE_PATH}/assets/:name`, services, async (event) => {
    const { files } = await pages()
    const reply = fileReply(event, files, 'same-origin')
    if (!reply) throw notFound()
    return reply
  })
  for (const path of [CONSOLE_PATH, `${CONSOLE_PATH}/**`])
    servePage(app, path, services, async (event) => {
      if (event.url.pathname.startsWith(`${CONSOLE_PATH}/api/`)) throw notFound()
      const hosts = await pictureHostsOf(event, services)
      const headers = { ...SHELL_HEADERS, 'content-security-policy': policyOf(hosts) }
      return contentReply(event, (await pages()).shell, headers, Buffer.from(hosts.join(' ')))
    })
}

/** The hosts of pictures of the workspace that a browser is signed in to; none for a visitor. */
async function pictureHostsOf(
  event: H3Event,
  { settings, store: { read }, clock }: Pick<Services, 'clock' | 'settings' | 'store'>,
): Promise<string[]> {
  const { req } = event.node as { req: IncomingMessage }
  const token = readCookie(req, settings.consoleCookie, isHttps(req, settings))
  const signedIn = token === undefined ? undefined : await findSignedIn(read, token, clock.now())
  return signedIn ? listPictureHosts(read, signedIn.workspaceId) : []
}

function notFound(): HttpError {
  return new HttpError(
    'NOT_FOUND',
    'no_such_address',
    'There is nothing at this address. Open the console at /console.',
  )
}

/** In a variable, since the bundler, which only checkouts have, must not become a part of what is installed. */
const BUILDER = './build-pages.ts'

const builtPages = builtOnce('console-pages.json', async (): Promise<BuiltPages> => {
  const { buildPages } = (await import(BUILDER)) as typeof import('./build-pages.ts')
  return buildPages()
})

interface Place {
  base: string
  title: string
  isDev: boolean
}

function serving(built: BuiltPages, place: Place): Served {
  const files = place.isDev ? [...built.files, ...built.dev.files] : built.files
  const { before, after } = shellOf(built, place)
  return { shell: contentOf(before, after), files: servedFiles(files) }
}

/** The shell around the hosts of pictures that its policy allows: its scripts can't read the policy itself. */
function shellOf(
  { script, preload, style, icon, manifest, dev }: BuiltPages,
  { base, title, isDev }: Place,
): { before: string; after: string } {
  const preloads = preload.map((name) => `<link rel="modulepreload" href="assets/${name}">\n`).join('')
  return {
    before: `<!doctype html>
<html lang="en" data-program="${PROGRAM}"${isDev ? ' data-dev' : ''} data-pictures="`,
    after: `">
<head>
<meta charset="utf-8">
<base href="${escapeHtml(base)}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="assets/${icon}">
<link rel="manifest" href="assets/${manifest}">
<link rel="stylesheet" href="assets/${style}">
${isDev ? `<link rel="stylesheet" href="assets/${dev.style}">\n` : ''}${preloads}<script type="module" src="assets/${script}"></script>
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript.</noscript>
</body>
</html>
`,
  }
}
