import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { type Migration, migrations } from '../../src/store/sqlite/migrations.ts'
import { firstVersion } from '../support/databases.ts'

function fileAtVersion(version: number): Database.Database {
  const db = new Database(':memory:')
  migrate(db)
  db.pragma(`user_version = ${version}`)
  return db
}

const steps: Migration[] = [
  { version: 2, sql: 'CREATE TABLE two (x)' },
  { version: 3, sql: 'ALTER TABLE two ADD COLUMN y' },
]

test('an older file is brought to the newest version, step by step, once', () => {
  const db = fileAtVersion(1)
  for (let start = 0; start < 2; start++) {
    migrate(db, steps)
    assert.equal(db.pragma('user_version', { simple: true }), 3)
    assert.deepEqual(db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('two'), ['x', 'y'])
  }
})

test('a migration that fails leaves the version before', () => {
  const db = fileAtVersion(1)
  assert.throws(() => migrate(db, [...steps, { version: 4, sql: 'CREATE TABLE broken (' }]))
  assert.equal(db.pragma('user_version', { simple: true }), 1)
  assert.equal(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'two'").get(), undefined)
})

test('a newer file is refused', () => {
  assert.throws(() => migrate(fileAtVersion(4), steps), /newer storewire \(schema 4, this program supports 3\)/)
})

test('an older file keeps its data when it is updated', () => {
  const db = fileAtVersion(1)
  db.prepare("INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('old', 'old', 'scale', 0, 1)").run()
  migrate(db, [{ version: 2, sql: "ALTER TABLE workspaces ADD COLUMN motto TEXT NOT NULL DEFAULT 'none'" }])
  assert.deepEqual(db.prepare('SELECT id, motto FROM workspaces').all(), [{ id: 'old', motto: 'none' }])
})

test('only the steps that a file lacks are run', () => {
  const db = fileAtVersion(2)
  db.exec('CREATE TABLE two (x)')
  migrate(db, steps)
  assert.equal(db.pragma('user_version', { simple: true }), 3)
})

test('a database of another program is rejected and stays unchanged', () => {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE theirs (x)')
  assert.throws(() => migrate(db), /another program/)
  assert.deepEqual(db.prepare('SELECT name FROM sqlite_schema').pluck().all(), ['theirs'])
  assert.equal(db.pragma('user_version', { simple: true }), 0)
})

test('objects pushed into the first version are there after the update', () => {
  const db = firstVersion(':memory:')
  db.exec(`
    INSERT INTO workspaces VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO customers VALUES ('w', 'c1', 1, 'ada@example.com', '{"email":"ada@example.com"}');
    INSERT INTO orders VALUES ('w', 'o1', 2, '#1', 'c1', 'ada@example.com', '{"number":"#1","customerId":"c1"}');
    INSERT INTO shipments VALUES ('w', 's1', 3, 'o1', 'T1', '{"orderId":"o1","trackingNumber":"T1"}');
    INSERT INTO tickets VALUES ('w', 't1', 4, 'c1', 'ada@example.com', '{"customerId":"c1"}');
  `)
  migrate(db)
  const pushed = ['customers', 'orders', 'shipments', 'tickets'].map((table) =>
    db.prepare(`SELECT workspace_id, id, updated_at, data, part FROM ${table}`).all(),
  )
  const at = (id: string, updated_at: number, data: string) => ({ workspace_id: 'w', id, updated_at, data, part: null })
  assert.deepEqual(pushed, [
    [at('c1', 1, '{"email":"ada@example.com"}')],
    [at('o1', 2, '{"number":"#1","customerId":"c1"}')],
    [at('s1', 3, '{"orderId":"o1","trackingNumber":"T1"}')],
    [at('t1', 4, '{"customerId":"c1"}')],
  ])
  assert.deepEqual(db.prepare('SELECT order_id FROM shipments').all(), [{ order_id: 'o1' }])
})

test('each type with objects gets jobs that prepare its filters and its search', () => {
  const db = firstVersion(':memory:')
  db.exec(`
    INSERT INTO workspaces VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO customers VALUES ('w', 'c1', 1, NULL, '{}');
    INSERT INTO tickets VALUES ('w', 't1', 4, NULL, NULL, '{}');
  `)
  const before = Date.now()
  migrate(db)
  const filled = ['customers', 'tickets']
  assert.deepEqual(db.prepare('SELECT resource FROM filter_fills ORDER BY resource').pluck().all(), filled)
  assert.deepEqual(db.prepare('SELECT resource FROM search_fills ORDER BY resource').pluck().all(), filled)
  const jobs = (kind: string) =>
    db.prepare('SELECT subject FROM jobs WHERE kind = ? ORDER BY subject').pluck().all(kind)
  assert.deepEqual([jobs('fill-filters'), jobs('search.fill')], [filled, filled])
  const due = db.prepare('SELECT due_at FROM jobs').pluck().all().map(Number)
  assert.ok(
    due.every((at) => at >= before && at <= Date.now()),
    `due since the update, and not at ${due}`,
  )
})

test('refunds and settings of version 2 are in version 3, without a late report and with 14 days to report', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version === 2),
  )
  db.exec(`
    INSERT INTO workspaces VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO refund_settings (workspace_id, mode, enabled, frozen, rungs, return_period_days, customer_timeout_minutes, approval_timeout_hours)
      VALUES ('w', 'execute', 0, 0, '{}', '{}', 60, 72);
    INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
      VALUES ('act_1', 'w', 'o1', 'other', '[]', 'execute', 'failed', 1250, 'EUR', 'agent', '', 1);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT status, reported_as FROM refunds').all(), [
    { status: 'failed', reported_as: null },
  ])
  assert.deepEqual(db.prepare('SELECT pending_timeout_days AS days FROM refund_settings').all(), [{ days: 14 }])
})

test("version 4 removes last uses before a key's creation and jobs of earlier statuses, and notes the newest move of refunds", () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 3),
  )
  db.exec(`
    INSERT INTO workspaces VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO api_keys (id, workspace_id, kind, name, hash, prefix, suffix, created_by, created_at, last_used_at)
      VALUES ('k1', 'w', 'secret', '', 'a', '', '', '', 90000, 60000), ('k2', 'w', 'secret', '', 'b', '', '', '', 90000, 120000);
    INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at, expires_at)
      VALUES ('act_1', 'w', 'o1', 'other', '[]', 'execute', 'declined', 1250, 'EUR', 'agent', '', 1, NULL),
        ('act_2', 'w', 'o2', 'other', '[]', 'execute', 'awaiting_customer', 1250, 'EUR', 'agent', '', 1, 5),
        ('act_3', 'w', 'o3', 'other', '[]', 'execute', 'executing', 1250, 'EUR', 'agent', '', 1, NULL);
    INSERT INTO refund_moves (id, refund_id, number, from_status, to_status, cause, actor, at) VALUES
      ('mov_1', 'act_1', 1, NULL, 'awaiting_customer', 'started', 'agent', 1),
      ('mov_2', 'act_1', 2, 'awaiting_customer', 'declined', 'customer_declined', 'customer', 1);
    INSERT INTO jobs (id, kind, subject, status, due_at, created_at) VALUES
      ('j1', 'refund.expire', 'act_1', 'waiting', 5, 1), ('j2', 'refund.expire', 'act_2', 'waiting', 5, 1),
      ('j3', 'refund.create', 'act_3', 'waiting', 5, 1), ('j4', 'refund.create', 'act_1', 'dead', 5, 1);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT last_used_at FROM api_keys ORDER BY id').pluck().all(), [90_000, 120_000])
  assert.deepEqual(db.prepare('SELECT id FROM jobs ORDER BY id').pluck().all(), ['j2', 'j3', 'j4', 'job_report_w'])
  assert.deepEqual(db.prepare('SELECT last_move FROM refunds ORDER BY id').pluck().all(), ['mov_2', '', ''])
})

