import { api, read } from '../api.ts'
import { report as t } from '../texts/en/report.ts'

/** Saves all that was counted as a file, a line a day and measure. Names of measures have no characters that would need quotes. */
export async function saveCsv(days: number): Promise<void> {
  const { data } = await read(api.GET('/report-measures', { params: { query: { days } } }))
  const lines = ['day,measure,value', ...data.map(({ day, measure, value }) => `${day},${measure},${value}`)]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' }))
  link.download = t.csvName(data[0]?.day ?? '', data.at(-1)?.day ?? '')
  link.click()
  URL.revokeObjectURL(link.href)
}
