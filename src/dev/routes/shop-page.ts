import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import * as v from 'valibot'
import { shopHeaders } from '../../console/shop-page/headers.ts'
import { shopPage } from '../../console/shop-page/page.ts'
import { SHOP_SCRIPT } from '../../console/shop-page/script.ts'
import { SHOP_STYLE } from '../../console/shop-page/style.ts'
import { shopAccount, shopProducts } from '../../console/shop-page/view.ts'
import type { Route } from '../../http/route.ts'
import { customerToken } from '../../sample-shop/customer-token.ts'
import { getWidgetSettings } from '../../widget/settings.ts'
import type { DevContext } from '../context.ts'
import { refuseOtherPages } from '../credential.ts'
import { developer } from '../workspace.ts'
import { devRoute } from './dev-route.ts'

/** The sample shop's website: a page with the chat window, on which each of its customers can be signed in. */
export function mountShopPage(app: H3, context: DevContext): void {
  const answer = (event: H3Event, type: string, body: string) => {
    refuseOtherPages(event.node?.req as IncomingMessage)
    return new Response(body, { headers: shopHeaders(type) })
  }
  app.use('/dev/shop', async (event, next) => {
    // Programs get the rules of the shop as JSON at the same address.
    if (event.req.method !== 'GET' || !event.req.headers.get('accept')?.includes('text/html')) return next()
    return answer(event, 'text/html', await page(context, event.url.searchParams))
  })
  app.get('/dev/shop.js', (event) => answer(event, 'text/javascript', SHOP_SCRIPT))
  app.get('/dev/shop.css', (event) => answer(event, 'text/css', SHOP_STYLE))
}

async function page({ services: { store }, keys }: DevContext, asked: URLSearchParams): Promise<string> {
  const { workspaceId, publishableKey } = keys
  const [chat, products, account] = await Promise.all([
    getWidgetSettings(store.read, workspaceId),
    shopProducts(store.read, workspaceId),
    shopAccount(store.read, workspaceId, {
      customerId: asked.get('customer') || null,
      orderId: asked.get('order') || null,
    }),
  ])
  return shopPage({
    name: 'Sample shop',
    key: publishableKey,
    chat,
    links: [
      { href: '../console/dev', text: 'storewire dev' },
      { href: '../console', text: 'Console' },
    ],
    products,
    account,
    tokens: 'shop/token',
  })
}

/** What the sample shop's server does for its page, at the time of the developer's clock. */
export function shopPageRoutes(context: DevContext): Route[] {
  return [
    devRoute(context, {
      method: 'POST',
      path: '/dev/shop/token',
      operationId: 'signShopCustomerIn',
      summary: 'An identity token of the sample shop for a customer',
      fields: {
        customerId: v.pipe(
          v.string('must be the id of a customer'),
          v.minLength(1, 'must not be empty'),
          v.maxLength(255, 'must have at most 255 characters'),
        ),
      },
      example: { customerId: 'c_81' },
      handler: async ({ body: { customerId } }) => {
        const { services, keys, clock } = context
        const of = { workspaceId: keys.workspaceId, customerId }
        return { token: await customerToken(services, developer, of, clock.now()) }
      },
    }),
  ]
}
