import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import { systemClock } from '../../src/lib/time.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { secret } from '../conformance/refund-shop.ts'
import { commandRunner } from '../support/commands.ts'
import { startProcess, storewire } from '../support/process.ts'
import { addWorkspace, client, startServer, tempFolder } from '../support/server.ts'
import { type Behaviour, startStoreEndpoint } from '../support/store-endpoint.ts'

/** What a shop, a page or a file may hold: commands for a terminal, a turned reading direction, and a line that looks like ours. */
const HOSTILE = 'x\u001b[2J\u009b1m\u0007\u202e\u2028\u007f\r\nFORGED'
const OBEYED = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** The same, shown: on its way through an address or a header some of it gets lost. */
const SHOWN = /\\u\{(1b|9b|202e)\}|\\u(001b|009b|202e)/

const leaves = (command: Command, path: string[] = []): { path: string; hasJson: boolean }[] =>
  command.commands.flatMap((inner) => {
    const names = [...path, inner.name()]
    const hasJson = inner.options.some(({ long }) => long === '--json')
    return inner.commands.length > 0 ? leaves(inner, names) : [{ path: names.join(' '), hasJson }]
  })

/** A command's arguments, in the state that the commands before it left. Null: it is tried apart, below. */
type Args = string[] | null

/** A database whose every text is hostile, and an endpoint, a server and files to match. */
async function hostileWorld(t: TestContext) {
  const folder = await tempFolder(t)
  const file = join(folder, 'shop.db')
  const endpoint = await startStoreEndpoint(t, { secret, tls: false })
  endpoint.behave(...Array.from({ length: 500 }, () => answersHostile))
  const store = await openStore(file, { create: true })
  const { workspaceId } = await addWorkspace(store, HOSTILE, systemClock, { test: true })
  await store.close()
  fill(file, workspaceId, endpoint.url)
  const api = await startServer(t)
  const server = createServer((request, response) => {
    const backfill = {
      id: HOSTILE,
      label: HOSTILE,
      status: 'failed',
      progress: 1,
      received: 1,
      processed: 1,
      createdAt: HOSTILE,
    }
    const answer = request.url?.startsWith('/dev/')
      ? { now: HOSTILE, aheadMs: 0 }
      : { ...backfill, results: { created: 0, updated: 0, stale: 0 }, batches: {}, nextCursor: null }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...answer, data: [answer] }))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const remote = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const csv = join(folder, `orders${HOSTILE}.csv`)
  writeFileSync(csv, `id,updatedAt,"${HOSTILE}",total,number\no1,2026-03-01T09:00:00Z,"${HOSTILE}",=1+1,"${HOSTILE}"\n`)
  const conversations = join(folder, 'conversations.yaml')
  const turns = [{ say: HOSTILE, expect: { commands: ['bye'] } }]
  writeFileSync(conversations, JSON.stringify({ conversations: [{ name: HOSTILE, turns }] }))
  const key = join(folder, 'key')
  writeFileSync(key, api.key)
  return { folder, file, endpoint, api, remote, csv, key, conversations }
}

const answersHostile: Behaviour = ({ body }, response) => {
  const answers: Record<string, object> = {
    'refund.preview': { ok: true, amount: 1250, currency: 'EUR', note: HOSTILE },
    'refund.create': { ok: false, code: HOSTILE, message: HOSTILE },
  }
  // `JSON.stringify` leaves most of it as it is.
  response.end(JSON.stringify({ ok: true, ...answers[body?.type], hint: HOSTILE }))
}

