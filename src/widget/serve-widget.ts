import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { findKeyHolder } from '../access/keys.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { clientNetwork } from '../http/client-address.ts'
import { keepPublicKey } from '../http/credentials/keys.ts'
import { HttpError, headersOf, statusOf } from '../http/errors.ts'
import {
  type Content,
  contentOf,
  contentReply,
  fileReply,
  pageHeaders,
  type ServedFiles,
  servedFiles,
  servePage,
} from '../http/pages.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { Services } from '../http/services.ts'
import { builtOnce } from '../lib/assets.ts'
import { DomainError } from '../lib/errors.ts'
import { toIsoOrNull } from '../lib/time.ts'
import { listPictureHosts } from '../objects/picture-hosts.ts'
import type { Reader } from '../store/store.ts'
import type { BuiltWidget } from './build-widget.ts'
import {
  APP_HEADERS,
  ancestorsOf,
  apiSources,
  appPage,
  frameHeaders,
  framePage,
  NO_SOURCES,
  OWN_PAGES,
  refusedPage,
} from './documents.ts'
import type { FrameConfig } from './frame-config.ts'
import { getLogo, logoPath, readLogo } from './logo.ts'
import { listOrigins } from './origins.ts'
import { defaultWidgetSettings, getWidgetSettings } from './settings.ts'
import { startersFor } from './starters.ts'
import { textsFor, textsOfFrame } from './texts.ts'
import { issueTicket, isTicket } from './tickets.ts'

/** In a variable, since the bundler, which only checkouts have, must not become a part of what is installed. */
const BUILDER = './build-widget.ts'

/** The built files, which `/widget/assets` serves. */
export const builtWidget = builtOnce('widget-pages.json', async (): Promise<BuiltWidget> => {
  const { buildWidget } = (await import(BUILDER)) as typeof import('./build-widget.ts')
  return buildWidget()
})

interface Served {
  script: Content
  module: Content
  frame: Content
  pages: Content
  files: ServedFiles
}

/** Any page may load the loader, as a script or, with `import`, as a module. Browsers ask for a new one after ten minutes. */
const LOADER_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=600',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Who answers in the chats of a workspace: the name of the shop, when people answer again (epoch milliseconds; null if they do now), in which zone. */
export type DeskOf = (
  reader: Reader,
  workspaceId: string,
  now: number,
) => Promise<{
  shopName: string | null
  awayUntil: number | null
  timeZone: string | null
  hasAssistant: boolean
}>

/** Serves what shops put on their pages: the loader, and the frame with the panel. The panel's data comes from the routes of chats. */
export function mountWidget(app: H3, services: Services, deskOf: DeskOf): void {
  let made: Promise<Served> | undefined
  const served = () => {
    made ??= builtWidget().then(({ loader, files }) => ({
      script: contentOf(loader.script),
      module: contentOf(loader.module),
      frame: contentOf(loader.frame),
      pages: contentOf(loader.pages),
      files: servedFiles(files),
    }))
    return made
  }
  servePage(app, '/widget.js', services, async (event) => contentReply(event, (await served()).script, LOADER_HEADERS))
  servePage(app, '/widget.mjs', services, async (event) => contentReply(event, (await served()).module, LOADER_HEADERS))
  for (const name of ['frame', 'pages'] as const)
    servePage(app, `/widget/${name}.mjs`, services, async (event) =>
      contentReply(event, (await served())[name], LOADER_HEADERS),
    )
  servePage(app, '/widget/assets/:name', services, async (event) => {
    const reply = fileReply(event, (await served()).files, 'cross-origin')
    if (!reply) throw new HttpError('NOT_FOUND', 'no_such_address', 'There is no such file of the chat window.')
    return reply
  })
  servePage(app, '/widget/logos/:hash', services, (event) => logoFile(event, services))
  servePage(app, '/widget/frame', services, (event) =>
    frame(event, services, deskOf).catch((error: unknown) => refusal(event, error, 'assets/')),
  )
  servePage(app, '/chat', services, (event) =>
    chatPage(event, services, deskOf).catch((error: unknown) => refusal(event, error, 'widget/assets/')),
  )
}

