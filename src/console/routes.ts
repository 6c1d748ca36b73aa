import type { Route } from '../http/route.ts'
import { accountRoutes } from './account-routes.ts'
import { assistantModelRoutes } from './assistant-model-routes.ts'
import { assistantRoutes, trialRoutes } from './assistant-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { chatActionRoutes } from './chats/action-routes.ts'
import { chatDeskRoutes } from './chats/desk-routes.ts'
import { chatPictureRoutes } from './chats/picture-routes.ts'
import { chatReadRoutes } from './chats/read-routes.ts'
import { savedReplyRoutes } from './chats/saved-reply-routes.ts'
import { chatWhyRoutes } from './chats/why-routes.ts'
import { connectionRoutes } from './connection-routes.ts'
import { articleRoutes, dataDetailRoutes } from './data/detail-routes.ts'
import { dataListRoutes, findRoutes } from './data/list-routes.ts'
import { segmentViewRoutes } from './data/segment-routes.ts'
import { eventLogRoutes } from './event-log-routes.ts'
import { eventEndpointRoutes } from './event-routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { homeRoutes } from './home-routes.ts'
import { importBatchRoutes } from './imports/batch-routes.ts'
import { importEraseRoutes } from './imports/erase-routes.ts'
import { importViewRoutes } from './imports/routes.ts'
import { keyRoutes } from './key-routes.ts'
import { letterSettingsRoutes } from './letter-settings-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { liveRoutes, presenceRoutes, typingRoutes } from './live-routes.ts'
import { memberMailRoutes } from './member-mail-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { pictureHostRoutes } from './picture-host-routes.ts'
import { pushRoutes } from './push-routes.ts'
import { refundDecisionRoutes } from './refund-decisions.ts'
import { refundListRoutes } from './refund-routes.ts'
import { reportViewRoutes } from './report-routes.ts'
import { sampleShopRoutes } from './sample-shop-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { systemMailRoutes } from './system-mail-routes.ts'
import { systemRoutes } from './system-routes.ts'
import { viewRoutes } from './views/routes.ts'
import { widgetAccessRoutes } from './widget-access-routes.ts'
import { widgetLogoRoutes } from './widget-logo-routes.ts'
import { widgetSettingsRoutes } from './widget-settings-routes.ts'

/** Every route of the console's own API, which the API reference does not describe. */
export const consoleRoutes: Route[] = [
  ...sessionRoutes,
  ...linkRoutes,
  ...accountRoutes,
  ...memberRoutes,
  ...memberMailRoutes,
  ...keyRoutes,
  ...orderRoutes,
  ...refundListRoutes,
  ...refundDecisionRoutes,
  ...settingsRoutes,
  ...eventEndpointRoutes,
  ...eventLogRoutes,
  ...assistantRoutes,
  ...assistantModelRoutes,
  ...widgetSettingsRoutes,
  ...widgetAccessRoutes,
  ...widgetLogoRoutes,
  ...letterSettingsRoutes,
  ...pictureHostRoutes,
  ...liveRoutes,
  ...connectionRoutes,
  ...homeRoutes,
  ...reportViewRoutes,
  ...typingRoutes,
  ...presenceRoutes,
  ...findRoutes,
  ...chatReadRoutes,
  ...chatWhyRoutes,
  ...chatActionRoutes,
  ...chatPictureRoutes,
  ...chatDeskRoutes,
  ...savedReplyRoutes,
  ...trialRoutes,
  ...dataListRoutes,
  ...dataDetailRoutes,
  ...exportRoutes,
  ...viewRoutes,
  ...segmentViewRoutes,
  ...articleRoutes,
  ...pushRoutes,
  ...auditRoutes,
  ...systemRoutes,
  ...systemMailRoutes,
  ...sampleShopRoutes,
  ...importViewRoutes,
  ...importBatchRoutes,
  ...importEraseRoutes,
]