/** Rows as older versions, other processes and shops may have left them. */
function fill(file: string, workspace: string, url: string): void {
  const db = new Database(file)
  const now = Date.now()
  const insert = (table: string, row: Record<string, unknown>) =>
    db
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(row))
  const of = { workspace_id: workspace }
  insert('refund_settings', {
    ...{ ...of, endpoint_url: url, endpoint_by_operator: 1, secret, secret_ending: secret.slice(-4) },
    ...{ mode: 'execute', enabled: 1, frozen: 0 },
    rungs: JSON.stringify({ defect: 5, not_received: 5, return: 5, other: 5 }),
    return_period_days: JSON.stringify({ defect: null, not_received: null, return: null, other: null }),
    ...{ customer_timeout_minutes: 60, approval_timeout_hours: 72 },
  })
  const order = (id: string) => {
    const items = [{ id: HOSTILE, title: HOSTILE, quantity: 2, unitPrice: 1_250 }]
    const data = { number: HOSTILE, customerId: HOSTILE, currency: 'EUR', total: 5_000, placedAt: now, items }
    insert('orders', { ...of, id, updated_at: now, customer_id: HOSTILE, data: JSON.stringify(data) })
  }
  const object = (table: string, id: string, data: object) =>
    insert(table, { ...of, id: `${id}${HOSTILE}`, updated_at: now, data: JSON.stringify(data) })
  object('products', '', {})
  const variants = [{ id: HOSTILE, title: HOSTILE, sku: HOSTILE, options: { [HOSTILE]: HOSTILE } }]
  const address = { name: HOSTILE, line1: HOSTILE, city: HOSTILE, country: HOSTILE }
  const events = [{ occurredAt: now, rawStatus: HOSTILE, description: HOSTILE, location: HOSTILE }]
  const author = { type: 'customer', name: HOSTILE, email: HOSTILE }
  const attachments = [{ name: HOSTILE, url: HOSTILE }]
  const messages = [{ id: HOSTILE, createdAt: now, author, body: HOSTILE, attachments }]
  for (const id of ['show', 'delete']) {
    object('products', id, { title: HOSTILE, vendor: HOSTILE, description: HOSTILE, tags: [HOSTILE], variants })
    object('customers', id, { name: HOSTILE, email: HOSTILE, tags: [HOSTILE], note: HOSTILE, addresses: [address] })
    object('shipments', id, {
      carrier: HOSTILE,
      trackingNumber: HOSTILE,
      orderId: HOSTILE,
      destination: address,
      events,
    })
    object('tickets', id, { subject: HOSTILE, customerName: HOSTILE, email: HOSTILE, orderIds: [HOSTILE], messages })
    object('articles', id, { title: HOSTILE, body: HOSTILE, topic: HOSTILE, language: HOSTILE, url: HOSTILE })
  }
  insert('segments', {
    ...{ ...of, id: 'seg_1', name: `1${HOSTILE}`, created_at: now },
    rule: JSON.stringify({ any: [{ field: 'tag', op: '!=', value: HOSTILE }] }),
  })
  insert('customer_facts', { ...of, customer_id: `show${HOSTILE}`, orders_count: 1, currencies: 0 })
  const day = new Date(now).toISOString().slice(0, 10)
  insert('report_days', { ...of, day, measure: `topic.${HOSTILE}`, value: 1 })
  insert('conversations', { id: 'conv_1', ...of, customer_id: HOSTILE, trial: 0, created_at: now })
  insert('messages', { id: 'msg_1', conversation_id: 'conv_1', author: 'customer', text: HOSTILE, sent_at: now })
  insert('widget_sessions', {
    ...{ id: 'ses_1', ...of, conversation_id: 'conv_1', hash: 'h', created_at: now, expires_at: now + 60_000 },
    ...{ visitor_id: HOSTILE, page_url: HOSTILE, locale: HOSTILE },
  })
  for (const id of ['o0', 'show', 'delete']) order(`${id}${HOSTILE}`)
  const refund = (id: string, status: string, created_at = now) => {
    order(`${id}${HOSTILE}`)
    insert('refunds', {
      ...{ id, ...of, order_id: `${id}${HOSTILE}`, customer_id: HOSTILE, kind: 'other', note: HOSTILE, lines: '[]' },
      ...{ mode: 'execute', status, amount: 1, currency: 'EUR', started_by: 'agent', basis: HOSTILE, created_at },
      ...{ refund_id: HOSTILE, failure_code: HOSTILE, failure_message: HOSTILE },
    })
  }
  for (const id of ['act_1', 'act_2', 'act_3']) refund(id, 'awaiting_customer')
  for (const id of ['act_4', 'act_5']) refund(id, 'awaiting_approval')
  refund('act_6', 'succeeded')
  refund('act_8', 'executing')
  refund('act_7', 'pending', now - 30 * 24 * 60 * 60 * 1000)
  const words = { actor: HOSTILE, reason: HOSTILE }
  insert('refund_moves', {
    id: 'mov_1',
    refund_id: 'act_6',
    number: 1,
    to_status: 'succeeded',
    cause: 'x',
    ...words,
    at: now,
  })
  insert('refund_deliveries', {
    ...{ id: 'dlv_1', ...of, refund_id: 'act_6', type: 'refund.create', number: 1, sent_at: now },
    ...{ answer: HOSTILE, verdict: HOSTILE, explanation: HOSTILE },
  })
  for (const id of ['evp_1', 'evp_2'])
    insert('event_endpoints', {
      ...{ id, ...of, kind: 'webhook', host: HOSTILE, ending: HOSTILE, has_token: 0, include_text: 0 },
      ...{ by_operator: 1, state: 'on', skipped: 0, created_at: now, types: JSON.stringify([HOSTILE]) },
      secret: JSON.stringify({ url, signing: secret, previous: null, token: null }),
    })
  insert('events', {
    ...{ id: 'evt_1', ...of, type: 'refund.waiting', subject: HOSTILE, page: '/', created_at: now },
    data: JSON.stringify({ orderNumber: HOSTILE, amount: 1, currency: 'EUR' }),
  })
  insert('event_deliveries', {
    ...{ id: 'evd_1', ...of, endpoint_id: 'evp_1', event_id: 'evt_1', state: 'failed', tries: 1, created_at: now },
    ...{ answer: HOSTILE, verdict: HOSTILE, explanation: HOSTILE },
  })
  for (const id of ['job_1', 'job_2'])
    insert('jobs', {
      ...{
        id,
        kind: 'refund.expire',
        subject: HOSTILE,
        status: 'dead',
        due_at: now,
        last_error: HOSTILE,
        created_at: now,
      },
    })
  insert('request_log', {
    ...{
      number: 1,
      at: now,
      request_id: 'r',
      ...of,
      method: 'POST',
      path: HOSTILE,
      status: 400,
      duration_ms: 1,
      share: workspace,
    },
    ...{ message: HOSTILE, issues: JSON.stringify([{ path: [HOSTILE], message: HOSTILE }]), body: HOSTILE },
  })
  insert('connections', {
    ...{
      id: 'con_1',
      ...of,
      kind: 'woocommerce',
      state: 'connected',
      address: url,
      code_hash: 'h',
      created_by: HOSTILE,
    },
    ...{ created_at: now, expires_at: now, shop: HOSTILE, network: HOSTILE, version: HOSTILE, decided_by: HOSTILE },
  })
  insert('identity_secrets', { id: 'isec_1', ...of, secret, ending: 'x', created_by: HOSTILE, created_at: now })
  insert('api_keys', {
    ...{ id: 'key_1', ...of, kind: 'secret', name: HOSTILE, hash: 'h', prefix: HOSTILE, suffix: 'x' },
    ...{ created_by: HOSTILE, created_at: now },
  })
  insert('api_keys', {
    ...{ id: 'key_2', ...of, kind: 'publishable', name: HOSTILE, hash: 'i', prefix: 'p', suffix: 'x' },
    ...{ created_by: HOSTILE, created_at: now },
  })
  insert('letter_settings', {
    ...of,
    settings: JSON.stringify({ signature: HOSTILE, texts: [{ language: 'en', name: 'stop', text: HOSTILE }] }),
    updated_at: 1,
  })
  insert('widget_settings', {
    ...of,
    settings: JSON.stringify({ texts: [{ language: 'en', name: 'greeting', text: HOSTILE }] }),
    updated_at: now,
  })
  insert('widget_origins', { ...of, origin: HOSTILE })
  insert('picture_hosts', { ...of, host: HOSTILE })
  const born = { created_at: now }
  insert('members', { id: 'mem_1', name: HOSTILE, email: 'ada@shop.example', operator: 0, ...born })
  insert('memberships', { ...of, member_id: 'mem_1', role: 'owner', ...born })
  insert('member_sessions', {
    ...{ id: 'mses_1', member_id: 'mem_1', ...of, hash: 'h', address: HOSTILE, browser: HOSTILE, ...born },
    ...{ last_used_at: now, confirmed_at: now },
  })
  insert('member_links', {
    ...{ id: 'link_1', kind: 'invite', hash: 'h', ...of, email: HOSTILE, role: 'agent', created_by: HOSTILE, ...born },
    expires_at: now + 60_000,
  })
  db.close()
}

