import { assistantFeature } from '../assistant/feature.ts'
import { deskOf } from '../assistant/settings.ts'
import { connectFeature } from '../connect/feature.ts'
import { consoleFeature } from '../console/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { callFeature, workspaceFeature } from '../http/base-features.ts'
import { type Feature, joinFeatures } from '../http/feature.ts'
import { requestLogFeature } from '../http/request-log/feature.ts'
import { lettersFeature } from '../letters/feature.ts'
import { lookupFeature } from '../lookup/feature.ts'
import { mailFeature } from '../mail/feature.ts'
import type { Mailer } from '../mail/mailer.ts'
import { objectsFeature } from '../objects/feature.ts'
import type { ShopOutbound } from '../refunds/endpoint/shop-outbound.ts'
import { refundsFeature } from '../refunds/feature.ts'
import { reportFeature } from '../report/feature.ts'
import { sampleShopFeature } from '../sample-shop/feature.ts'
import { searchFeature } from '../search/feature.ts'
import { segmentsFeature } from '../segments/feature.ts'
import { newestOpenOrder } from '../tools/order-card.ts'
import { widgetFeature } from '../widget/feature.ts'

/** Services that features need in addition to those of every server. */
export interface Needed {
  /** Calls the refund endpoints of shops. */
  outbound: ShopOutbound
  /** Sends mails. */
  mailer: Mailer
}

/**
 * THE list of features, in the order of the API reference. Refunds come before chats: the refunds of an erased customer's chats are found
 * only while the chats still belong to the customer; so are mails and events. A server without one of the optional ones serves all the rest.
 */
export const features = {
  calls: callFeature,
  search: searchFeature,
  objects: objectsFeature,
  lookup: lookupFeature,
  segments: segmentsFeature,
  refunds: refundsFeature,
  mail: mailFeature,
  events: eventsFeature,
  report: reportFeature,
  assistant: assistantFeature,
  widget: widgetFeature({ deskOf, openOrderOf: newestOpenOrder }),
  connect: connectFeature,
  letters: lettersFeature,
  sampleShop: sampleShopFeature,
  requestLog: requestLogFeature,
  workspaces: workspaceFeature,
  console: consoleFeature,
} satisfies Record<string, Feature<Needed>>

export const joinedFeatures = joinFeatures<Needed>(Object.values(features))

export const {
  routes,
  webhooks,
  tags,
  tables: workspaceTables,
  secrets: secretTables,
  hooks,
  jobs: jobHandlers,
} = joinedFeatures
