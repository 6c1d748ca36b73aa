import { serverNow } from '../server-clock.ts'

/** When people begin to work. */
const MORNING = 9
const MONDAY = 1

/** The times that people mostly choose, in their own time zone. */
export function snoozeTimes(): { name: 'hours' | 'tomorrow' | 'monday' | 'week'; at: Date }[] {
  const now = new Date(serverNow())
  const morningIn = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
  const toMonday = (MONDAY - now.getDay() + 7) % 7 || 7
  return [
    { name: 'hours', at: new Date(now.getTime() + 3 * 3_600_000) },
    { name: 'tomorrow', at: morningIn(1) },
    ...(toMonday === 1 ? [] : [{ name: 'monday' as const, at: morningIn(toMonday) }]),
    { name: 'week', at: morningIn(7) },
  ]
}
