import { jsonPresets } from '../../../rows/presets/json-list.ts'

export { presetOfJson } from '../../../rows/presets/json-list.ts'
export { ownJsonReader, shopJsonReader } from '../../../rows/reader.ts'

export const formatNamed = (name: string | undefined) => jsonPresets.find((preset) => preset.name === name)
