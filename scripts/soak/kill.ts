// node scripts/soak/kill.ts [KILLS]: single pushes under load, with a number of kills of your choice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pushThroughKills } from '../../test/support/crashing-pushes.ts'

const folder = mkdtempSync(join(tmpdir(), 'storewire-kill-'))
try {
  console.log(await pushThroughKills(join(folder, 'kill.db'), Number(process.argv[2] ?? 100)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