test('version 11 adds the filter values that wait in the form of version 10, and notes their objects for the search', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 10),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO filter_entries VALUES ('w', 'sku', 3, 'S1', 'p1');
    INSERT INTO filter_queue (workspace_id, resource, part, ids, entries, queued_at) VALUES
      ('w', 'products', 3, '["p1","p2"]', '[["sku","S1","p1"],["sku","S2","p1"]]', 5),
      ('w', 'customers', 4, '["c\\""]', '[["customers.email","a@x.y","c\\""]]', 6);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT filter, part, value, id FROM filter_entries').raw().all(), [
    ['customers.email', 4, 'a@x.y', 'c"'],
    ['sku', 3, 'S1', 'p1'],
    ['sku', 3, 'S2', 'p1'],
  ])
  assert.deepEqual(db.prepare('SELECT number, kind, ids, data, at FROM changes ORDER BY number').raw().all(), [
    [1, 'products', '["p1","p2"]', null, 5],
    [2, 'customers', '["c\\""]', null, 6],
  ])
})

test('version 13 reads from the audit log whether an operator has set the address of an endpoint or model', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 12),
  )
  db.exec(`INSERT INTO members (id, name, email, operator, created_at) VALUES
    ('mem_1', 'Chief', 'chief@shop.example', 1, 1), ('mem_2', 'Ben', 'ben@shop.example', 0, 1)`)
  const set = (workspace: string, entries: [actor: string, origin: string, details: object][]) => {
    db.exec(`
      INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('${workspace}', '${workspace}', 'scale', 1, 1);
      INSERT INTO refund_settings (workspace_id, endpoint_url, mode, enabled, frozen, rungs, return_period_days, customer_timeout_minutes,
        approval_timeout_hours) VALUES ('${workspace}', 'http://127.0.0.1:4000/', 'execute', 0, 0, '{}', '{}', 60, 72);
      INSERT INTO assistant_models (workspace_id, base_url, model, used_for, extra_headers, extra_body, share_tickets, calls_per_day,
        tokens_per_day, updated_at) VALUES ('${workspace}', 'http://127.0.0.1:1234/v1', 'm', 'understand', '{}', '{}', 0, 1, 1, 1)`)
    const insert = db.prepare('INSERT INTO audit_log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    for (const [index, [actor, origin, details]] of entries.entries())
      for (const [action, url] of [
        ['refund_settings.changed', 'endpointUrl'],
        ['assistant_model.changed', 'baseUrl'],
      ] as const) {
        const json = JSON.stringify(details).replace('"url"', `"${url}"`)
        insert.run(
          `aud_${workspace}_${action}_${index}`,
          workspace,
          actor,
          origin,
          action,
          workspace,
          json,
          index,
          null,
        )
      }
  }
  const url = { url: 'http://127.0.0.1:4000/' }
  set('by-cli', [['cli:ada', 'cli', url]])
  set('by-operator', [['chief@shop.example', '203.0.113.7', url]])
  set('by-admin', [['ben@shop.example', '203.0.113.7', url]])
  set('by-admin-later', [
    ['cli:ada', 'cli', url],
    ['ben@shop.example', '203.0.113.7', url],
  ])
  set('other-changes', [
    ['cli:ada', 'cli', url],
    ['ben@shop.example', '203.0.113.7', { frozen: true }],
  ])
  set('unknown', [])
  migrate(db)
  for (const [table, column] of [
    ['refund_settings', 'endpoint_by_operator'],
    ['assistant_models', 'by_operator'],
  ])
    assert.deepEqual(
      db.prepare(`SELECT workspace_id FROM ${table} WHERE ${column} = 1 ORDER BY workspace_id`).pluck().all(),
      ['by-cli', 'by-operator', 'other-changes'],
    )
})

