import { jsonPresets, tablePresets } from '../../../rows/presets/list.ts'

export { nearPresets, presetOfJson, presetOfTable } from '../../../rows/presets/list.ts'
export { notesOf, presetMapping } from '../../../rows/presets/table-mapping.ts'
export { ownJsonReader, shopJsonReader, tableReader } from '../../../rows/reader.ts'

export const formatNamed = (name: string | undefined) => tablePresets.find((preset) => preset.name === name)
export const jsonFormatNamed = (name: string | undefined) => jsonPresets.find((preset) => preset.name === name)
