import { constants } from 'node:os'
import type Database from 'better-sqlite3'

/** The option of better-sqlite3 for a loaded addon. */
export type AddonOption = Pick<Database.Options, 'nativeBinding'>

/** Loads the SQLite addon from `file`. @param flags of dlopen */
export function loadAddon(file: string, flags: number | undefined = constants.dlopen.RTLD_LAZY): AddonOption {
  const addon = { exports: {} }
  process.dlopen(addon, file, flags)
  // The type allows only the path of an addon; better-sqlite3 also accepts a loaded one.
  return { nativeBinding: addon.exports as unknown as string }
}

/** dlopen's flags for a library that this process has already loaded: RTLD_NOW and RTLD_NOLOAD, which Node.js does not export. */
const LOADED_ALREADY: Partial<Record<NodeJS.Platform, number>> = { linux: 0x2 | 0x4, darwin: 0x2 | 0x10 }

/** The addon that was loaded from `file`, which may be deleted: the system finds it by name. @throws if it is not loaded */
export function loadedAddon(file: string): AddonOption {
  return loadAddon(file, LOADED_ALREADY[process.platform])
}
