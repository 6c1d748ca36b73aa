import type { AssistantSettings } from '../api-types.ts'
import type { Settings } from '../settings/use-settings.ts'

/** What every part of the form gets. */
export interface PartProps {
  settings: Settings<AssistantSettings>
}
