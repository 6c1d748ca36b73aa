import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ATTACK = fileURLToPath(new URL('../../scripts/soak/attack.ts', import.meta.url))

async function attack(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [ATTACK, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

// How much harm it does depends on the machine: that is what the long run is for.
test('the soak attacks a server, measures its shop and prints a row', async () => {
  const { code, stdout, stderr } = await attack('muchChat', '--seconds', '2')
  assert.equal(stderr, '')
  assert.match(stdout, /^strangers +muchChat( +[\d.NaN]+){6} +(ok|FAILED)$/m)
  assert.match(stdout, /^ +muchChat got .*\b200 \d+×/m)
  assert.equal(code, / FAILED$/m.test(stdout) ? 1 : 0)
})

test('an unknown attack is an error that lists the attacks', async () => {
  const { code, stdout, stderr } = await attack('floods')
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /^unknown attack: floods\. Attacks: all, unreadPages, .*, together, largeTickets, .*\.\n$/)
})
