// node scripts/soak/crash.ts [KILLS]: the crash test of an import with a number of kills of your choice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importThroughCrashes } from '../../test/support/crashing-import.ts'

const folder = mkdtempSync(join(tmpdir(), 'storewire-crash-'))
try {
  console.log(await importThroughCrashes(join(folder, 'crash.db'), Number(process.argv[2] ?? 100)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
