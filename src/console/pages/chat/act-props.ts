import type { ChatRow } from '../api-types.ts'
import type { Option } from '../parts/combobox.tsx'

/** Of a dialog that does something with a chat. */
export interface ActProps {
  chat: ChatRow
  onClose: () => void
  onDone: () => void
}

/** Whether the title of an option has a text. */
export function fits(text: string): (option: Option) => boolean {
  const wanted = text.trim().toLowerCase()
  return ({ title }) => title.toLowerCase().includes(wanted)
}