type World = Awaited<ReturnType<typeof hostileWorld>>

/** Every command. One that is not here fails the test: give it text that others wrote. */
const commands = ({ folder, file, endpoint, api, remote, csv, key, conversations }: World): Record<string, Args> => {
  const db = ['--db', file]
  const wish = ['--order', `o0${HOSTILE}`, '--reason', 'other', '--note', HOSTILE, ...db]
  const from = ['--url', remote, '--key-file', key]
  const looks = ['orders', 'customers', 'products', 'shipments', 'tickets', 'articles'].flatMap((type) => [
    [`${type} list`, db],
    [`${type} export`, [join(folder, `${type}${HOSTILE}.csv`), ...db]],
    [`${type} show`, [`show${HOSTILE}`, ...db]],
    [`${type} delete`, [`delete${HOSTILE}`, '--yes', ...db]],
  ])
  return {
    ...Object.fromEntries(looks),
    find: [`show${HOSTILE}`, ...db],
    'report show': db,
    'report rebuild': ['--workspace', `no ${HOSTILE}`, ...db],
    'segments create': [HOSTILE, '--rule', JSON.stringify({ all: [{ field: 'tag', op: '=', value: HOSTILE }] }), ...db],
    'segments list': db,
    'segments show': ['seg_1', ...db],
    'segments customers': ['seg_1', ...db],
    'segments delete': ['seg_1', '--yes', ...db],
    'customers tag add': [`show${HOSTILE}`, HOSTILE, ...db],
    'customers tag remove': [`show${HOSTILE}`, HOSTILE, ...db],
    serve: null,
    dev: null,
    'clock show': ['--url', remote],
    'clock advance': ['1h', '--url', remote],
    import: ['orders', csv, '--url', api.baseUrl, '--key-file', key, '--label', HOSTILE],
    erase: ['products', HOSTILE, ...db],
    'backfills list': from,
    'backfills show': [HOSTILE, ...from],
    'backfills watch': [HOSTILE, ...from],
    'backfills erase': [HOSTILE, '--workspace', `${HOSTILE}x`, ...db],
    completion: [HOSTILE],
    licenses: [HOSTILE],
    update: [HOSTILE],
    version: [HOSTILE],
    'workspaces create': [`another ${HOSTILE}`, '--db', join(folder, 'others.db')],
    'workspaces list': db,
    'workspaces set': [`${HOSTILE}x`, '--plan', 'scale', ...db],
    'workspaces export': [`${HOSTILE}x`, join(folder, 'export'), ...db],
    // Not confirmed: the others need it.
    'workspaces delete': [`${HOSTILE}x`, ...db],
    // Texts of the sample shop alone.
    'sample load': null,
    'sample remove': null,
    'connect woocommerce': ['--public-url', 'https://chat.shop.example', '--workspace', `${HOSTILE}x`, ...db],
    'connect status': db,
    'connect list': db,
    'connect approve': ['--yes', '--workspace', `${HOSTILE}x`, ...db],
    'connect refuse': ['--workspace', `${HOSTILE}x`, ...db],
    'connect disconnect': ['--yes', '--workspace', `${HOSTILE}x`, ...db],
    'keys create': ['--workspace', `${HOSTILE}x`, ...db],
    'keys list': db,
    'keys revoke': ['key_1', ...db],
    'keys use-for-widget': ['key_2', ...db],
    'keys import': null,
    'members list': db,
    'members invite': ['ben@shop.example', '--workspace', `${HOSTILE}x`, ...db],
    'members create': null,
    'members role': ['ada@shop.example', 'admin', '--workspace', `${HOSTILE}x`, ...db],
    'members remove': ['ada@shop.example', '--workspace', `${HOSTILE}x`, ...db],
    'members reset-link': ['ada@shop.example', '--workspace', `${HOSTILE}x`, ...db],
    'members sessions': ['ada@shop.example', ...db],
    'members notifications': ['ada@shop.example', '--workspace', `${HOSTILE}x`, ...db],
    'refunds settings show': ['--workspace', `${HOSTILE}x`, ...db],
    'refunds settings set': ['--enabled', 'on', '--workspace', `${HOSTILE}x`, ...db],
    'refunds secret create': ['--workspace', `${HOSTILE}x`, ...db],
    'refunds test-connection': db,
    'refunds list': db,
    'refunds export': [join(folder, `refunds${HOSTILE}.csv`), ...db],
    'refunds show': ['act_6', ...db],
    'refunds quote': wish,
    'refunds start': wish,
    'refunds confirm': ['act_1', ...db],
    'refunds decline': ['act_2', ...db],
    'refunds approve': ['act_4', ...db],
    'refunds reject': ['act_5', '--reason', HOSTILE, ...db],
    'refunds stop-waiting': ['act_7', '--reason', HOSTILE, ...db],
    'refunds try-now': ['act_8', ...db],
    'refunds cancel': ['act_3', '--reason', HOSTILE, ...db],
    trigger: ['refund.preview', '--order', `o0${HOSTILE}`, '--note', HOSTILE, ...db],
    'deliveries list': db,
    'deliveries show': ['dlv_1', ...db],
    'deliveries replay': ['dlv_1', ...db],
    'events endpoints create': ['https://shop.example/events', '--types', HOSTILE, ...db],
    'events endpoints list': db,
    'events endpoints update': ['evp_1', '--types', HOSTILE, ...db],
    'events endpoints secret': ['evp_1', '--workspace', `${HOSTILE}x`, ...db],
    'events list': db,
    'events show': ['evt_1', ...db],
    'events replay': ['evt_1', '--workspace', `${HOSTILE}x`, ...db],
    'events test': ['evp_1', ...db],
    'events endpoints delete': ['evp_2', '--yes', ...db],
    'assistant ask': [`I want to talk to a human ${HOSTILE}`, '--customer', HOSTILE, ...db],
    'assistant on': ['--workspace', `${HOSTILE}x`, ...db],
    'assistant off': ['--workspace', `${HOSTILE}x`, ...db],
    'assistant settings show': ['--workspace', `${HOSTILE}x`, ...db],
    'assistant settings set': ['--shop-name', HOSTILE, ...db],
    'assistant model set': ['--base-url', 'https://models.example/v1', '--model', HOSTILE, ...db],
    'assistant model show': db,
    'assistant model clear': ['--workspace', `${HOSTILE}x`, ...db],
    'assistant check-model': ['--workspace', `${HOSTILE}x`, ...db],
    'assistant test': [conversations, ...db],
    'endpoint check': [endpoint.url, '--junit', join(folder, 'junit.xml')],
    'conversations list': db,
    'conversations export': [join(folder, `chats${HOSTILE}.csv`), ...db],
    'conversations show': ['conv_1', ...db],
    'conversations take': ['conv_1', '--workspace', `${HOSTILE}x`, ...db],
    'conversations close': ['conv_1', '--as', HOSTILE, '--workspace', `${HOSTILE}x`, ...db],
    'conversations give-back': [HOSTILE, '--workspace', `${HOSTILE}x`, ...db],
    'conversations assign': ['conv_1', '--nobody', '--workspace', `${HOSTILE}x`, ...db],
    'conversations snooze': ['conv_1', '--wake', '--workspace', `${HOSTILE}x`, ...db],
    'conversations tag': ['conv_1', '--workspace', `${HOSTILE}x`, ...db],
    'conversations reply': ['conv_1', '', '--workspace', `${HOSTILE}x`, ...db],
    'mail settings show': db,
    'mail settings set': ['--signature', HOSTILE, '--text', `en.replyIntro=${HOSTILE}`, ...db],
    'mail stop': [HOSTILE, ...db],
    'widget settings show': db,
    'widget settings set': ['--greeting', `en=${HOSTILE}`, ...db],
    'widget logo show': ['--workspace', `no ${HOSTILE}`, ...db],
    'widget logo set': [HOSTILE, ...db],
    'widget logo remove': ['--workspace', `no ${HOSTILE}`, ...db],
    'widget origins list': db,
    'widget origins add': [HOSTILE, ...db],
    'widget origins remove': [HOSTILE, ...db],
    'pictures show': ['--db', join(folder, HOSTILE)],
    'pictures limit': [HOSTILE, '--db', join(folder, HOSTILE)],
    'picture-hosts list': db,
    'picture-hosts suggest': ['--workspace', `${HOSTILE}x`, ...db],
    'picture-hosts add': [HOSTILE, ...db],
    'picture-hosts remove': [HOSTILE, ...db],
    'identity secret create': ['--workspace', `${HOSTILE}x`, ...db],
    'identity secret list': db,
    'identity secret revoke': [HOSTILE, ...db],
    'secrets rotate-key': ['--new-key-file', join(folder, HOSTILE), ...db],
    'secrets discard': ['--db', join(folder, HOSTILE)],
    'jobs list': db,
    'jobs retry': ['job_1', ...db],
    'jobs discard': ['job_2', ...db],
    'search status': [HOSTILE, ...db],
    'search rebuild': [HOSTILE, ...db],
    backup: [join(folder, `backup${HOSTILE}.db`), ...db],
    'backups list': ['--db', join(folder, HOSTILE)],
    'backups on': ['--db', join(folder, HOSTILE)],
    'backups off': ['--db', join(folder, HOSTILE)],
    'backups key-kept': ['--db', join(folder, HOSTILE)],
    restore: [join(folder, `backup${HOSTILE}.db`), '--db', join(folder, `restored${HOSTILE}.db`)],
    verify: [join(folder, `backup${HOSTILE}.db`)],
    'logs tail': ['--no-follow', ...db],
    'audit list': db,
    'audit export': [join(folder, `audit${HOSTILE}.csv`), ...db],
    doctor: ['--db', join(folder, `backup${HOSTILE}.db`)],
  }
}

