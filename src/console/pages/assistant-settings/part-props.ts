import type { AssistantSettings } from '../api-types.ts'

/** What every part of the form gets. */
export interface PartProps {
  draft: AssistantSettings
  change: (part: Partial<AssistantSettings>) => void
  issue: (field: string) => string | undefined
}