test('version 14 leaves keys of older files without their value, and only publishable keys may get one', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 13),
  )
  db.exec(`
    INSERT INTO workspaces VALUES ('w', 'old', 'scale', 0, 1, NULL);
    INSERT INTO api_keys (id, workspace_id, kind, name, hash, prefix, suffix, created_by, created_at)
      VALUES ('k1', 'w', 'secret', '', 'a', '', '', '', 1), ('k2', 'w', 'publishable', '', 'b', '', '', '', 1);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT public_key FROM api_keys').pluck().all(), [null, null])
  db.exec(`UPDATE api_keys SET public_key = 'pk_x' WHERE id = 'k2'`)
  assert.throws(() => db.exec(`UPDATE api_keys SET public_key = 'sk_x' WHERE id = 'k1'`), /CHECK/)
})

test('refund settings of version 14 are in version 15, and no order counts as delivered by time alone', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 14),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO refund_settings (workspace_id, mode, enabled, frozen, rungs, return_period_days, customer_timeout_minutes, approval_timeout_hours)
      VALUES ('w', 'execute', 0, 0, '{}', '{}', 60, 72);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT mode, assume_delivered_after_days AS days FROM refund_settings').all(), [
    { mode: 'execute', days: null },
  ])
})

test('no workspace of version 15 becomes a sample shop, and there is one at most', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 15),
  )
  const insert = 'INSERT INTO workspaces (id, name, plan, test, created_at) VALUES'
  db.exec(`${insert} ('w', 'Sample shop', 'scale', 1, 1), ('v', 'other', 'scale', 0, 1)`)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT sample FROM workspaces').pluck().all(), [0, 0])
  db.exec(`UPDATE workspaces SET sample = 1 WHERE id = 'w'`)
  assert.throws(() => db.exec(`UPDATE workspaces SET sample = 1 WHERE id = 'v'`), /UNIQUE/)
  db.exec(`UPDATE workspaces SET deleted_at = 2 WHERE id = 'w'`)
  db.exec(`UPDATE workspaces SET sample = 1 WHERE id = 'v'`)
})

test('a database from before nightly backups has none until somebody turns them on', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 16),
  )
  migrate(db)
  assert.deepEqual(db.prepare('SELECT * FROM nightly_backups').all(), [])
  db.exec('INSERT INTO nightly_backups VALUES (1, 1)')
  assert.throws(() => db.exec('INSERT INTO nightly_backups VALUES (2, 1)'), /CHECK/)
})

test("chats of version 18 are nobody's and not snoozed in version 19, and a job indexes their messages", () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 18),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO conversations (id, workspace_id, trial, created_at, mode, waiting_since) VALUES
      ('conv_1', 'w', 0, 1, 'human', 5), ('conv_2', 'w', 0, 1, 'closed', NULL);
    INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES ('msg_1', 'conv_1', 'customer', 'a teapot', 5);
    INSERT INTO conversation_modes (id, conversation_id, mode, at) VALUES ('mod_1', 'conv_2', 'closed', 6);
  `)
  migrate(db)
  assert.deepEqual(
    db.prepare('SELECT id, mode, waiting_since, assignee, snoozed_until, close_reason FROM conversations').raw().all(),
    [
      ['conv_1', 'human', 5, null, null, null],
      ['conv_2', 'closed', null, null, null, null],
    ],
  )
  assert.deepEqual(db.prepare('SELECT id, word_row FROM messages').raw().all(), [['msg_1', null]])
  assert.deepEqual(db.prepare('SELECT mode, reason FROM conversation_modes').raw().all(), [['closed', null]])
  assert.deepEqual(db.prepare('SELECT kind, status FROM jobs').raw().all(), [
    ['index-messages', 'waiting'],
    ['report.rebuild', 'waiting'],
  ])
})

