import { timeZoneOf } from '../access/workspaces.ts'
import { getAssistantSettings } from '../assistant/settings.ts'
import { dayIn } from '../lib/days.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'

/** The newest day whose chats have lost answers, since these are kept for some days only: its counts stay as they are. */
export async function frozenDay(reader: Reader, workspaceId: string, now: number): Promise<string> {
  const { keepTurnsDays } = await getAssistantSettings(reader, workspaceId)
  return dayIn(await timeZoneOf(reader, workspaceId), now - keepTurnsDays * DAY_MS)
}
