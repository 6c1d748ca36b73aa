// node scripts/soak/events.ts [KILLS]: chats that wait for people, with a number of kills of your choice; each must have its event.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitThroughKills } from '../../test/support/crashing-events.ts'

const TELL_EACH = 50

const folder = mkdtempSync(join(tmpdir(), 'storewire-events-'))
try {
  const tell = (kill: number) => kill % TELL_EACH === 0 && console.log(`${kill} kills`)
  console.log(await waitThroughKills(join(folder, 'events.db'), Number(process.argv[2] ?? 100), tell))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