test('a database from before events has no endpoints, and personal events end with their chat from then on', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 20),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO conversations (id, workspace_id, trial, created_at) VALUES ('conv_1', 'w', 0, 1);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT * FROM event_endpoints').all(), [])
  const insert =
    'INSERT INTO events (id, workspace_id, type, subject, data, page, personal, conversation_id, created_at)'
  db.exec(
    `${insert} VALUES ('e1', 'w', 'x', 's', '{}', '/', '{}', 'conv_1', 1), ('e2', 'w', 'x', 's', '{}', '/', NULL, 'conv_1', 1)`,
  )
  db.exec(`DELETE FROM conversations WHERE id = 'conv_1'`)
  assert.deepEqual(db.prepare('SELECT id FROM events').pluck().all(), ['e2'])
})

test('a database from before listed hosts of pictures lists none, and a host once', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 22),
  )
  db.exec(`INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1)`)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT * FROM picture_hosts').all(), [])
  db.exec(`INSERT INTO picture_hosts VALUES ('w', 'cdn.shop.example')`)
  assert.throws(() => db.exec(`INSERT INTO picture_hosts VALUES ('w', 'cdn.shop.example')`), /UNIQUE/)
})

test('chats of version 23 have no rating, and get one each', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 23),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO conversations (id, workspace_id, trial, created_at) VALUES ('conv_1', 'w', 0, 1);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT * FROM conversation_ratings').all(), [])
  const rate = db.prepare(`INSERT INTO conversation_ratings VALUES ('conv_1', 'w', ?, NULL, 1)`)
  assert.throws(() => rate.run('fair'), /CHECK/)
  rate.run('good')
  assert.throws(() => rate.run('good'), /UNIQUE/)
})

