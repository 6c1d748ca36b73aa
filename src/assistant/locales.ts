import { fieldsOf } from '../objects/find/read.ts'
import { customers } from '../objects/types/customer.ts'
import type { Reader } from '../store/store.ts'
import type { AssistantSettings } from '../tools/settings.ts'
import type { Device } from '../tools/tool.ts'
import type { ConversationState } from './answer.ts'

/** The language and time zone of the newest session's device. */
export async function visitorOf(reader: Reader, conversationId: string): Promise<Device> {
  const row = await reader.get<Device>(
    'SELECT locale, time_zone AS "timeZone" FROM widget_sessions WHERE conversation_id = ? ORDER BY id DESC LIMIT 1',
    conversationId,
  )
  return row ?? { locale: null, timeZone: null }
}

/** The language of the conversation; before somebody has written that of the page, if the assistant speaks it, or else the workspace's own. */
export async function spokenLanguage(
  reader: Reader,
  conversationId: string,
  {
    state,
    settings: { languages: spoken, defaultLanguage },
  }: { state: Pick<ConversationState, 'language'>; settings: AssistantSettings },
): Promise<string> {
  if (state.language !== null) return state.language
  const language = (await visitorOf(reader, conversationId)).locale?.split('-')[0]?.toLowerCase() ?? defaultLanguage
  return (spoken as string[]).includes(language) ? language : defaultLanguage
}

/** The language of a signed-in customer, as the shop has pushed it. */
export async function customerLocaleOf(
  reader: Reader,
  workspaceId: string,
  customerId: string | null,
): Promise<string | null> {
  if (customerId === null) return null
  return (
    (await fieldsOf<{ locale: string | null }>(reader, customers, workspaceId, customerId, ['locale']))?.locale ?? null
  )
}
