import type Database from 'better-sqlite3'

/** Loads the SQLite addon from `file`. @returns the option with which better-sqlite3 uses it */
export function loadAddon(file: string): Pick<Database.Options, 'nativeBinding'> {
  const addon = { exports: {} }
  process.dlopen(addon, file)
  // The type knows the path of an addon only; better-sqlite3 takes a loaded one as well.
  return { nativeBinding: addon.exports as unknown as string }
}