test('messages from before cards have none', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 24),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO conversations (id, workspace_id, trial, created_at) VALUES ('conv_1', 'w', 0, 1);
    INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES ('msg_1', 'conv_1', 'assistant', 'It is on its way.', 5);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT id, text, cards, refund_id FROM messages').raw().all(), [
    ['msg_1', 'It is on its way.', null, null],
  ])
})

test('a database from before copies in a bucket has made none, and keeps one row of them', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 25),
  )
  migrate(db)
  assert.deepEqual(db.prepare('SELECT * FROM offsite_backups').all(), [])
  db.exec(`INSERT INTO offsite_backups (id, installation) VALUES (1, 'ins_1')`)
  assert.throws(() => db.exec(`INSERT INTO offsite_backups (id, installation) VALUES (2, 'ins_2')`), /CHECK/)
})

test('chats and refunds of version 26 get their days, and a job counts them', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 26),
  )
  const at = Date.parse('2026-03-01T23:30:00Z')
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1), ('v', 'empty', 'scale', 0, 1);
    INSERT INTO assistant_settings (workspace_id, enabled, settings, updated_at) VALUES ('w', 1, '{"hours":{"timeZone":"Europe/Berlin","open":[]}}', 1);
    INSERT INTO conversations (id, workspace_id, trial, created_at) VALUES ('conv_1', 'w', 0, 1), ('conv_2', 'w', 1, 1), ('conv_3', 'w', 0, 1);
    INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES
      ('msg_1', 'conv_1', 'agent', 'a', 5), ('msg_2', 'conv_1', 'customer', 'a', ${at}), ('msg_3', 'conv_2', 'customer', 'a', ${at});
    INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
      VALUES ('act_1', 'w', 'o1', 'defect', '[]', 'execute', 'succeeded', 100, 'EUR', 'agent', 'b', ${at});
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT id, time_zone FROM workspaces ORDER BY id').raw().all(), [
    ['v', 'UTC'],
    ['w', 'Europe/Berlin'],
  ])
  assert.deepEqual(db.prepare('SELECT id, day FROM conversations ORDER BY id').raw().all(), [
    ['conv_1', '2026-03-01'],
    ['conv_2', null],
    ['conv_3', null],
  ])
  assert.deepEqual(db.prepare('SELECT day FROM refunds').pluck().all(), ['2026-03-01'])
  assert.deepEqual(db.prepare('SELECT kind, subject FROM jobs').raw().all(), [['report.rebuild', 'w']])
})

