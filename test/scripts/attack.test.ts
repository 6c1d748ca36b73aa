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
  const { code, stdout, stderr } = await attack('5', '--seconds', '2')
  assert.equal(stderr, '')
  assert.match(stdout, /^5: median push \d/m)
  assert.match(stdout, /^muchChat got .*\b200 \d+×/m)
  assert.match(stdout, /^5 +guest: much chat( +[\d.NaN]+){5} +(ok|FAILED)$/m)
  assert.equal(code, / FAILED$/m.test(stdout) ? 1 : 0)
})

test('an unknown row is an error that lists the rows', async () => {
  assert.deepEqual(await attack('9'), {
    code: 2,
    stdout: '',
    stderr:
      'unknown row: 9. Rows: all, 1, 2, 2b, 3, 4, 5, 6, 6b, 7, 3b, 3c, 3d, 5b, 6c, together, fairness, defaults.\n',
  })
})
