import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import { widgetKey } from '../../access/keys.ts'
import { findSampleWorkspace, getWorkspace } from '../../access/workspaces.ts'
import { getAssistantSettings } from '../../assistant/settings.ts'
import { pageHeaders, servePage } from '../../http/pages.ts'
import type { Services } from '../../http/services.ts'
import type { Reader } from '../../store/store.ts'
import { PREVIEW_PATH } from '../../widget/origins.ts'
import { getWidgetSettings } from '../../widget/settings.ts'
import { member } from '../credentials.ts'
import { shopHeaders } from './headers.ts'
import { shopPage } from './page.ts'
import { SHOP_SCRIPT } from './script.ts'
import { SHOP_STYLE } from './style.ts'
import { shopAccount, shopProducts } from './view.ts'

/**
 * Serves a page that looks like a shop's, with the chat window of the workspace that a member is in, so that they see it before it is on
 * their own pages. Nobody else gets it: it shows products, and in the sample shop orders.
 */
export function mountShopPage(app: H3, services: Services): void {
  servePage(app, PREVIEW_PATH, services, (event) => preview(event, services))
  for (const [name, type, body] of [
    ['shop.js', 'text/javascript', SHOP_SCRIPT],
    ['shop.css', 'text/css', SHOP_STYLE],
  ] as const)
    servePage(
      app,
      PREVIEW_PATH.replace(/shop$/, name),
      services,
      (event) => new Response(body, { headers: { ...pageHeaders(event), ...shopHeaders(type) } }),
    )
}

async function preview(event: H3Event, { store: { read }, clock, settings, limiter }: Services): Promise<Response> {
  const { req } = event.node as { req: IncomingMessage }
  const caller = await member.find(read, req, clock.now(), settings)
  // To the page of the console where people sign in.
  if (!caller) return new Response(null, { status: 302, headers: { location: './', 'cache-control': 'no-store' } })
  limiter.take(['calls'], caller.id)
  const { searchParams } = event.url
  const asked = { customerId: searchParams.get('customer') || null, orderId: searchParams.get('order') || null }
  return new Response(await pageOf(read, caller.workspaceId, asked), {
    headers: { ...pageHeaders(event), ...shopHeaders('text/html') },
  })
}

async function pageOf(
  read: Reader,
  workspaceId: string,
  asked: { customerId: string | null; orderId: string | null },
): Promise<string> {
  const [workspace, sample, key, chat, { shopName }, products] = await Promise.all([
    getWorkspace(read, workspaceId),
    findSampleWorkspace(read),
    widgetKey(read, workspaceId),
    getWidgetSettings(read, workspaceId),
    getAssistantSettings(read, workspaceId),
    shopProducts(read, workspaceId),
  ])
  return shopPage({
    name: shopName ?? workspace.name,
    key: key?.key ?? null,
    chat,
    links: [{ href: './', text: 'Console' }],
    products,
    // Real customers are signed in by their shop alone.
    account: sample === workspaceId ? await shopAccount(read, workspaceId, asked) : null,
    tokens: 'api/sample-shop/token',
  })
}
