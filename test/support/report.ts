import { type Report, readReport } from '../../src/report/figures.ts'
import type { Api } from './server.ts'
import { until } from './until.ts'

/** Waits until the report has read everything, and reads it. */
export async function report(api: Api, days = 30): Promise<Report> {
  await counted(api)
  return readReport(api.store.read, api.workspaceId, days, api.clock.now())
}

/** Waits until the report has counted all that has happened. */
export async function counted({ store, workspaceId }: Pick<Api, 'store' | 'workspaceId'>): Promise<void> {
  await until(async () => {
    const newest = await store.read.get<{ number: number | null }>(
      "SELECT max(number) AS number FROM changes WHERE workspace_id = ? AND kind IN ('conversation', 'refund')",
      workspaceId,
    )
    const place = await store.read.get<{ number: number }>(
      "SELECT number FROM change_places WHERE workspace_id = ? AND reader = 'report'",
      workspaceId,
    )
    return newest?.number == null || (place?.number ?? 0) >= newest.number
  })
}

/** All that was counted, by day and measure. */
export async function allMeasures({ store, workspaceId }: Api): Promise<Record<string, number>> {
  const rows = await store.read.all<{ day: string; measure: string; value: number }>(
    'SELECT day, measure, value FROM report_days WHERE workspace_id = ? ORDER BY day, measure',
    workspaceId,
  )
  return Object.fromEntries(rows.map(({ day, measure, value }) => [`${day} ${measure}`, value]))
}
