import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createPrometheus } from '../../src/serve/prometheus.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { order } from '../support/objects.ts'
import { startProcess } from '../support/process.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, client, startServer, tempFolder } from '../support/server.ts'
import { until } from '../support/until.ts'

const keyIn = (output: string) => /sk_\w+/.exec(output)?.[0] ?? ''

const BUILD = { version: '1.2.3', commit: 'abc', node: '26.10.0', sqlite: '3.51.0' }

type Samples = Map<string, number>

async function scrape(api: Pick<Api, 'call'>): Promise<Samples> {
  const { status, text, headers } = await api.call('GET', '/../../metrics')
  assert.equal(status, 200, text)
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

async function measured(t: TestContext) {
  const serving = await startProcess(t, [
    '--db',
    join(await tempFolder(t), 'shop.db'),
    '--metrics',
    '--rate-limits',
    'off',
  ])
  return { ...serving, ...client(serving.baseUrl, keyIn(serving.output())) }
}

/** Pictures in chats, in bytes. */
const pictures = { used: 1_000, max: 4_000 }

/** A search index that is behind. */
const search = { waiting: 3, lagMs: 1_500, isFilling: false }

test('requests, objects, commits and files are counted', async (t) => {
  const api = await measured(t)
  await api.push('orders', [order({ id: 'a' }), order({ id: 'b' })])
  await api.push('orders', [order({ id: 'a' }), order({ id: 'c' })])
  const key = { 'idempotency-key': 'k' }
  const again = { json: { data: [order({ id: 'd' })] }, headers: key }
  for (let time = 0; time < 2; time++) assert.equal((await api.call('POST', '/orders', again)).status, 200)
  const { body } = await api.call('POST', '/orders/bulk', { json: { data: [order({ id: 'a', updatedAt: 1 })] } })
  await until(async () => (await api.call('GET', `/batches/${body.batchId}`)).body.status === 'done')
  await api.call('POST', '/orders', { json: { data: [{}] } })
  const samples = await scrape(api)
  const count = (labels: string) => samples.get(`storewire_http_request_duration_seconds_count{${labels}}`)
  assert.equal(count('route="/orders",method="POST",status="200"'), 4)
  assert.equal(count('route="/orders",method="POST",status="400"'), 1)
  assert.equal(count('route="/orders/bulk",method="POST",status="202"'), 1)
  assert.ok((count('route="/batches/{id}",method="GET",status="200"') ?? 0) >= 1)
  const result = (name: string) => samples.get(`storewire_objects_total{resource="orders",result="${name}"}`)
  // A replay stores nothing, and so counts for nothing.
  assert.equal(result('created'), 4)
  assert.equal(result('stale'), 2)
  assert.equal(result('updated'), undefined)
  assert.ok((samples.get('storewire_commit_works_count') ?? 0) >= 4)
  assert.ok((samples.get('storewire_database_bytes{file="database"}') ?? 0) > 0)
  assert.ok((samples.get('storewire_database_bytes{file="wal"}') ?? 0) > 0)
  assert.equal(samples.get('storewire_picture_bytes'), 0)
  assert.equal(samples.get('storewire_picture_limit_bytes'), 1024 ** 3)
  assert.ok(samples.has('nodejs_eventloop_lag_p99_seconds'))
})

test('values that callers choose add no series', async (t) => {
  const api = await measured(t)
  const visit = async (name: string) => {
    await api.call('GET', `/orders/${name}`)
    await api.call('GET', `/${name}/${name}`)
    await api.call('PUT', `/orders/${name}`)
    await api.call('PROPFIND', '/orders')
    await api.call('GET', `/orders?cursor=${name}`)
    await api.call('POST', '/orders', { json: { data: [order({ id: name, status: 'pending' })] } })
  }
  const series = async () => [...(await scrape(api)).keys()].filter((name) => name.startsWith('storewire_')).sort()
  await visit('first')
  await series()
  const before = await series()
  for (let index = 0; index < 20; index++) await visit(`x${index}`)
  assert.deepEqual(await series(), before)
  assert.ok(before.some((name) => name.includes('route="unknown",method="GET",status="404"')))
  assert.ok(before.some((name) => name.includes('route="/orders",method="other",status="405"')))
  assert.ok(!before.some((name) => name.includes('first')))
})

test('jobs are counted by kind, state and age', async () => {
  const { render } = await createPrometheus(BUILD)
  const state = { changes: [], files: { database: 1, wal: 2 }, pictures, search }
  const jobs = [{ kind: 'batch', waiting: 3, running: 1, dead: 2, ageMs: 90_500 }]
  const text = await render({ ...state, jobs })
  assert.match(text, /^storewire_jobs\{kind="batch",state="waiting"\} 3$/m)
  assert.match(text, /^storewire_jobs\{kind="batch",state="running"\} 1$/m)
  assert.match(text, /^storewire_jobs\{kind="batch",state="dead"\} 2$/m)
  assert.match(text, /^storewire_job_age_seconds\{kind="batch"\} 90\.5$/m)
  assert.doesNotMatch(await render({ ...state, jobs: [] }), /batch/)
})

test('the search index shows its lag, and whether everything is being indexed', async () => {
  const { render } = await createPrometheus(BUILD)
  const shown = (isFilling: boolean) =>
    render({ jobs: [], changes: [], files: { database: 1, wal: 2 }, pictures, search: { ...search, isFilling } })
  assert.match(await shown(true), /^storewire_search_lag_seconds 1\.5$/m)
  assert.match(await shown(true), /^storewire_search_queue 3$/m)
  assert.match(await shown(true), /^storewire_search_filling 1$/m)
  assert.match(await shown(false), /^storewire_search_filling 0$/m)
})

test('changes that wait and that were left out are shown by reader', async () => {
  const { render } = await createPrometheus(BUILD)
  const changes = [{ reader: 'search', waiting: 4, oldestAt: 1, skipped: 2 }]
  const text = await render({ jobs: [], changes, files: { database: 0, wal: 0 }, pictures, search })
  assert.match(text, /^storewire_changes_waiting\{reader="search"\} 4$/m)
  assert.match(text, /^storewire_changes_skipped\{reader="search"\} 2$/m)
})

test('the size of pictures is shown beside what they may take', async () => {
  const { render } = await createPrometheus(BUILD)
  const text = await render({ jobs: [], changes: [], files: { database: 0, wal: 0 }, pictures, search })
  assert.match(text, /^storewire_picture_bytes 1000$/m)
  assert.match(text, /^storewire_picture_limit_bytes 4000$/m)
})

test('refund deliveries, events and mails are counted by type and verdict', async () => {
  const { metrics, render } = await createPrometheus(BUILD)
  metrics.refundDelivery('refund.create', 'refused')
  metrics.refundDelivery('refund.create', 'refused')
  metrics.eventDelivery('slack', 'http_status')
  metrics.mail('chat.reply', 'later')
  const text = await render({ jobs: [], changes: [], files: { database: 0, wal: 0 }, pictures, search })
  assert.match(text, /^storewire_refund_deliveries_total\{type="refund\.create",verdict="refused"\} 2$/m)
  assert.match(text, /^storewire_event_deliveries_total\{kind="slack",verdict="http_status"\} 1$/m)
  assert.match(text, /^storewire_mails_total\{kind="chat\.reply",verdict="later"\} 1$/m)
})

test('writes of one moment are counted as one commit', async (t) => {
  const { metrics, render } = await createPrometheus(BUILD)
  const store = await openStore(join(await tempFolder(t), 'test.db'), { create: true, onCommit: metrics.commit })
  t.after(() => store.close())
  await Promise.all([1, 2, 3].map(() => store.write(async () => {})))
  await store.write(async () => {})
  const text = await render({ jobs: [], changes: [], files: { database: 0, wal: 0 }, pictures, search })
  assert.match(text, /^storewire_commit_works_bucket\{le="1"\} 1$/m)
  assert.match(text, /^storewire_commit_works_sum 4$/m)
  assert.match(text, /^storewire_commit_works_count 2$/m)
})

test('/metrics is a 404 unless it is enabled', async (t) => {
  const api = await startServer(t)
  assert.equal((await api.call('GET', '/../../metrics')).status, 404)
})

test('without a token /metrics responds to this machine only, and to nobody behind a proxy', async (t) => {
  const api = await startServer(t, { metricsPage: { token: null, text: async () => 'figures' } })
  const { text, headers } = await api.call('GET', '/../../metrics')
  assert.equal(text, 'figures')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal((await api.call('POST', '/../../metrics')).status, 405)
  for (const header of ['x-forwarded-for', 'forwarded', 'via']) {
    const passedOn = await api.call('GET', '/../../metrics', { headers: { [header]: '127.0.0.1' } })
    assert.equal(passedOn.status, 401)
    assert.match(passedOn.body.message, /--metrics-token/)
  }
})

test("without a token /metrics responds under this machine's names and addresses only, and the API under any", async (t) => {
  const settings = { publicUrl: 'https://support.example.com/api/v1' }
  const metricsPage = { token: null, text: async () => 'figures' }
  const api = await startServer(t, { metricsPage, settings })
  const { host, port } = new URL(api.baseUrl)
  const ask = async (path: string, name: string) => {
    const { socket, closed, received } = await rawConnection(t, api.baseUrl)
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${name}\r\nauthorization: Bearer ${api.key}\r\nconnection: close\r\n\r\n`,
    )
    await closed
    return received()
  }
  for (const name of [host, 'localhost', `[::1]:${port}`, '127.0.0.2', `${hostname()}:${port}`, 'support.example.com'])
    assert.match(await ask('/metrics', name), /^HTTP\/1\.1 200 [\s\S]*figures$/, name)
  for (const name of ['evil.example', 'evil.example:8787', 'localhost.evil.example', '192.0.2.1', 'example.com']) {
    assert.match(await ask('/metrics', name), /^HTTP\/1\.1 403 [\s\S]*"FORBIDDEN"[\s\S]*--metrics-token/, name)
    assert.match(await ask('/api/v1/ping', name), /^HTTP\/1\.1 200 [\s\S]*"orgId"/, name)
    assert.match(await ask('/healthz', name), /^HTTP\/1\.1 200 /, name)
  }
  assert.match(await ask('http://evil.example/metrics', 'localhost'), /^HTTP\/1\.1 403 /)
  // As the page says, whose sentences other tests do not read: 403 here, 401 in the test above.
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  assert.match(page, /A request with another `Host` gets a 403, all\s+others get a 401\./)
})

test('with a token /metrics responds under any name', async (t) => {
  const token = 'tok_0123456789abcdef'
  const api = await startServer(t, { metricsPage: { token, text: async () => 'figures' } })
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(`GET /metrics HTTP/1.1\r\nhost: metrics.example\r\nauthorization: Bearer ${token}\r\n\r\n`)
  assert.match(await until(/figures|\}\}/), /^HTTP\/1\.1 200 /)
})

const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((address) => address && !address.internal && address.family === 'IPv4')?.address

test('a caller from another address is refused without a token', {
  skip: elsewhere ? false : 'this machine has no other address',
}, async (t) => {
  const folder = await tempFolder(t)
  const { baseUrl } = await startProcess(t, ['--db', join(folder, 'a.db'), '--host', elsewhere ?? '', '--metrics'])
  assert.equal((await client(baseUrl, '').call('GET', '/../../metrics')).status, 401)
})

test('with a token /metrics responds to every caller with the token, and guessing is limited', async (t) => {
  const token = 'tok_0123456789abcdef'
  const env = { STOREWIRE_METRICS_TOKEN: token, STOREWIRE_METRICS: '0' }
  const args = ['--db', join(await tempFolder(t), 'shop.db'), '--rate-limits', 'unauthorized=3']
  const { baseUrl } = await startProcess(t, args, { env })
  const statusFor = async (sent: string) => (await client(baseUrl, sent).call('GET', '/../../metrics')).status
  assert.equal(await statusFor(token), 200)
  assert.equal(await statusFor(''), 401)
  assert.equal(await statusFor(token.slice(0, -1)), 401)
  assert.equal(await statusFor(`${token}x`), 401)
  assert.equal(await statusFor('guess'), 429)
  assert.equal(await statusFor(token), 200)
})

test('the dashboard uses existing metrics only, and all of our own', async () => {
  const { metrics, render } = await createPrometheus(BUILD)
  metrics.requestsNotLogged(1)
  const text = await render({
    jobs: [],
    changes: [],
    files: { database: 0, wal: 0 },
    pictures,
    search,
    lastBackupAt: 0,
  })
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
  const dashboard = readFileSync(new URL('../../scripts/deploy/grafana.json', import.meta.url), 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: { title: string; targets: { expr: string }[] }[] }
  assert.ok(panels.length > 10)
  const named = new Set<string>()
  for (const { title, targets } of panels) {
    for (const { expr } of targets) {
      const names = expr.match(/\b(?:storewire|nodejs|process)_\w+/g) ?? []
      assert.ok(names.length > 0, title)
      for (const name of names) {
        const metric = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
        assert.ok(types.has(metric), `${title}: there is no ${name}`)
        assert.equal(types.get(metric) === 'histogram', metric !== name, `${title}: ${name}`)
        named.add(metric)
      }
    }
  }
  const ours = [...types.keys()].filter((name) => name.startsWith('storewire_'))
  assert.deepEqual(
    ours.filter((name) => !named.has(name)),
    [],
  )
})

/** Everything that a server may answer with, at least once. */
async function everything(): Promise<string> {
  const { metrics, render } = await createPrometheus(BUILD)
  metrics.request({ route: '/orders', method: 'POST', status: 200, seconds: 0.01 })
  metrics.objects('orders', { created: 1, updated: 1, stale: 1 })
  metrics.commit(2)
  metrics.refundDelivery('refund.create', 'no_answer')
  metrics.eventDelivery('slack', 'http_status')
  metrics.mail('chat.reply', 'later')
  metrics.assistantTurn('answered', 0.01)
  metrics.assistantHandOver('cancel_order')
  metrics.assistantModel('understand', 'ok', 0.5)
  metrics.requestsNotLogged(1)
  const jobs = [{ kind: 'batch', waiting: 1, running: 1, dead: 1, ageMs: 5 }]
  const backupAges = [{ place: 'bucket', ageMs: 1_000 }]
  return render({
    jobs,
    changes: [],
    files: { database: 1, wal: 1 },
    pictures,
    search,
    lastBackupAt: 1_000,
    backupAges,
  })
}

test('names of metrics follow the rules of Prometheus', async () => {
  const text = await everything()
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
  assert.ok(types.size > 30)
  for (const [name, type] of types) {
    assert.match(name, /^[a-z][a-z0-9_]*$/, name)
    assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'), name)
    assert.equal(name.endsWith('_total'), type === 'counter', name)
    assert.doesNotMatch(name, /_(count|sum|bucket|gauge|counter|histogram|info_info)$/, name)
    assert.doesNotMatch(name, /_(milliseconds|ms|minutes|hours|kilobytes|megabytes|percent)(_|$)/, name)
  }
  for (const [, label = ''] of text.matchAll(/[{,](\w+)="/g)) assert.match(label, /^[a-z][a-z0-9_]*$/)
})

const promtool = spawnSync('promtool', ['--version']).status === 0
const skip = promtool ? false : 'there is no promtool (Debian: apt-get install prometheus)'

test('promtool accepts the metrics', { skip }, async () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: await everything() })
  assert.deepEqual([status, String(stdout), String(stderr)], [0, '', ''])
})

const deploy = fileURLToPath(new URL('../../scripts/deploy/', import.meta.url))

test('promtool accepts the alert rules, and each fires only when it should', { skip }, () => {
  for (const args of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: deploy, encoding: 'utf8' })
    assert.equal(status, 0, `${stdout}${stderr}`)
  }
})

test('the alert rules use existing metrics and labels, and each has its unit test', async () => {
  const text = await everything()
  const rules = readFileSync(join(deploy, 'alerts.yml'), 'utf8')
  const names = new Set(rules.match(/\b(?:storewire|nodejs|process)_\w+/g))
  assert.ok(names.size >= 6)
  for (const name of names) assert.match(text, new RegExp(`^${name}[{ ]`, 'm'), name)
  for (const [, label = ''] of rules.matchAll(/\{(\w+)[!=]/g))
    assert.match(`job="",${text}`, new RegExp(`\\b${label}="`))
  const tested = readFileSync(join(deploy, 'alerts.test.yml'), 'utf8')
  for (const [, alert = ''] of rules.matchAll(/- alert: (\w+)/g))
    assert.match(tested, new RegExp(`alertname: ${alert}\\n +exp_alerts:`), alert)
})

test('the versions of storewire, Node.js and SQLite are shown', async (t) => {
  const samples = await scrape(await measured(t))
  const [name = ''] = [...samples.keys()].filter((key) => key.startsWith('storewire_build_info'))
  assert.equal(samples.get(name), 1)
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  assert.match(
    name,
    new RegExp(`version="${version}",commit="[0-9a-f]{12}.*",node="\\d+\\.\\d+\\.\\d+",sqlite="3\\.\\d+\\.\\d+"`),
  )
})

test('the time of the last good backup is shown if the server makes backups, also after a restart', async (t) => {
  const folder = await tempFolder(t)
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  const options = ['--db', join(folder, 'shop.db'), '--metrics', '--backup-dir', copies, '--backup-cron']
  const lastOf = async (baseUrl: string) =>
    (await scrape(client(baseUrl, ''))).get('storewire_last_backup_timestamp_seconds')
  const start = Math.floor(Date.now() / 1000)

  const first = await startProcess(t, [...options, '0 0 1 1 *'])
  assert.equal(await lastOf(first.baseUrl), 0)
  await first.stop()
  const second = await startProcess(t, [...options, '* * * * * *'])
  let last = 0
  while (last === 0) last = (await lastOf(second.baseUrl)) ?? 0
  assert.ok(last >= start && last <= Date.now() / 1000)
  await second.stop()
  // What is not a finished backup does not count.
  writeFileSync(join(copies, '.storewire-2999-01-01T00-00-00Z.db'), '')
  writeFileSync(join(copies, 'storewire-2999-01-01T00-00-00Z.db.part'), '')
  const third = await startProcess(t, [...options, '0 0 1 1 *'])
  const kept = (await lastOf(third.baseUrl)) ?? 0
  assert.ok(kept >= start && kept <= Date.now() / 1000)
  await third.stop()

  // A new database has nightly backups. Before the first night none is overdue.
  const turnedOn = (await scrape(await measured(t))).get('storewire_last_backup_timestamp_seconds') ?? 0
  assert.ok(turnedOn >= start && turnedOn <= Date.now() / 1000)
})
