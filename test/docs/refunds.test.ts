import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { newSigningSecret } from '../../src/outbound/signing.ts'
import { BIN, startProcess, storewire } from '../support/process.ts'
import { rawConnection } from '../support/raw-http.ts'
import { tempFolder } from '../support/server.ts'

/** Preloaded, prints the port on which a program listens: the page's does not, and a port must not be guessed. */
const TELLS_PORT = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel'
  subscribe('tracing:net.server.listen:asyncEnd', ({ server }) => console.log(server.address().port))`)}`

const page = readFileSync(new URL('../../docs/refunds.md', import.meta.url), 'utf8')

/** Writes the endpoint of docs/refunds.md into a folder. */
function writeEndpoint(folder: string): void {
  const code = /```js\n(\/\/ refunds\.mjs:[\s\S]*?)```/.exec(page)?.[1]
  assert.ok(code)
  writeFileSync(join(folder, 'refunds.mjs'), code)
}

/** Starts the endpoint of docs/refunds.md in a folder of its own; resolves with its address. */
async function startEndpoint(t: TestContext, folder: string, secret: string): Promise<string> {
  writeEndpoint(folder)
  const child = spawn(process.execPath, ['--import', TELLS_PORT, 'refunds.mjs'], {
    cwd: folder,
    env: { STOREWIRE_REFUND_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const [port] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}/`
}

/** The page's commands as a shell runs them, but for ports: the endpoint gets a free one, which commands that name it wait for. */
const TOOLS = `set -eo pipefail
trap 'kill $(jobs -p)' EXIT
node() {
  if [ "$1" = refunds.mjs ]; then PORT=0 exec '${process.execPath}' --import "$TELLS_PORT" refunds.mjs > port; fi
  '${process.execPath}' "$@"
}
npx() {
  shift
  local args=("$@")
  for index in "\${!args[@]}"; do
    if [ "\${args[$index]}" = http://127.0.0.1:4000/ ]; then
      until [ -s port ]; do command sleep 0.05; done
      args[$index]=http://127.0.0.1:$(cat port)/
    fi
  done
  '${process.execPath}' '${BIN}' "\${args[@]}"
}
sleep() { until npx storewire refunds show $REFUND --json | grep -q '"status":"succeeded"'; do command sleep 0.2; done; }
curl() { command curl -sS "$@"; }
`

test('pasting the blocks of the page in order refunds an order, reports another, and checks the endpoint', async (t) => {
  const folder = await tempFolder(t)
  const db = join(folder, 'storewire.db')
  const { baseUrl } = await startProcess(t, ['--db', db])
  writeEndpoint(folder)
  const [, pasted = ''] = page.split('\n## Try it on your machine\n')
  const blocks = [...pasted.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  assert.ok(blocks.length >= 5)
  const script = TOOLS + blocks.join('\n').replaceAll('http://127.0.0.1:8787', new URL(baseUrl).origin)
  const env = { PATH: process.env.PATH, STOREWIRE_DB: db, TELLS_PORT }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env })
  for (const line of [
    /^act_\S+ +o_1001 +39\.00 EUR +defect +succeeded +re_o_1001 /m,
    /executing → succeeded +answered_succeeded by refund endpoint/,
    /^\{"id":"act_\w+","status":"succeeded"\}/m,
    /^refused, as it should be$/m,
    /defect +4$/m,
  ])
    assert.match(stdout, line)
  assert.match(readFileSync(join(folder, 'report.xml'), 'utf8'), /failures="0"/)
})

test("the page's refund endpoint passes every check, in both modes", async (t) => {
  const secret = newSigningSecret()
  for (const mode of ['execute', 'request']) {
    // Each with an order of which nothing was refunded yet.
    const url = await startEndpoint(t, await tempFolder(t), secret)
    const args = ['endpoint', 'check', url, '--order', 'o_1001', '--mode', mode, '--json']
    const { stdout, stderr } = await storewire(args, { env: { STOREWIRE_REFUND_SECRET: secret } })
    const { passed, failed, checks } = JSON.parse(stdout)
    assert.deepEqual([failed, checks.filter(({ status }: { status: string }) => status === 'fail')], [0, []], stderr)
    assert.ok(passed >= 41, stdout)
  }
})

test("the page's refund endpoint survives invalid signatures, half requests and bodies that are not JSON", async (t) => {
  const url = await startEndpoint(t, await tempFolder(t), 'whsec_right')
  const send = async (headers: Record<string, string>, body = '{}') =>
    (await fetch(url, { method: 'POST', body, headers })).status
  const t0 = Math.floor(Date.now() / 1000)
  assert.equal(await send({ 'service-signature': `t=${t0},v1=${'é'.repeat(64)}` }), 401)
  const { socket, closed } = await rawConnection(t, url)
  socket.end('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 20\r\n\r\n{}')
  await closed
  const v1 = createHmac('sha256', 'whsec_right').update(`${t0}.nonsense`).digest('hex')
  assert.equal(await send({ 'service-signature': `t=${t0},v1=${v1}` }, 'nonsense'), 400)
})
