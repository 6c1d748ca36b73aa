/*
 * What the rest of the program does with the engine as a whole: open it, copy it, bring it back, look into it. Its data goes through
 * `Store` (store.ts) and its full-text index (text-index.ts). A second engine would answer to the same verbs.
 */

// Copies
export {
  type Backup,
  backUp,
  backUpInto,
  backUpTo,
  type CopyOptions,
  fileTime,
  lastBackupAt,
  listBackups,
  withCopy,
} from './sqlite/backup.ts'
// Its errors
export { isReferredTo, openingError } from './sqlite/failures.ts'
// A look at its files, also of one that cannot be opened
export { type FileSizes, fileSizes, logBytes } from './sqlite/files.ts'
export { hasForeignLog, strandedLog } from './sqlite/header.ts'
export { fileBehind } from './sqlite/lock.ts'
export { migrations } from './sqlite/migrations.ts'
export { backUpBeside, NIGHTLY_CRON, nightlyFolder, requireRoomForNightly } from './sqlite/nightly.ts'
// Opening
export { type OpenOptions, openStore } from './sqlite/open.ts'
export { restore } from './sqlite/restore.ts'
export { quoted, sqliteVersion } from './sqlite/sqlite.ts'
export { type Inspection, inspectDatabase, verifyDatabase } from './sqlite/verify.ts'
