import type { KeyHolder } from '../access/keys.ts'
import { bearer, type Credential, type PageRules } from '../http/credentials/credential.ts'
import { keyCaller, noteKeyUse } from '../http/credentials/keys.ts'
import { allowsOrigin, allowsOriginSomewhere } from './origins.ts'
import { findSession, type WidgetSession } from './sessions.ts'

/** The pages that the workspace has listed; all, while it has listed none. */
const pages: PageRules = {
  allows: allowsOrigin,
  allowsSomewhere: allowsOriginSomewhere,
  refusal:
    'Pages of this origin may not use the chat widget of this workspace: its owners and admins list the origins that may.',
}

/** A page of the shop, before anyone chats on it. */
export const publishableKey: Credential<KeyHolder> = {
  scheme: 'publishableKey',
  openApi: {
    type: 'apiKey',
    in: 'header',
    name: 'x-service-key',
    description:
      'A publishable key of the workspace, `pk_…`. It may stand on web pages: all it does is start chat sessions.',
  },
  challenge: 'ServiceKey',
  help: 'Send a valid publishable key of your workspace as "x-service-key: pk_…".',
  find: (reader, { headers }) => keyCaller(reader, headers['x-service-key']?.toString(), 'publishable'),
  // The key is everybody's: what one page uses up must not stop the others.
  countedBy: ({ workspaceId }, network) => `${network} ${workspaceId}`,
  pages,
  noteUse: noteKeyUse,
}

/** Someone who chats. */
export const chatSession: Credential<WidgetSession> = {
  scheme: 'session',
  openApi: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a chat session, `st_…`, which speaks in one conversation for 24 hours.',
  },
  challenge: 'Bearer',
  help: 'Send the token of a chat session as "Authorization: Bearer st_…"; where its 24 hours are over, start a new one.',
  find: async (reader, req, now) => {
    const token = bearer(req)
    const session = token === undefined ? undefined : await findSession(reader, token, now)
    if (!session) return undefined
    const { id, workspaceId, customerId, conversationId } = session
    const name = customerId === null ? `guest ${id}` : `customer ${customerId}`
    return { id, workspaceId, name, role: null, ownKeys: { scope: id, conversationId }, holder: session }
  },
  pages,
}
