import { SignJWT } from 'jose'
import { createKey } from '../../src/access/keys.ts'
import { signIdentityToken } from '../../src/client/index.ts'
import { createIdentitySecret } from '../../src/widget/identity-secrets.ts'
import { type Answer, type Api, client, owner } from './server.ts'

/** The chat widget of a workspace, from the view of the shop's pages and server. */
export interface Widget {
  workspaceId: string
  /** The publishable key and an identity secret of the workspace. */
  key: string
  secret: string
  /** `POST /widget/sessions`. */
  start(body?: object, headers?: Record<string, string>): Promise<Answer>
  /** Opens a session, as the customer or as a guest. */
  open(customerId?: string): Promise<Page>
  /** An identity token, signed by the client library at the time of the server's clock. */
  sign(claims?: Record<string, unknown>): Promise<string>
}

/** One session of the widget: calls a path below `/widget` with its token. */
export interface Page {
  token: string
  conversationId: string
  call: Api['call']
}

export async function startWidget(
  api: Pick<Api, 'baseUrl' | 'workspaceId' | 'store' | 'clock' | 'sealer'>,
  workspaceId = api.workspaceId,
): Promise<Widget> {
  const { key, secret } = await api.store.write(async (tx) => ({
    key: (await createKey(tx, owner, { workspaceId, kind: 'publishable', name: 'widget' }, api.clock.now())).key,
    secret: (await createIdentitySecret(tx, owner, workspaceId, api.sealer, api.clock.now())).secret,
  }))
  const start: Widget['start'] = (json = {}, headers = {}) =>
    client(api.baseUrl, '').call('POST', '/widget/sessions', { json, headers: { 'x-service-key': key, ...headers } })
  const sign: Widget['sign'] = (claims) => identityToken(secret, api.clock.now(), claims)
  const open: Widget['open'] = async (customerId) => {
    const identity = customerId === undefined ? {} : { identityToken: await sign({ sub: customerId }) }
    const { body, text } = await start(identity)
    if (body.token === undefined) throw new Error(`no session was started: ${text}`)
    const { call } = client(`${api.baseUrl}/widget`, body.token)
    const session = await api.store.read.get<{ conversationId: string }>(
      'SELECT conversation_id AS "conversationId" FROM widget_sessions WHERE id = ?',
      body.sessionId,
    )
    return { token: body.token, conversationId: session?.conversationId ?? '', call }
  }
  return { workspaceId, key, secret, start, sign, open }
}

/** A token of the client library with the given claims. Times in seconds. */
async function identityToken(secret: string, now: number, claims: Record<string, unknown> = {}): Promise<string> {
  const example = await signIdentityToken({ secret, customerId: 'c1', name: 'Ada', email: 'ada@example.com' })
  const [header = '', body = ''] = example.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  const iat = Math.floor(now / 1000)
  return new SignJWT({ ...JSON.parse(body), iat, exp: iat + 300, ...claims })
    .setProtectedHeader(JSON.parse(header))
    .sign(new TextEncoder().encode(secret))
}
