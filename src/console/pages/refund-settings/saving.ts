import type { RefundSettings, RefundSettingsChange } from '../api-types.ts'

/** What each part of the page gets. `save` shows the settings as they are afterwards, and throws an ApiError if they were refused. */
export interface PartProps {
  settings: RefundSettings
  save: (change: RefundSettingsChange) => Promise<void>
}
