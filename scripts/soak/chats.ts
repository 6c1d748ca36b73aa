// node scripts/soak/chats.ts [KILLS]: chats with the assistant and refunds in them, with a number of kills of your choice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chatThroughKills } from '../../test/support/crashing-chats.ts'

const TELL_EACH = 50

const folder = mkdtempSync(join(tmpdir(), 'storewire-chats-'))
try {
  const tell = (kill: number) => kill % TELL_EACH === 0 && console.log(`${kill} kills`)
  console.log(await chatThroughKills(join(folder, 'chats.db'), Number(process.argv[2] ?? 300), tell))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
