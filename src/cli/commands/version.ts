import { commit, version } from '../../lib/version.ts'
import { sqliteVersion } from '../../store/sqlite/sqlite.ts'

/** What a report of a defect should name, on one line. */
export function versions(): string {
  return `storewire ${version} (commit ${commit()}, Node.js ${process.versions.node}, SQLite ${sqliteVersion()})`
}