for (const format of ['for people', 'as JSON']) {
  test(`no command prints control characters from stored text, ${format}`, async (t) => {
    const world = await hostileWorld(t)
    const args = commands(world)
    const all = leaves(await createProgram())
    assert.deepEqual(Object.keys(args).sort(), all.map(({ path }) => path).sort(), 'every command is tried')
    const tried = all.flatMap(({ path, hasJson }) => {
      const rest = args[path]
      const wanted = format === 'as JSON' ? hasJson : true
      return rest && wanted
        ? [{ path, argv: [...path.split(' '), ...rest, ...(format === 'as JSON' ? ['--json'] : [])] }]
        : []
    })
    const runCommand = commandRunner()
    const env = { STOREWIRE_REFUND_SECRET: secret, USER: HOSTILE.replaceAll('\0', '') }
    const printed = await Promise.all(tried.map(({ argv }) => runCommand(argv, env)))
    for (const [index, { path }] of tried.entries()) {
      const { stdout, stderr } = printed[index] ?? assert.fail()
      for (const output of [stdout, stderr]) {
        assert.doesNotMatch(output, OBEYED, path)
        assert.doesNotMatch(output, /^FORGED/m, path)
      }
      assert.match(stdout + stderr, SHOWN, `${path} prints what it was given`)
      if (format === 'as JSON' && stdout !== '') for (const line of stdout.trimEnd().split('\n')) JSON.parse(line)
    }
    const written = readdirSync(world.folder).filter((name) => /rejected|junit/.test(name))
    assert.equal(written.length, 2)
    for (const name of written) {
      const content = readFileSync(join(world.folder, name), 'utf8')
      assert.doesNotMatch(content, OBEYED, name)
      assert.match(content, /^[{<]/, 'no spreadsheet takes it for a formula')
    }
    const [rejected = assert.fail()] = written.filter((name) => name.includes('rejected'))
    const { object } = JSON.parse(readFileSync(join(world.folder, rejected), 'utf8'))
    assert.deepEqual(object, { id: 'o1', updatedAt: '2026-03-01T09:00:00Z', total: '=1+1', number: HOSTILE })
  })
}

test('control characters in keys, files and calls are escaped, also in output of servers', async (t) => {
  const folder = await tempFolder(t)
  const file = join(folder, `shop${HOSTILE}.db`)
  await storewire(['workspaces', 'create', 'shop', '--db', file])
  const refused = await storewire(['keys', 'import', '--workspace', HOSTILE, '--db', file], { input: HOSTILE })
  const create = ['members', 'create', 'a@b.example', '--name', HOSTILE.replaceAll('\0', ''), '--password-stdin']
  const unknown = await storewire([...create, '--workspace', HOSTILE, '--db', file], { input: 'a password of mine' })
  const serving = await startProcess(t, ['--db', file, '--log-level', 'debug'])
  await serving.stop()
  const dev = await startProcess(t, ['--db', join(folder, `dev${HOSTILE}.db`), '--fixed-keys'], { command: 'dev' })
  const [key = assert.fail()] = /sk_\w+/.exec(dev.output()) ?? []
  await client(dev.baseUrl, key).call('POST', '/customers?strict=true', {
    json: { data: [{ id: 'c1', [HOSTILE]: 1 }] },
  })
  while (!dev.output().includes('/customers')) await nextTurn()
  await dev.stop()
  for (const [what, output] of Object.entries({
    refused: refused.stderr,
    unknown: unknown.stderr,
    'dev is told where its data stays': dev.output(),
    'dev logs': dev.errors(),
    'serve is announced': serving.output(),
    'serve logs': serving.errors(),
  })) {
    assert.doesNotMatch(output, OBEYED, what)
    assert.doesNotMatch(output, /^FORGED/m, what)
  }
  for (const { stderr } of [refused, unknown]) assert.match(stderr, SHOWN)
  assert.match(dev.output(), SHOWN)
})

test('everything is printed through the one place that escapes it', () => {
  const roots = ['../../src/cli', '../../src/dev', '../../src/doctor', '../../bin']
  const files = roots.flatMap((root) => {
    const folder = fileURLToPath(new URL(root, import.meta.url))
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  })
  const printing = files.filter(
    (name) => name.endsWith('.ts') && /(std(out|err)|stream)\.write\(|console\.\w+\(/.test(readFileSync(name, 'utf8')),
  )
  assert.deepEqual(
    printing.map((name) => name.replace(/^.*\/src\//, '')).sort(),
    // The display draws its bar itself; each of its texts is escaped by it.
    ['cli/import/progress.ts', 'cli/kit/output.ts'],
  )
})