test('refunds of version 28 had no try that somebody asked for', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 28),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
      VALUES ('act_1', 'w', 'o1', 'defect', '[]', 'execute', 'executing', 1250, 'EUR', 'agent', '', 1);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT id, extra_tries FROM refunds').raw().all(), [['act_1', 0]])
})

test('objects and imports of version 29 have no mark: an import from before the update brought nothing that can be erased', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 29),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO backfills (id, workspace_id, status, created, created_at) VALUES ('bf_1', 'w', 'done', 1, 1);
    INSERT INTO orders (workspace_id, id, updated_at, data) VALUES ('w', 'o1', 5, '{}');
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT id, updated_at, imported_in FROM orders').raw().all(), [['o1', 5, null]])
  const sql = 'SELECT created, erased, erasure_started_at, erasure_ended_at FROM backfills'
  assert.deepEqual(db.prepare(sql).raw().all(), [[1, 0, null, null]])
})

test('members of version 30 have no saved views, and views end with the membership', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 30),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO members (id, name, email, operator, created_at) VALUES ('m', 'Ada', 'ada@x', 0, 1);
    INSERT INTO memberships (workspace_id, member_id, role, created_at) VALUES ('w', 'm', 'agent', 1);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT * FROM saved_views').all(), [])
  db.exec(`INSERT INTO saved_views VALUES ('w', 'm', 'orders', 'Open', 'status=pending')`)
  db.exec('DELETE FROM memberships')
  assert.deepEqual(db.prepare('SELECT * FROM saved_views').all(), [])
})

test('workspaces of version 31 have no logo, and get one each', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 31),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO widget_settings (workspace_id, settings, updated_at) VALUES ('w', '{}', 1);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT * FROM widget_logos').all(), [])
  db.exec(`INSERT INTO widget_logos VALUES ('w', 'h', 'image/png', x'00', 1)`)
  assert.throws(() => db.exec(`INSERT INTO widget_logos VALUES ('w', 'i', 'image/png', x'00', 1)`), /UNIQUE/)
})