/** A logo, by the hash of its bytes. Opened by itself it runs nothing and belongs to no origin. */
async function logoFile(event: H3Event, { store }: Services): Promise<Response> {
  const logo = await readLogo(store.read, event.context.params?.hash ?? '')
  if (!logo) throw new HttpError('NOT_FOUND', 'no_such_address', 'There is no logo with this address.')
  const headers = {
    ...pageHeaders(event),
    'content-type': logo.type,
    'content-length': String(logo.bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    // The frame is of no origin.
    'cross-origin-resource-policy': 'cross-origin',
  }
  return new FastResponse(event.req.method === 'HEAD' ? null : logo.bytes, { headers })
}

/** The document for visitors where there is no chat: never the JSON that programs get. @param assets their address, from the document */
async function refusal(event: H3Event, error: unknown, assets: string): Promise<Response> {
  if (!(error instanceof DomainError)) throw error
  noteOfEvent(event).error = error
  const { searchParams } = event.url
  const { locale, dir, texts } = textsFor(searchParams.get('locale') ?? '', defaultWidgetSettings)
  // A trial has no visitors, but people of the shop.
  const text = searchParams.has('trial') ? error.message : texts.notAllowed
  const page = refusedPage(
    { locale, dir, text: text ?? '', reason: error.message },
    assets + (await builtWidget()).refused,
  )
  const allowed = { ancestors: '*', sources: NO_SOURCES, pictureHosts: [] }
  const headers = { ...pageHeaders(event), ...frameHeaders(allowed), ...headersOf(error) }
  return new FastResponse(page, { status: statusOf[error.code], headers })
}

/** What the chat calls the shop. */
async function nameOf(
  reader: Reader,
  workspaceId: string,
  { name }: { name: string },
  { shopName }: { shopName: string | null },
): Promise<string> {
  return name || shopName || (await getWorkspace(reader, workspaceId)).name
}

/** The chat as a page, for the web views of apps. The app names the signed-in customer, never a cookie. */
async function chatPage(event: H3Event, services: Services, deskOf: DeskOf): Promise<Response> {
  const { searchParams } = event.url
  const key = searchParams.get('key') ?? ''
  const { read } = services.store
  const workspaceId = await workspaceOf(key, event, services)
  const settings = await getWidgetSettings(read, workspaceId)
  const { locale, dir } = textsFor(searchParams.get('locale') ?? '', settings)
  const desk = await deskOf(read, workspaceId, services.clock.now())
  const title = await nameOf(read, workspaceId, settings, desk)
  const page = appPage({ key, locale, dir, title, script: (await builtWidget()).app })
  return new FastResponse(page, { headers: { ...pageHeaders(event), ...APP_HEADERS } })
}

/**
 * The document of the frame. It never looks at cookies: a browser sends the console's cookie along if the shop is on the same site. For a
 * trial it has no key, so it can start no session but that of the trial.
 */
async function frame(event: H3Event, services: Services, deskOf: DeskOf): Promise<Response> {
  const { searchParams } = event.url
  const ofTrial = searchParams.get('trial')
  const key = ofTrial === null ? (searchParams.get('key') ?? '') : ''
  const workspaceId =
    ofTrial === null ? await workspaceOf(key, event, services) : await workspaceOfTrial(ofTrial, event, services)
  const { read } = services.store
  const [built, origins, pictureHosts, settings, logo, ticket, desk] = await Promise.all([
    builtWidget(),
    listOrigins(read, workspaceId),
    listPictureHosts(read, workspaceId),
    getWidgetSettings(read, workspaceId),
    getLogo(read, workspaceId),
    issueTicket(services, workspaceId, services.clock.now()),
    deskOf(read, workspaceId, services.clock.now()),
  ])
  const page = searchParams.get('origin')
  if (page !== null && origins.length > 0) requireListed(page, origins, event, services)
  const { color, position, theme, radius } = settings
  const spoken = textsFor(searchParams.get('locale') ?? '', settings)
  const config: FrameConfig = {
    key,
    ticket,
    api: '../api/v1',
    origins,
    ...spoken,
    languages: settings.languages,
    texts: textsOfFrame(spoken),
    appearance: { color, position, theme, radius },
    name: await nameOf(read, workspaceId, settings, desk),
    logo: logo && logoPath(logo),
    starters: await startersFor(read, workspaceId, spoken, { settings, hasAssistant: desk.hasAssistant }),
    awayUntil: toIsoOrNull(desk.awayUntil),
    timeZone: desk.timeZone,
    hasAssistant: desk.hasAssistant,
    preview: searchParams.has('preview'),
    cards: built.cards,
  }
  const sources = apiSources(event.url.host, services.settings.publicUrl)
  const ancestors = ofTrial === null && !config.preview ? ancestorsOf(origins) : OWN_PAGES
  const headers = frameHeaders({ ancestors, sources, pictureHosts })
  return new FastResponse(framePage(built, config), { headers: { ...pageHeaders(event), ...headers } })
}

/**
 * What the loader says about its page, so that people who made it read why there is no chat. A page that says something else gets the
 * document, which its browser does not show: the list is its `frame-ancestors`.
 *
 * @throws DomainError FORBIDDEN
 */
function requireListed(page: string, origins: string[], event: H3Event, { settings }: Services): void {
  const own = [event.url.host, ...(settings.publicUrl === null ? [] : [new URL(settings.publicUrl).host])]
  if (origins.includes(page) || own.includes(URL.parse(page)?.host ?? '')) return
  throw new DomainError(
    'FORBIDDEN',
    'origin_not_listed',
    `Pages of ${page.slice(0, 255)} may not use this chat. An owner or admin can add the address under Settings, Chat window, of the console.`,
  )
}

/** @param ofTrial id of the workspace and a ticket of it, which the console has asked for. @throws DomainError UNAUTHORIZED */
async function workspaceOfTrial(ofTrial: string, event: H3Event, services: Services): Promise<string> {
  const [workspaceId = '', ...ticket] = ofTrial.split('.')
  if (await isTicket(services, { workspaceId, ticket: ticket.join('.') }, services.clock.now())) return workspaceId
  throw unauthorized(event, services, 'This trial has expired. Start another one in the console.')
}

/** @throws DomainError UNAUTHORIZED */
async function workspaceOf(key: string, event: H3Event, services: Services): Promise<string> {
  const holder = await findKeyHolder(services.store.read, key)
  if (holder?.kind === 'publishable') {
    keepPublicKey(holder, services)
    return holder.workspaceId
  }
  const message =
    'The key of the chat window is not a valid publishable key, or it was revoked. Copy the line for your pages from Settings, Chat window, of the console.'
  throw unauthorized(event, services, message)
}

/** A guess, which is counted. */
function unauthorized(event: H3Event, { limiter, settings }: Services, message: string): HttpError {
  const { req } = event.node as { req: IncomingMessage }
  const headers = limiter.take(['unauthorized'], clientNetwork(req, settings.trustProxy))
  return new HttpError('UNAUTHORIZED', 'not_authenticated', message, { headers })
}
