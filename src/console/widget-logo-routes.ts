import { requireAgent, requireManager } from '../access/actor.ts'
import { type Route, route } from '../http/route.ts'
import { choice, int, text, time } from '../lib/fields.ts'
import { object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { getLogo, type Logo, logoPath, logoTypes, MAX_LOGO, removeLogo, setLogo } from '../widget/logo.ts'
import { member } from './credentials.ts'
import { nothing } from './schemas.ts'

/** Shared by all routes of this file. */
const ofLogo = { tag: 'Settings', credential: member, limits: ['calls'] } satisfies Partial<Route>

const response = {
  schema: object('WidgetLogo', {
    logo: optional(
      object('StoredLogo', {
        path: text('Its address, from the folder /widget/ of this server.'),
        type: choice(logoTypes),
        bytes: int('Size of the file.', 1, MAX_LOGO),
        setAt: time(),
      }),
    ),
  }),
  example: { logo: { path: 'logos/0a1b…', type: 'image/png', bytes: 8_310, setAt: '2026-03-01T09:30:00.000Z' } },
}

const shown = (logo: Logo | null) =>
  logo && { path: logoPath(logo), type: logo.type, bytes: logo.bytes, setAt: toIso(logo.setAt) }

const show = route({
  ...ofLogo,
  method: 'GET',
  path: '/settings/widget/logo',
  operationId: 'showWidgetLogo',
  summary: 'Show which logo the head of the chat window has',
  status: 200,
  response,
  errors: [],
  handler: async ({ workspace, actor, store }) => {
    requireAgent(actor)
    return { logo: shown(await getLogo(store.read, workspace.id)) }
  },
})

const upload = route({
  ...ofLogo,
  method: 'POST',
  path: '/settings/widget/logo',
  operationId: 'setWidgetLogo',
  summary: 'Put a logo into the head of the chat window',
  upload: {
    types: logoTypes,
    maxBytes: MAX_LOGO,
    description: `The bytes of the file, at most ${MAX_LOGO / 1024} KiB. The first bytes decide of which kind it is.`,
  },
  status: 200,
  response,
  errors: [],
  handler: async ({ upload: file, workspace, actor, store, clock }) => {
    requireManager(actor)
    const pieces: Buffer[] = []
    for await (const piece of file.pieces()) pieces.push(piece)
    const change = { workspaceId: workspace.id, file: Buffer.concat(pieces) }
    return { logo: shown(await store.write((tx) => setLogo(tx, actor, change, clock.now()))) }
  },
})

const remove = route({
  ...ofLogo,
  method: 'POST',
  path: '/settings/widget/logo/remove',
  operationId: 'removeWidgetLogo',
  summary: 'Remove the logo: the head shows the initials of the name again',
  body: nothing,
  status: 200,
  response,
  errors: ['NOT_FOUND'],
  handler: async ({ workspace, actor, store, clock }) => {
    requireManager(actor)
    await store.write((tx) => removeLogo(tx, actor, workspace.id, clock.now()))
    return { logo: null }
  },
})

/** The logo of the chat window, on the console's page of its settings. */
export const widgetLogoRoutes: Route[] = [show, upload, remove]
