import { listObjects } from '../objects/find/read.ts'
import { articles } from '../objects/types/article.ts'
import { orders } from '../objects/types/order.ts'
import { getRefundSettings } from '../refunds/settings.ts'
import type { Reader } from '../store/store.ts'
import type { FrameConfig } from './frame-config.ts'
import { MOST_STARTERS, type WidgetSettings } from './settings.ts'

/** Subjects of articles about which customers ask, and the text that asks. */
const ABOUT = { returns: 'starterReturns', shipping: 'starterShipping', payment: 'starterPayment' } as const

/**
 * The questions that an empty chat offers as buttons, up to five: those of the settings, else what the workspace can answer. Without the
 * assistant nobody answers at once, so there are only those of the settings.
 */
export async function startersFor(
  reader: Reader,
  workspaceId: string,
  { locale, texts }: Pick<FrameConfig, 'locale' | 'texts'>,
  { settings, hasAssistant }: { settings: Pick<WidgetSettings, 'starters'>; hasAssistant: boolean },
): Promise<string[]> {
  const own = settings.starters.filter(({ language }) => language === locale)
  if (own.length > 0 || !hasAssistant) return own.map(({ text }) => text)
  const has = async (resource: typeof orders, filters = {}) =>
    (await listObjects(reader, resource, workspaceId, { limit: 1, filters })).data.length > 0
  const names: string[] = []
  if (await has(orders)) names.push('starterOrder')
  const { enabled } = await getRefundSettings(reader, workspaceId)
  if (enabled) names.push('starterRefund')
  for (const [topic, name] of Object.entries(ABOUT))
    if (await has(articles, { topic, status: 'published' })) names.push(name)
  return names.flatMap((name) => texts[name] ?? []).slice(0, MOST_STARTERS)
}
