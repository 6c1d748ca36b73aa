import type { KeyHolder } from '../access/keys.ts'
import { bearer, type Credential, type PageRules } from '../http/credentials/credential.ts'
import { keyCaller, noteKeyUse } from '../http/credentials/keys.ts'
import { DomainError } from '../lib/errors.ts'
import { allowsOrigin, allowsOriginSomewhere } from './origins.ts'
import { findSession, type WidgetSession } from './sessions.ts'
import { isTicket } from './tickets.ts'

/** The listed origins of the workspace; all origins, if none is listed. */
const pages: PageRules = {
  allows: allowsOrigin,
  allowsSomewhere: allowsOriginSomewhere,
  refusal:
    'Pages of this origin may not use the chat widget of this workspace. An owner or admin can add the origin to the list.',
}

/** The header of the ticket of the frame's document. */
const TICKET_HEADER = 'x-widget-ticket'

/** Only the frame of the chat window starts sessions without an origin. @throws DomainError FORBIDDEN */
const requireTicket: NonNullable<PageRules['requireOpaque']> = async (req, workspaceId, services, now) => {
  const ticket = req.headers[TICKET_HEADER]?.toString() ?? ''
  if (await isTicket(services, { workspaceId, ticket }, now)) return
  throw new DomainError(
    'FORBIDDEN',
    'no_ticket',
    'A page without an origin starts a chat session only with a valid ticket of /widget/frame. Load the frame again for a new ticket.',
    { reason: 'ticket' },
  )
}

/** A page of the shop that starts a chat session. */
export const publishableKey: Credential<KeyHolder> = {
  scheme: 'publishableKey',
  openApi: {
    type: 'apiKey',
    in: 'header',
    name: 'x-service-key',
    description:
      'A publishable key of the workspace, `pk_…`. It can be public on web pages: it only starts chat sessions.',
  },
  challenge: 'ServiceKey',
  help: 'Send a valid publishable key of your workspace as "x-service-key: pk_…".',
  find: (reader, { headers }) => keyCaller(reader, headers['x-service-key']?.toString(), 'publishable'),
  // All visitors share the key, so calls are also counted by network: one visitor must not use up the limit of the others.
  countedBy: ({ workspaceId }, network) => `${network} ${workspaceId}`,
  pages: { ...pages, requireOpaque: requireTicket },
  noteUse: noteKeyUse,
}

/** A page with a chat session. */
export const chatSession: Credential<WidgetSession> = {
  scheme: 'session',
  openApi: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a chat session, `st_…`. It gives access to one conversation for 24 hours.',
  },
  challenge: 'Bearer',
  help: 'Send the token of a chat session as "Authorization: Bearer st_…". A token expires after 24 hours: start a new session then.',
  tokenOf: bearer,
  find: async (reader, req, now) => {
    const token = bearer(req)
    const session = token === undefined ? undefined : await findSession(reader, token, now)
    if (!session) return undefined
    const { id, workspaceId, customerId, conversationId, trial } = session
    const asker = customerId === null ? `guest ${id}` : `customer ${customerId}`
    const name = trial ? `trial as ${asker}` : asker
    return { id, workspaceId, name, role: null, ownKeys: { scope: id, conversationId }, holder: session }
  },
  pages,
}
