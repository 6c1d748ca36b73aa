import { jsonPresets } from '../../../rows/presets/json-list.ts'
import { tablePresets } from '../../../rows/presets/list.ts'

export { presetOfJson } from '../../../rows/presets/json-list.ts'
export { isTicketReport, nearPresets, presetOfTable, TICKET_REPORT } from '../../../rows/presets/list.ts'
export { notesOf, presetMapping } from '../../../rows/presets/table-mapping.ts'
export { ownJsonReader, shopJsonReader, tableReader } from '../../../rows/reader.ts'

export const tableFormatNamed = (name: string | undefined) => tablePresets.find((preset) => preset.name === name)
export const jsonFormatNamed = (name: string | undefined) => jsonPresets.find((preset) => preset.name === name)
