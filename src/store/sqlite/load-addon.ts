import { constants } from 'node:os'
import type Database from 'better-sqlite3'

/** An addon as better-sqlite3 takes it. */
export type AddonOption = Pick<Database.Options, 'nativeBinding'>

/** Loads the SQLite addon from `file`. @param flags of dlopen */
export function loadAddon(file: string, flags: number | undefined = constants.dlopen.RTLD_LAZY): AddonOption {
  const addon = { exports: {} }
  process.dlopen(addon, file, flags)
  // The type knows the path of an addon only; better-sqlite3 takes a loaded one as well.
  return { nativeBinding: addon.exports as unknown as string }
}

/** dlopen's flags for a library that this process has loaded already, and no other: RTLD_NOW and RTLD_NOLOAD, which Node.js does not name. */
const LOADED_ALREADY: Partial<Record<NodeJS.Platform, number>> = { linux: 0x2 | 0x4, darwin: 0x2 | 0x10 }

/** Takes the addon that was loaded from `file`, which may be gone: the system finds it by its name. @throws where it is not loaded */
export function loadedAddon(file: string): AddonOption {
  return loadAddon(file, LOADED_ALREADY[process.platform])
}