test('endpoints of version 32 stay as they are, and there is no mail', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 32),
  )
  const columns = `id, workspace_id, kind, host, ending, has_token, types, include_text, by_operator, state, failing_since, skipped, created_at`
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO members (id, name, email, operator, created_at) VALUES ('m', 'Ada', 'ada@x', 0, 1);
    INSERT INTO memberships (workspace_id, member_id, role, created_at) VALUES ('w', 'm', 'agent', 1);
    INSERT INTO event_endpoints (${columns}) VALUES ('evp_1', 'w', 'ntfy', 'ntfy.sh', 'abcd', 1, '[]', 0, 1, 'disabled', 5, 7, 2);
  `)
  migrate(db)
  assert.deepEqual(db.prepare(`SELECT ${columns}, confirmed_at FROM event_endpoints`).raw().all(), [
    ['evp_1', 'w', 'ntfy', 'ntfy.sh', 'abcd', 1, '[]', 0, 1, 'disabled', 5, 7, 2, null],
  ])
  assert.deepEqual(db.prepare('SELECT * FROM mails').all(), [])
  assert.deepEqual(db.prepare('SELECT * FROM mail_setup').all(), [])
  db.exec(`INSERT INTO member_notifications VALUES ('w', 'm', '[]', NULL, NULL)`)
  db.exec('DELETE FROM memberships')
  assert.deepEqual(db.prepare('SELECT * FROM member_notifications').all(), [])
})

test('chat sessions of version 33 have no time zone', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 33),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO conversations (id, workspace_id, trial, created_at) VALUES ('conv_1', 'w', 0, 1);
    INSERT INTO widget_sessions (id, workspace_id, conversation_id, hash, created_at, expires_at) VALUES ('s', 'w', 'conv_1', 'h', 1, 2);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT time_zone FROM widget_sessions').all(), [{ time_zone: null }])
})

test('workspaces of version 34 are connected to no shop, and one connection of each can be open', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 34),
  )
  db.exec(`INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);`)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT * FROM connections').all(), [])
  const add = db.prepare(
    `INSERT INTO connections (id, workspace_id, kind, state, address, code_hash, created_by, created_at, expires_at)
     VALUES (?, 'w', 'woocommerce', ?, 'https://chat.shop.example', ?, 'ada', 1, 2)`,
  )
  add.run('con_1', 'ended', 'a')
  add.run('con_2', 'offered', 'b')
  assert.throws(() => add.run('con_3', 'connected', 'c'), /UNIQUE/)
})

test('links of version 35 have no further tokens, and tokens end with their link', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 35),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO member_links (id, kind, hash, workspace_id, created_by, created_at, expires_at)
      VALUES ('link_1', 'setup', 'h', 'w', 'cli:ada', 1, 2);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT id, hash FROM member_links').raw().all(), [['link_1', 'h']])
  db.exec(`INSERT INTO member_link_tokens VALUES ('other', 'link_1')`)
  db.exec('DELETE FROM member_links')
  assert.deepEqual(db.prepare('SELECT * FROM member_link_tokens').all(), [])
})

test('chats of version 36 were not mailed, no session came by a link, and links end with their chat', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 36),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO conversations (id, workspace_id, trial, created_at) VALUES ('conv_1', 'w', 0, 1), ('conv_2', 'w', 0, 1);
    INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES ('msg_1', 'conv_1', 'agent', 'Hello', 2);
    INSERT INTO widget_sessions (id, workspace_id, conversation_id, hash, created_at, expires_at) VALUES ('ses_1', 'w', 'conv_1', 'h', 1, 2);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT mail_id FROM messages').raw().all(), [[null]])
  assert.deepEqual(db.prepare('SELECT by_link FROM widget_sessions').raw().all(), [[0]])
  assert.deepEqual(db.prepare('SELECT * FROM letter_settings').all(), [])
  db.exec(`
    INSERT INTO mail_links VALUES ('x', 'w', 'open', 'conv_2', NULL, 9);
    INSERT INTO mail_contacts (workspace_id, conversation_id, address_hash) VALUES ('w', 'conv_2', 'a');
    DELETE FROM conversations WHERE id = 'conv_2';
  `)
  assert.deepEqual(db.prepare('SELECT * FROM mail_links').all(), [])
  assert.deepEqual(db.prepare('SELECT * FROM mail_contacts').all(), [])
})

test('a file of each older version gets the exact schema of a new one', () => {
  const older = firstVersion(':memory:')
  migrate(older)
  const fresh = new Database(':memory:')
  migrate(fresh)
  assert.equal(older.pragma('user_version', { simple: true }), fresh.pragma('user_version', { simple: true }))
  assert.deepEqual(schemaOf(older), schemaOf(fresh))
})

function schemaOf(db: Database.Database): unknown[] {
  const rows = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all() as { sql: string | null }[]
  // A column that was added has other spaces around its comma.
  return rows.map((row) => ({
    ...row,
    sql: row.sql
      ?.replaceAll(/--[^\n]*|[\s"]+/g, ' ')
      .replaceAll(/ *([(),]) */g, '$1')
      .replaceAll(/ +/g, ' '),
  }))
}

test('messages and notes from before pictures have none', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version <= 26),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO conversations (id, workspace_id, trial, created_at) VALUES ('conv_1', 'w', 0, 1);
    INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES ('msg_1', 'conv_1', 'customer', 'Hello', 2);
    INSERT INTO conversation_notes (id, conversation_id, author_name, text, at) VALUES ('not_1', 'conv_1', 'Ann', 'VIP', 3);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT id, text, pictures FROM messages').raw().all(), [['msg_1', 'Hello', null]])
  assert.deepEqual(db.prepare('SELECT id, text, pictures FROM conversation_notes').raw().all(), [
    ['not_1', 'VIP', null],
  ])
  assert.deepEqual(db.prepare('SELECT * FROM pictures').all(), [])
})
