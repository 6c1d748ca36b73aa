import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import { SignJWT } from 'jose/jwt/sign'
import { DomainError } from '../../lib/errors.ts'
import { createIdentitySecret, identitySecrets } from '../../widget/identity-secrets.ts'
import type { DevContext } from '../context.ts'
import { refuseOtherPages } from '../credential.ts'
import { SHOP_SCRIPT, SHOP_STYLE, shopPage, shopView } from '../shop-page.ts'
import { developer } from '../workspace.ts'

/** How long a token of the sample shop works, in seconds. */
const TOKEN_SECONDS = 300

/** As strict as a shop's own policy may be: the chat window needs its script and its frame, and nothing else. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; frame-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The sample shop's website: a page with the chat window, on which each of its customers can be signed in. */
export function mountShopPage(app: H3, context: DevContext): void {
  const { services, keys } = context
  const answer = (type: string, body: string) =>
    new Response(body, {
      headers: {
        'cache-control': 'no-store',
        'content-security-policy': CSP,
        'content-type': `${type}; charset=utf-8`,
        // Without a referrer browsers would not say either which origin a form comes from.
        'referrer-policy': 'same-origin',
      },
    })
  app.use('/dev/shop', async (event, next) => {
    // Programs get the rules of the shop as JSON at the same address.
    if (event.req.method !== 'GET' || !event.req.headers.get('accept')?.includes('text/html')) return next()
    refuse(event)
    const customerId = event.url.searchParams.get('customer') || null
    const { workspaceId, publishableKey: key } = keys
    return answer('text/html', shopPage(await shopView(services.store.read, { workspaceId, key, customerId })))
  })
  for (const [path, type, body] of [
    ['/dev/shop.js', 'text/javascript', SHOP_SCRIPT],
    ['/dev/shop.css', 'text/css', SHOP_STYLE],
  ] as const)
    app.get(path, (event) => {
      refuse(event)
      return answer(type, body)
    })
  app.get('/dev/shop/token', async (event) => {
    refuse(event)
    return answer('text/plain', await token(context, event.url.searchParams.get('customer') ?? ''))
  })
}

function refuse(event: H3Event): void {
  refuseOtherPages(event.node?.req as IncomingMessage)
}

/** A token of the sample shop's server, at the time of the developer's clock. @throws DomainError BAD_REQUEST */
async function token({ services, keys, clock }: DevContext, customerId: string): Promise<string> {
  if (customerId === '' || customerId.length > 255)
    throw new DomainError('BAD_REQUEST', 'no_customer', 'customer: name the id of a customer, of up to 255 characters.')
  const { store, sealer } = services
  const { workspaceId } = keys
  const [known] = await identitySecrets(store.read, workspaceId, sealer)
  const create = () =>
    store.write(async (tx) => (await createIdentitySecret(tx, developer, workspaceId, sealer, clock.now())).secret)
  const secret = known ?? (await create())
  const iat = Math.floor(clock.now() / 1000)
  return new SignJWT({ sub: customerId, iat, exp: iat + TOKEN_SECONDS, jti: randomUUID() })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}
