import { session } from '../session.ts'
import type { Plan } from './plan.ts'

/** A row that the server rejected: its line, or its place in a list, and why. Its content is not kept: it is somebody's data. */
export type Rejected = [place: number, why: string]

/** Where an import is. It is stored in the browser after each batch, so that it survives the tab; nothing of the rows is in it. */
export interface ImportState {
  importId: string
  file: { name: string; size: number; lastModified: number }
  plan: Plan
  /** For objects without one, in epoch milliseconds. */
  importedAt: number
  /** The objects of the file, and those that were sent or rejected. */
  objects: number
  done: number
  rejected: Rejected[]
  isDone: boolean
}

const nameOf = () => `storewire.file-import.${session.value?.workspace.id}`

export function storedImport(): ImportState | undefined {
  try {
    const text = localStorage.getItem(nameOf())
    return text === null ? undefined : (JSON.parse(text) as ImportState)
  } catch {
    // Where storage is blocked, an import lasts as long as its tab.
    return undefined
  }
}

export function storeImport(state: ImportState | undefined): void {
  try {
    if (state) localStorage.setItem(nameOf(), JSON.stringify(state))
    else localStorage.removeItem(nameOf())
  } catch {
    // As above: the import goes on.
  }
}

/** Whether somebody has chosen the file of an import again. */
export function isSameFile({ file }: ImportState, { name, size, lastModified }: File): boolean {
  return file.name === name && file.size === size && file.lastModified === lastModified
}
