import { tablePresets } from '../../../rows/presets/list.ts'

export { isTicketReport, nearPresets, presetOfTable, TICKET_REPORT } from '../../../rows/presets/list.ts'
export { notesOf, presetMapping } from '../../../rows/presets/table-mapping.ts'
export { tableReader } from '../../../rows/reader.ts'

export const formatNamed = (name: string | undefined) => tablePresets.find((preset) => preset.name === name)
