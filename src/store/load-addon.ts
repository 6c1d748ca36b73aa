import type Database from 'better-sqlite3'

/** An addon as better-sqlite3 takes it. */
export type AddonOption = Pick<Database.Options, 'nativeBinding'>

/** Loads the SQLite addon from `file`. */
export function loadAddon(file: string): AddonOption {
  const addon = { exports: {} }
  process.dlopen(addon, file)
  return option(addon)
}

/** dlopen's flags for a library that this process has loaded already, and no other: RTLD_NOW and RTLD_NOLOAD, which Node.js does not name. */
const LOADED_ALREADY: Partial<Record<NodeJS.Platform, number>> = { linux: 0x2 | 0x4, darwin: 0x2 | 0x10 }

/** Takes the addon that was loaded from `file`, which may be gone: the system finds it by its name. @throws where it is not loaded */
export function loadedAddon(file: string): AddonOption {
  const addon = { exports: {} }
  process.dlopen(addon, file, LOADED_ALREADY[process.platform])
  return option(addon)
}

// The type knows the path of an addon only; better-sqlite3 takes a loaded one as well.
const option = ({ exports }: { exports: object }): AddonOption => ({ nativeBinding: exports as unknown as string })
