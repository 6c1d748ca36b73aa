import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { BIN, startProcess } from '../support/process.ts'

const page = readFileSync(new URL('../../docs/developing.md', import.meta.url), 'utf8')
const [start = '', ...blocks] = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)

/** What the commands print, as the page has it below each: the parts between ellipses, in order. */
const expected = blocks.flatMap((block) =>
  [...block.matchAll(/^# (.*)$/gm)].flatMap(([, line = '']) => line.split('…')),
)

test('following docs/developing.md pushes an order, shows why another is rejected, and runs refunds to success', async (t) => {
  const flags = start.trim().split(' ').slice(3)
  const dev = await startProcess(t, flags, { command: 'dev' })
  const { origin } = new URL(dev.baseUrl)
  const tools = `set -e; curl() { command curl -sS "$@"; echo; }; npx() { shift; '${process.execPath}' '${BIN}' "$@"; }`
  const script = `${tools}\n${blocks.join('\n').replaceAll('http://127.0.0.1:8787', origin)}`
  const env = { PATH: process.env.PATH, STOREWIRE_URL: origin }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env })
  assert.ok(blocks.length === 4 && expected.length > 10)
  let position = 0
  for (const part of expected) {
    const found = stdout.indexOf(part, position)
    assert.ok(found >= 0, `${part} is not in ${stdout.slice(position)}`)
    position = found + part.length
  }
})
