/** One step from the previous schema version to `version`. */
export interface Migration {
  version: number
  sql: string
}

/** Forward migrations, oldest first. Each change of `schema.sql` needs a migration that makes the same change in an existing file. */
export const migrations: Migration[] = [
  {
    version: 2,
    sql: `
CREATE TRIGGER audit_log_is_not_replaced BEFORE INSERT ON audit_log WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- Waiting chunks stay text and are read as text.
CREATE TABLE new_batch_chunks (
  batch_id TEXT    NOT NULL REFERENCES batches (id),
  position INTEGER NOT NULL,
  objects  BLOB    NOT NULL,
  PRIMARY KEY (batch_id, position)
);
INSERT INTO new_batch_chunks SELECT batch_id, position, objects FROM batch_chunks;
DROP TABLE batch_chunks;
ALTER TABLE new_batch_chunks RENAME TO batch_chunks;

-- No query used these.
DROP INDEX customers_by_email;
DROP INDEX orders_by_number;
DROP INDEX orders_by_email;
DROP INDEX shipments_by_tracking_number;
DROP INDEX tickets_by_email;
ALTER TABLE customers DROP COLUMN email;
ALTER TABLE orders DROP COLUMN number;
ALTER TABLE orders DROP COLUMN email;
ALTER TABLE shipments DROP COLUMN tracking_number;
ALTER TABLE tickets DROP COLUMN email;

CREATE INDEX jobs_by_lease ON jobs (lane, lease_until) WHERE lease_until IS NOT NULL;

CREATE TABLE refund_settings (
  workspace_id             TEXT    NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  endpoint_url             TEXT,
  secret                   TEXT,
  secret_ending            TEXT,
  mode                     TEXT    NOT NULL CHECK (mode IN ('execute', 'request')),
  enabled                  INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  auto_limit               BIGINT,
  limit_currency           TEXT,
  frozen                   INTEGER NOT NULL CHECK (frozen IN (0, 1)),
  rungs                    TEXT    NOT NULL,
  return_period_days       TEXT    NOT NULL,
  customer_timeout_minutes INTEGER NOT NULL,
  approval_timeout_hours   INTEGER NOT NULL
);

CREATE TABLE conversations (
  id           TEXT    NOT NULL PRIMARY KEY,
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  customer_id  TEXT,
  trial        INTEGER NOT NULL CHECK (trial IN (0, 1)),
  created_at   BIGINT  NOT NULL
);
CREATE INDEX conversations_by_workspace ON conversations (workspace_id, id);
CREATE INDEX conversations_by_customer ON conversations (workspace_id, customer_id, id) WHERE customer_id IS NOT NULL;

CREATE TABLE messages (
  id              TEXT   NOT NULL PRIMARY KEY,
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  author          TEXT   NOT NULL CHECK (author IN ('customer', 'assistant', 'agent', 'system')),
  text            TEXT   NOT NULL,
  sent_at         BIGINT NOT NULL
);
CREATE INDEX messages_by_conversation ON messages (conversation_id, id);

CREATE TABLE refunds (
  id              TEXT   NOT NULL PRIMARY KEY,
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  order_id        TEXT   NOT NULL,
  customer_id     TEXT,
  conversation_id TEXT   REFERENCES conversations (id),
  kind            TEXT   NOT NULL CHECK (kind IN ('defect', 'not_received', 'return', 'other')),
  note            TEXT,
  lines           TEXT   NOT NULL,
  mode            TEXT   NOT NULL CHECK (mode IN ('execute', 'request')),
  status          TEXT   NOT NULL CHECK (status IN ('awaiting_customer', 'awaiting_approval', 'executing', 'pending', 'succeeded',
                                                    'failed', 'declined', 'rejected', 'cancelled', 'expired')),
  amount          BIGINT NOT NULL CHECK (amount >= 0),
  currency        TEXT   NOT NULL,
  started_by      TEXT   NOT NULL CHECK (started_by IN ('assistant', 'agent')),
  basis           TEXT   NOT NULL,
  expires_at      BIGINT,
  refund_id       TEXT,
  failure_code    TEXT,
  failure_message TEXT,
  created_at      BIGINT NOT NULL,
  finished_at     BIGINT
);
CREATE UNIQUE INDEX refunds_one_active ON refunds (workspace_id, order_id)
  WHERE status IN ('awaiting_customer', 'awaiting_approval', 'executing', 'pending');
CREATE INDEX refunds_by_order ON refunds (workspace_id, order_id, id);
CREATE INDEX refunds_by_workspace ON refunds (workspace_id, id);
CREATE INDEX refunds_by_status ON refunds (workspace_id, status, id);
CREATE INDEX refunds_by_conversation ON refunds (conversation_id, id) WHERE conversation_id IS NOT NULL;
CREATE TRIGGER refunds_keep_their_amount BEFORE UPDATE OF amount, currency ON refunds
WHEN NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency BEGIN SELECT RAISE(ABORT, 'the amount of a refund never changes'); END;

CREATE TABLE refund_moves (
  id          TEXT   NOT NULL PRIMARY KEY,
  refund_id   TEXT   NOT NULL REFERENCES refunds (id),
  number      INTEGER NOT NULL,
  from_status TEXT,
  to_status   TEXT   NOT NULL,
  cause       TEXT   NOT NULL,
  actor       TEXT   NOT NULL,
  reason      TEXT,
  at          BIGINT NOT NULL
);
CREATE UNIQUE INDEX refund_moves_by_refund ON refund_moves (refund_id, number);
CREATE TRIGGER refund_moves_are_not_changed BEFORE UPDATE ON refund_moves BEGIN SELECT RAISE(ABORT, 'the history of a refund is append-only'); END;
CREATE TRIGGER refund_moves_are_not_deleted BEFORE DELETE ON refund_moves BEGIN SELECT RAISE(ABORT, 'the history of a refund is append-only'); END;

CREATE TABLE refund_deliveries (
  id           TEXT    NOT NULL PRIMARY KEY,
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  refund_id    TEXT,
  type         TEXT    NOT NULL CHECK (type IN ('ping', 'refund.preview', 'refund.create')),
  number       INTEGER NOT NULL,
  sent_at      BIGINT  NOT NULL,
  duration_ms  INTEGER,
  http_status  INTEGER,
  answer       TEXT,
  verdict      TEXT,
  explanation  TEXT
);
CREATE UNIQUE INDEX refund_deliveries_once ON refund_deliveries (refund_id, number) WHERE type = 'refund.create';
CREATE INDEX refund_deliveries_by_refund ON refund_deliveries (refund_id, id) WHERE refund_id IS NOT NULL;
CREATE TABLE request_log (
  number       INTEGER NOT NULL PRIMARY KEY,
  at           BIGINT  NOT NULL,
  request_id   TEXT    NOT NULL,
  workspace_id TEXT    REFERENCES workspaces (id),
  key_id       TEXT,
  method       TEXT    NOT NULL,
  path         TEXT    NOT NULL,
  status       INTEGER NOT NULL,
  duration_ms  REAL    NOT NULL,
  objects      INTEGER,
  message      TEXT,
  issues       TEXT,
  body         TEXT
);

CREATE TABLE widget_origins (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  origin       TEXT NOT NULL,
  PRIMARY KEY (workspace_id, origin)
);

CREATE TABLE widget_sessions (
  id              TEXT   NOT NULL PRIMARY KEY,
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  hash            TEXT   NOT NULL UNIQUE,
  visitor_id      TEXT,
  page_url        TEXT,
  locale          TEXT,
  created_at      BIGINT NOT NULL,
  expires_at      BIGINT NOT NULL
);
CREATE INDEX widget_sessions_by_conversation ON widget_sessions (conversation_id, id);
CREATE INDEX widget_sessions_by_expiry ON widget_sessions (expires_at);

CREATE TABLE identity_secrets (
  id           TEXT   NOT NULL PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  secret       TEXT,
  ending       TEXT   NOT NULL,
  created_by   TEXT   NOT NULL,
  created_at   BIGINT NOT NULL
);
CREATE INDEX identity_secrets_by_workspace ON identity_secrets (workspace_id, id);

CREATE TABLE used_identity_tokens (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  jti          TEXT   NOT NULL,
  expires_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, jti)
);
CREATE INDEX used_identity_tokens_by_expiry ON used_identity_tokens (expires_at);
`,
  },
  {
    version: 3,
    // No new column has a CHECK: adding one reads the whole table.
    sql: `
ALTER TABLE refunds ADD COLUMN reported_as TEXT;
ALTER TABLE refund_settings ADD COLUMN pending_timeout_days INTEGER NOT NULL DEFAULT 14;
CREATE INDEX refunds_by_customer ON refunds (workspace_id, customer_id) WHERE customer_id IS NOT NULL;

ALTER TABLE idempotency_records ADD COLUMN conversation_id TEXT;
CREATE INDEX idempotency_records_by_conversation ON idempotency_records (conversation_id) WHERE conversation_id IS NOT NULL;

CREATE TABLE new_request_log (
  number       INTEGER NOT NULL PRIMARY KEY,
  at           BIGINT  NOT NULL,
  request_id   TEXT    NOT NULL,
  workspace_id TEXT    REFERENCES workspaces (id),
  key_id       TEXT,
  method       TEXT    NOT NULL,
  path         TEXT    NOT NULL,
  status       INTEGER NOT NULL,
  duration_ms  REAL    NOT NULL,
  objects      INTEGER,
  message      TEXT,
  issues       TEXT,
  body         TEXT,
  share        TEXT    NOT NULL
);
INSERT INTO new_request_log SELECT *, coalesce(workspace_id, '') FROM request_log;
DROP TABLE request_log;
ALTER TABLE new_request_log RENAME TO request_log;
CREATE INDEX request_log_by_share ON request_log (share, number);
CREATE INDEX request_log_with_body ON request_log (workspace_id, at) WHERE body IS NOT NULL;

CREATE TABLE notices (
  name TEXT   NOT NULL PRIMARY KEY,
  at   BIGINT NOT NULL
);

CREATE INDEX conversations_of_guests ON conversations (created_at, id) WHERE customer_id IS NULL AND trial = 0;

CREATE TABLE dev_clock (
  id       INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  ahead_ms BIGINT  NOT NULL
);
`,
  },
  {
    version: 4,
    sql: `
CREATE TABLE daily_counts (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  day          TEXT   NOT NULL,
  type         TEXT   NOT NULL,
  created      BIGINT NOT NULL,
  updated      BIGINT NOT NULL,
  stale        BIGINT NOT NULL,
  refused      BIGINT NOT NULL,
  longest_gap  BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, day, type)
);

CREATE TABLE latest_pushes (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  type         TEXT   NOT NULL,
  object_id    TEXT,
  at           BIGINT NOT NULL,
  imported_at  BIGINT,
  PRIMARY KEY (workspace_id, type)
);

CREATE TABLE widget_sightings (
  workspace_id TEXT   NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  origin       TEXT   NOT NULL,
  at           BIGINT NOT NULL
);

-- What a person looks at first: imports that run, refunds that failed, how the endpoint answers, rejected pushes.
ALTER TABLE refund_settings ADD COLUMN endpoint_set_at BIGINT;
CREATE INDEX batches_running ON batches (workspace_id, id) WHERE finished_at IS NULL;
CREATE INDEX batches_failed ON batches (workspace_id, id) WHERE status = 'failed';
CREATE INDEX batches_alone ON batches (workspace_id, id) WHERE backfill_id IS NULL;
CREATE INDEX backfills_running ON backfills (workspace_id, id) WHERE finished_at IS NULL;
CREATE INDEX refunds_failed ON refunds (workspace_id, finished_at) WHERE status = 'failed';
CREATE INDEX refund_deliveries_by_workspace ON refund_deliveries (workspace_id, id);
CREATE INDEX refund_deliveries_of_tests ON refund_deliveries (workspace_id, id) WHERE type = 'ping';
CREATE INDEX request_log_refused ON request_log (share, at) WHERE status >= 400 AND method = 'POST';

-- Filters of lists: this adds only columns and empty indexes; jobs fill them.
DROP INDEX products_by_update;
DROP INDEX orders_by_update;
DROP INDEX orders_by_customer;
DROP INDEX shipments_by_update;
DROP INDEX tickets_by_update;
DROP INDEX tickets_by_customer;
ALTER TABLE customers ADD COLUMN part BIGINT;
ALTER TABLE customers ADD COLUMN email TEXT;
ALTER TABLE customers ADD COLUMN phone TEXT;
ALTER TABLE products ADD COLUMN part BIGINT;
ALTER TABLE products ADD COLUMN status TEXT;
ALTER TABLE orders ADD COLUMN part BIGINT;
ALTER TABLE orders ADD COLUMN email TEXT;
ALTER TABLE orders ADD COLUMN number TEXT;
ALTER TABLE orders ADD COLUMN status TEXT;
ALTER TABLE orders ADD COLUMN placed_at BIGINT;
ALTER TABLE shipments ADD COLUMN part BIGINT;
ALTER TABLE shipments ADD COLUMN tracking_number TEXT;
ALTER TABLE shipments ADD COLUMN status TEXT;
ALTER TABLE tickets ADD COLUMN part BIGINT;
ALTER TABLE tickets ADD COLUMN email TEXT;
ALTER TABLE tickets ADD COLUMN status TEXT;
CREATE INDEX customer_agent_tags_by_tag ON customer_agent_tags (workspace_id, tag, customer_id);
CREATE INDEX customers_by_email ON customers (workspace_id, part, email) WHERE part IS NOT NULL AND email IS NOT NULL;
CREATE INDEX customers_by_phone ON customers (workspace_id, part, phone) WHERE part IS NOT NULL AND phone IS NOT NULL;
CREATE INDEX products_by_update ON products (workspace_id, updated_at, id, status);
CREATE INDEX orders_by_update ON orders (workspace_id, updated_at, id, status, placed_at);
CREATE INDEX orders_by_customer ON orders (workspace_id, part, customer_id) WHERE part IS NOT NULL AND customer_id IS NOT NULL;
CREATE INDEX orders_by_email ON orders (workspace_id, part, email) WHERE part IS NOT NULL AND email IS NOT NULL;
CREATE INDEX orders_by_number ON orders (workspace_id, part, number) WHERE part IS NOT NULL AND number IS NOT NULL;
CREATE INDEX orders_placed_ahead ON orders (workspace_id, placed_at) WHERE placed_at > updated_at;
CREATE INDEX shipments_by_update ON shipments (workspace_id, updated_at, id, status);
CREATE INDEX shipments_by_tracking_number ON shipments (workspace_id, part, tracking_number)
  WHERE part IS NOT NULL AND tracking_number IS NOT NULL;
CREATE INDEX tickets_by_update ON tickets (workspace_id, updated_at, id, status);
CREATE INDEX tickets_by_customer ON tickets (workspace_id, part, customer_id) WHERE part IS NOT NULL AND customer_id IS NOT NULL;
CREATE INDEX tickets_by_email ON tickets (workspace_id, part, email) WHERE part IS NOT NULL AND email IS NOT NULL;
CREATE TABLE articles (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  data         TEXT   NOT NULL,
  part         BIGINT,
  topic        TEXT,
  status       TEXT,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX articles_by_update ON articles (workspace_id, updated_at, id, topic, status);
CREATE TABLE segments (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  name         TEXT   NOT NULL,
  rule         TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name)
);
CREATE TABLE customer_facts (
  workspace_id   TEXT    NOT NULL REFERENCES workspaces (id),
  customer_id    TEXT    NOT NULL,
  orders_count   BIGINT  NOT NULL,
  spent          BIGINT,
  currency       TEXT,
  currencies     INTEGER NOT NULL,
  first_order_at BIGINT,
  last_order_at  BIGINT,
  country        TEXT,
  consent        INTEGER,
  tags           TEXT,
  PRIMARY KEY (workspace_id, customer_id)
) WITHOUT ROWID;
CREATE TABLE customer_spend (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  customer_id  TEXT   NOT NULL,
  currency     TEXT   NOT NULL,
  spent        BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, customer_id, currency)
) WITHOUT ROWID;
CREATE TABLE fact_counts (
  workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  counted_to   TEXT
);
CREATE TABLE fact_notes (
  number       INTEGER NOT NULL PRIMARY KEY,
  workspace_id TEXT    NOT NULL,
  customers    TEXT    NOT NULL
);
CREATE INDEX fact_notes_by_workspace ON fact_notes (workspace_id, number);
CREATE TABLE filter_entries (
  workspace_id TEXT   NOT NULL,
  filter       TEXT   NOT NULL,
  part         BIGINT NOT NULL,
  value        TEXT   NOT NULL,
  id           TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, filter, part, value, id)
) WITHOUT ROWID;
CREATE TABLE filter_fills (
  resource     TEXT NOT NULL PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  id           TEXT NOT NULL
);
INSERT INTO filter_fills SELECT 'customers', '', '' WHERE EXISTS (SELECT 1 FROM customers);
INSERT INTO filter_fills SELECT 'products', '', '' WHERE EXISTS (SELECT 1 FROM products);
INSERT INTO filter_fills SELECT 'orders', '', '' WHERE EXISTS (SELECT 1 FROM orders);
INSERT INTO filter_fills SELECT 'shipments', '', '' WHERE EXISTS (SELECT 1 FROM shipments);
INSERT INTO filter_fills SELECT 'tickets', '', '' WHERE EXISTS (SELECT 1 FROM tickets);
-- Due from now on: lists, metrics and alerts show for how long a job has been due.
INSERT INTO jobs (id, kind, subject, status, due_at, created_at)
  SELECT 'job_fill_' || resource, 'fill-filters', resource, 'waiting', now, now
  FROM filter_fills, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now);

-- Search: this adds only empty tables; jobs fill them.
CREATE TABLE search_spaces (
  number       INTEGER NOT NULL PRIMARY KEY,
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  resource     TEXT    NOT NULL,
  UNIQUE (workspace_id, resource)
);
CREATE TABLE search_rows (
  row         INTEGER NOT NULL PRIMARY KEY,
  space       INTEGER NOT NULL REFERENCES search_spaces (number),
  resource_id TEXT    NOT NULL,
  hash        BIGINT  NOT NULL,
  UNIQUE (space, resource_id)
);
CREATE VIRTUAL TABLE search_catalog USING fts5 (names, marks, body, content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '3');
CREATE VIRTUAL TABLE search_parts USING fts5 (names, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1');
CREATE VIRTUAL TABLE search_people USING fts5 (names, marks, body, content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '3');
INSERT INTO search_catalog (search_catalog, rank) VALUES ('automerge', 0), ('crisismerge', 500);
INSERT INTO search_parts (search_parts, rank) VALUES ('automerge', 0), ('crisismerge', 500);
INSERT INTO search_people (search_people, rank) VALUES ('automerge', 0), ('crisismerge', 500);
CREATE TABLE search_queue (
  number       INTEGER NOT NULL PRIMARY KEY,
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  resource     TEXT    NOT NULL,
  ids          TEXT    NOT NULL,
  queued_at    BIGINT  NOT NULL
);
CREATE TABLE search_fills (
  resource     TEXT NOT NULL PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  id           TEXT NOT NULL
);
INSERT INTO search_fills SELECT 'customers', '', '' WHERE EXISTS (SELECT 1 FROM customers);
INSERT INTO search_fills SELECT 'products', '', '' WHERE EXISTS (SELECT 1 FROM products);
INSERT INTO search_fills SELECT 'tickets', '', '' WHERE EXISTS (SELECT 1 FROM tickets);
INSERT INTO jobs (id, kind, subject, status, due_at, created_at)
  SELECT 'job_search_' || resource, 'search.fill', resource, 'waiting', now, now
  FROM search_fills, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now);

-- Workspaces can be deleted, and with them the history of their refunds.
ALTER TABLE workspaces ADD COLUMN deleted_at BIGINT;
DROP TRIGGER refund_moves_are_not_deleted;
CREATE TRIGGER refund_moves_are_not_deleted BEFORE DELETE ON refund_moves WHEN NOT EXISTS (
  SELECT 1 FROM refunds JOIN workspaces ON workspaces.id = workspace_id
  WHERE refunds.id = OLD.refund_id AND deleted_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the history of a refund is append-only'); END;

-- Whoever follows the refunds of a workspace does so by the newest move of each.
ALTER TABLE refunds ADD COLUMN last_move TEXT NOT NULL DEFAULT '';
UPDATE refunds SET last_move = coalesce((SELECT max(id) FROM refund_moves WHERE refund_id = refunds.id), '');
CREATE INDEX refunds_by_last_move ON refunds (workspace_id, last_move);

-- A key's last use is stored to the minute, but is never before the key's creation.
UPDATE api_keys SET last_used_at = created_at WHERE last_used_at < created_at;

-- Delete waiting jobs of refunds that have left the status of the job.
CREATE INDEX jobs_by_subject ON jobs (subject, kind);
DELETE FROM jobs WHERE status = 'waiting' AND kind = 'refund.expire'
  AND subject IN (SELECT id FROM refunds WHERE expires_at IS NULL);
DELETE FROM jobs WHERE status = 'waiting' AND kind = 'refund.create'
  AND subject IN (SELECT id FROM refunds WHERE status <> 'executing');

-- Members and how they sign in.
ALTER TABLE audit_log ADD COLUMN role TEXT;

CREATE TABLE members (
  id         TEXT    NOT NULL PRIMARY KEY,
  name       TEXT    NOT NULL,
  email      TEXT    NOT NULL UNIQUE,
  password   TEXT,
  operator   INTEGER NOT NULL CHECK (operator IN (0, 1)),
  created_at BIGINT  NOT NULL
);

CREATE TABLE memberships (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  member_id    TEXT   NOT NULL REFERENCES members (id),
  role         TEXT   NOT NULL CHECK (role IN ('owner', 'admin', 'agent')),
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, member_id)
);
CREATE INDEX memberships_by_member ON memberships (member_id, created_at);

CREATE TABLE member_sessions (
  id           TEXT   NOT NULL PRIMARY KEY,
  member_id    TEXT   NOT NULL REFERENCES members (id),
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  hash         TEXT   NOT NULL UNIQUE,
  address      TEXT   NOT NULL,
  browser      TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  last_used_at BIGINT NOT NULL,
  confirmed_at BIGINT NOT NULL
);
CREATE INDEX member_sessions_by_member ON member_sessions (member_id, id);
CREATE INDEX member_sessions_by_use ON member_sessions (last_used_at);

CREATE TABLE member_networks (
  member_id    TEXT   NOT NULL REFERENCES members (id),
  network      TEXT   NOT NULL,
  signed_in_at BIGINT NOT NULL,
  PRIMARY KEY (member_id, network)
);
CREATE INDEX member_networks_by_time ON member_networks (signed_in_at);

CREATE TABLE member_links (
  id            TEXT    NOT NULL PRIMARY KEY,
  kind          TEXT    NOT NULL CHECK (kind IN ('setup', 'invite', 'reset')),
  hash          TEXT    NOT NULL UNIQUE,
  workspace_id  TEXT    REFERENCES workspaces (id),
  member_id     TEXT    REFERENCES members (id),
  email         TEXT,
  role          TEXT    CHECK (role IN ('owner', 'admin', 'agent')),
  second_factor INTEGER NOT NULL DEFAULT 0 CHECK (second_factor IN (0, 1)),
  created_by    TEXT    NOT NULL,
  created_at    BIGINT  NOT NULL,
  expires_at    BIGINT  NOT NULL
);
CREATE INDEX member_links_by_workspace ON member_links (workspace_id, id) WHERE workspace_id IS NOT NULL;
CREATE INDEX member_links_by_member ON member_links (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX member_links_by_expiry ON member_links (expires_at);

CREATE TABLE member_second_factors (
  member_id    TEXT   NOT NULL PRIMARY KEY REFERENCES members (id),
  secret       TEXT,
  last_step    BIGINT NOT NULL,
  created_at   BIGINT NOT NULL,
  confirmed_at BIGINT
);

CREATE TABLE member_recovery_codes (
  member_id TEXT NOT NULL REFERENCES members (id),
  hash      TEXT NOT NULL,
  PRIMARY KEY (member_id, hash)
);

-- Who answers in a conversation, and what the assistant keeps.
ALTER TABLE conversations ADD COLUMN mode TEXT NOT NULL DEFAULT 'assistant' CHECK (mode IN ('assistant', 'waiting', 'human', 'closed'));
ALTER TABLE conversations ADD COLUMN state TEXT;
ALTER TABLE conversations ADD COLUMN handed_over_at BIGINT;
ALTER TABLE conversations ADD COLUMN hand_over_reason TEXT;
ALTER TABLE conversations ADD COLUMN summary TEXT;
-- The last message that the customer has seen: all earlier ones count as seen.
ALTER TABLE conversations ADD COLUMN customer_read_id TEXT;
UPDATE conversations SET customer_read_id = (SELECT max(id) FROM messages WHERE conversation_id = conversations.id);
ALTER TABLE conversations ADD COLUMN refund_draft TEXT;
ALTER TABLE conversations ADD COLUMN awaits_contact INTEGER NOT NULL DEFAULT 0 CHECK (awaits_contact IN (0, 1));
ALTER TABLE conversations ADD COLUMN contact_email TEXT;
ALTER TABLE conversations ADD COLUMN language TEXT;
ALTER TABLE messages ADD COLUMN choices TEXT;
ALTER TABLE messages ADD COLUMN choice TEXT;
ALTER TABLE messages ADD COLUMN notice TEXT;
ALTER TABLE widget_sessions ADD COLUMN network_hash TEXT;
ALTER TABLE conversations ADD COLUMN last_event TEXT;
ALTER TABLE conversations ADD COLUMN waiting_since BIGINT;
ALTER TABLE conversations ADD COLUMN follows TEXT;
UPDATE conversations SET last_event = (SELECT max(substr(id, 5)) FROM (
  SELECT max(messages.id) AS id FROM messages WHERE conversation_id = conversations.id
  UNION ALL
  SELECT max(last_move) FROM refunds WHERE conversation_id = conversations.id));
CREATE INDEX conversations_by_event ON conversations (workspace_id, last_event);
CREATE INDEX conversations_by_mode ON conversations (workspace_id, mode, last_event);
CREATE INDEX conversations_waiting ON conversations (workspace_id, waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE UNIQUE INDEX conversations_following ON conversations (follows) WHERE follows IS NOT NULL;
ALTER TABLE messages ADD COLUMN author_name TEXT;

CREATE TABLE conversation_modes (
  id              TEXT   NOT NULL PRIMARY KEY,
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  mode            TEXT   NOT NULL CHECK (mode IN ('assistant', 'waiting', 'human', 'closed')),
  agent_name      TEXT,
  next_id         TEXT,
  at              BIGINT NOT NULL
);
CREATE INDEX conversation_modes_by_conversation ON conversation_modes (conversation_id, id);

CREATE TABLE conversation_notes (
  id              TEXT   NOT NULL PRIMARY KEY,
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  author_name     TEXT   NOT NULL,
  text            TEXT   NOT NULL,
  at              BIGINT NOT NULL
);
CREATE INDEX conversation_notes_by_conversation ON conversation_notes (conversation_id, id);

CREATE TABLE conversation_reads (
  workspace_id    TEXT NOT NULL REFERENCES workspaces (id),
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  member_id       TEXT NOT NULL,
  event           TEXT NOT NULL,
  PRIMARY KEY (conversation_id, member_id)
);

CREATE TABLE saved_replies (
  id           TEXT   NOT NULL PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  title        TEXT   NOT NULL,
  text         TEXT   NOT NULL,
  updated_by   TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX saved_replies_by_title ON saved_replies (workspace_id, title);

CREATE TABLE assistant_settings (
  workspace_id TEXT    NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  enabled      INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  settings     TEXT    NOT NULL,
  updated_at   BIGINT  NOT NULL
);
-- The shops of workspaces from before decide themselves when the assistant begins to answer.
INSERT INTO assistant_settings (workspace_id, enabled, settings, updated_at)
  SELECT id, 0, '{}', CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM workspaces;

CREATE TABLE assistant_turns (
  id              TEXT   NOT NULL PRIMARY KEY,
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  upto_message_id TEXT   NOT NULL,
  message_id      TEXT   NOT NULL,
  engine          TEXT   NOT NULL,
  language        TEXT   NOT NULL,
  commands        TEXT   NOT NULL,
  facts           TEXT   NOT NULL,
  verdict         TEXT   NOT NULL,
  citations       TEXT,
  model           TEXT,
  created_at      BIGINT NOT NULL,
  UNIQUE (conversation_id, upto_message_id)
);
CREATE INDEX assistant_turns_by_message ON assistant_turns (message_id);

CREATE TABLE assistant_models (
  workspace_id   TEXT    NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  base_url       TEXT    NOT NULL,
  model          TEXT    NOT NULL,
  secret         TEXT,
  secret_ending  TEXT,
  used_for       TEXT    NOT NULL CHECK (used_for IN ('understand', 'understand-and-compose')),
  extra_headers  TEXT    NOT NULL,
  extra_body     TEXT    NOT NULL,
  share_tickets  INTEGER NOT NULL CHECK (share_tickets IN (0, 1)),
  calls_per_day  INTEGER NOT NULL,
  tokens_per_day INTEGER NOT NULL,
  learnt         TEXT,
  updated_at     BIGINT  NOT NULL
);

CREATE TABLE model_usage (
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  day          TEXT    NOT NULL,
  calls        INTEGER NOT NULL,
  tokens_in    INTEGER NOT NULL,
  tokens_out   INTEGER NOT NULL,
  rejected     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day)
);

CREATE TABLE tool_calls (
  id              TEXT   NOT NULL PRIMARY KEY,
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  conversation_id TEXT   NOT NULL,
  at              BIGINT NOT NULL,
  principal       TEXT   NOT NULL,
  via             TEXT   NOT NULL,
  tool            TEXT   NOT NULL,
  arguments       TEXT   NOT NULL,
  objects         TEXT   NOT NULL,
  outcome         TEXT   NOT NULL
);
CREATE INDEX tool_calls_by_conversation ON tool_calls (conversation_id, id);
CREATE TRIGGER tool_calls_are_not_changed BEFORE UPDATE ON tool_calls
BEGIN SELECT RAISE(ABORT, 'the log of tools is only added to'); END;

CREATE TABLE guest_proofs (
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  order_id        TEXT   NOT NULL,
  customer_id     TEXT,
  proved_at       BIGINT NOT NULL,
  PRIMARY KEY (conversation_id, order_id)
);
CREATE INDEX guest_proofs_by_order ON guest_proofs (workspace_id, order_id);
CREATE INDEX guest_proofs_by_customer ON guest_proofs (workspace_id, customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE guest_misses (
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  scope        TEXT    NOT NULL CHECK (scope IN ('network', 'order')),
  hash         TEXT    NOT NULL,
  begun_at     BIGINT  NOT NULL,
  count        INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, scope, hash, begun_at)
);
CREATE INDEX guest_misses_by_time ON guest_misses (begun_at);

CREATE TABLE widget_ticket_secrets (
  workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  secret       TEXT NOT NULL
);

CREATE TABLE widget_settings (
  workspace_id TEXT   NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  settings     TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL
);

ALTER TABLE widget_sessions ADD COLUMN kept_until BIGINT NOT NULL DEFAULT 0;
UPDATE widget_sessions SET kept_until = expires_at;
DROP INDEX widget_sessions_by_expiry;
CREATE INDEX widget_sessions_by_end ON widget_sessions (kept_until);
`,
  },
  {
    version: 5,
    sql: `
ALTER TABLE refunds ADD COLUMN trial INTEGER NOT NULL DEFAULT 0 CHECK (trial IN (0, 1));
DROP INDEX refunds_one_active;
CREATE UNIQUE INDEX refunds_one_active ON refunds (workspace_id, order_id)
  WHERE status IN ('awaiting_customer', 'awaiting_approval', 'executing', 'pending') AND trial = 0;
CREATE INDEX conversations_of_trials ON conversations (created_at, id) WHERE trial = 1;
`,
  },
  {
    version: 6,
    sql: `
ALTER TABLE tool_calls ADD COLUMN turn_id TEXT;
`,
  },
  {
    version: 7,
    sql: `
DROP INDEX conversations_by_mode;
CREATE INDEX conversations_of_known ON conversations (workspace_id, mode, last_event)
  WHERE customer_id IS NOT NULL AND trial = 0 AND waiting_since IS NULL;
CREATE INDEX conversations_of_unknown ON conversations (workspace_id, mode, last_event)
  WHERE customer_id IS NULL AND trial = 0 AND waiting_since IS NULL;
DROP INDEX refunds_by_status;
CREATE INDEX refunds_by_status ON refunds (workspace_id, status, id, trial);
CREATE INDEX audit_log_by_actor ON audit_log (workspace_id, actor, at, id);
CREATE INDEX audit_log_by_target ON audit_log (workspace_id, target, at, id);
CREATE INDEX audit_log_by_action ON audit_log (workspace_id, action, at, id);
`,
  },
  {
    version: 8,
    sql: `
-- Parts of names without their positions: a third of the size. A job indexes all objects again.
DROP TABLE search_parts;
CREATE VIRTUAL TABLE search_parts USING fts5 (names, content = '', contentless_delete = 1, detail = none,
  tokenize = 'trigram remove_diacritics 1');
INSERT INTO search_parts (search_parts, rank) VALUES ('automerge', 0), ('crisismerge', 500);
INSERT INTO jobs (id, kind, subject, status, due_at, created_at)
  SELECT 'job_search_parts', 'search.rebuild', 'search', 'waiting', now, now
  FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now) WHERE EXISTS (SELECT 1 FROM search_rows);
`,
  },
  {
    version: 9,
    sql: `
ALTER TABLE identity_secrets ADD COLUMN last_used_at BIGINT;
`,
  },
  {
    version: 10,
    sql: `
-- The look-up values of customers and tickets move from these indexes to filter_entries: jobs add them.
DROP INDEX customers_by_email;
DROP INDEX customers_by_phone;
DROP INDEX tickets_by_customer;
DROP INDEX tickets_by_email;
CREATE TABLE filter_queue (
  number       INTEGER NOT NULL PRIMARY KEY,
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  resource     TEXT    NOT NULL,
  part         BIGINT  NOT NULL,
  ids          TEXT    NOT NULL,
  entries      TEXT    NOT NULL,
  queued_at    BIGINT  NOT NULL
);
INSERT INTO filter_fills SELECT 'customers', '', '' WHERE EXISTS (SELECT 1 FROM customers)
  ON CONFLICT (resource) DO UPDATE SET workspace_id = '', id = '';
INSERT INTO filter_fills SELECT 'tickets', '', '' WHERE EXISTS (SELECT 1 FROM tickets)
  ON CONFLICT (resource) DO UPDATE SET workspace_id = '', id = '';
INSERT INTO jobs (id, kind, subject, status, due_at, created_at)
  SELECT 'job_fill_' || resource, 'fill-filters', resource, 'waiting', now, now
  FROM filter_fills, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now)
  WHERE resource IN ('customers', 'tickets') AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'fill-filters' AND subject = resource);
`,
  },
  {
    version: 11,
    sql: `
-- What waits in the former form of filter_queue, an array of [filter, value, id] a call.
INSERT INTO filter_entries (workspace_id, filter, part, value, id)
  SELECT call.workspace_id, entry.value ->> 0, call.part, entry.value ->> 1, entry.value ->> 2
  FROM filter_queue AS call CROSS JOIN json_each(call.entries) AS entry WHERE true ON CONFLICT DO NOTHING;
INSERT INTO search_queue (workspace_id, resource, ids, queued_at)
  SELECT workspace_id, resource, ids, queued_at FROM filter_queue ORDER BY number;
DELETE FROM filter_queue;
`,
  },
  {
    version: 12,
    sql: `
DROP INDEX messages_by_conversation;
CREATE INDEX messages_by_conversation ON messages (conversation_id, id, author);
`,
  },
  {
    version: 13,
    sql: `
-- Who has set an address is in the audit log: the command line, or a member who is an operator.
ALTER TABLE refund_settings ADD COLUMN endpoint_by_operator INTEGER NOT NULL DEFAULT 0 CHECK (endpoint_by_operator IN (0, 1));
UPDATE refund_settings SET endpoint_by_operator = coalesce((
  SELECT origin = 'cli' OR actor IN (SELECT email FROM members WHERE operator = 1) FROM audit_log
  WHERE audit_log.workspace_id = refund_settings.workspace_id AND action = 'refund_settings.changed'
    AND details ->> 'endpointUrl' IS NOT NULL
  ORDER BY at DESC, id DESC LIMIT 1), 0) WHERE endpoint_url IS NOT NULL;
ALTER TABLE assistant_models ADD COLUMN by_operator INTEGER NOT NULL DEFAULT 0 CHECK (by_operator IN (0, 1));
UPDATE assistant_models SET by_operator = coalesce((
  SELECT origin = 'cli' OR actor IN (SELECT email FROM members WHERE operator = 1) FROM audit_log
  WHERE audit_log.workspace_id = assistant_models.workspace_id AND action = 'assistant_model.changed'
    AND details ->> 'baseUrl' IS NOT NULL
  ORDER BY at DESC, id DESC LIMIT 1), 0);
`,
  },
  {
    version: 14,
    sql: `
ALTER TABLE api_keys ADD COLUMN public_key TEXT CHECK (public_key IS NULL OR kind = 'publishable');
`,
  },
  {
    version: 15,
    sql: `
ALTER TABLE refund_settings ADD COLUMN assume_delivered_after_days INTEGER;
`,
  },
  {
    version: 16,
    sql: `
ALTER TABLE workspaces ADD COLUMN sample INTEGER NOT NULL DEFAULT 0 CHECK (sample IN (0, 1));
CREATE UNIQUE INDEX workspaces_sample ON workspaces (sample) WHERE sample = 1 AND deleted_at IS NULL;
`,
  },
  {
    version: 17,
    sql: `
CREATE TABLE nightly_backups (
  id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  since BIGINT  NOT NULL
);
`,
  },
  {
    version: 18,
    sql: `
CREATE TABLE changes (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  number       BIGINT NOT NULL,
  kind         TEXT   NOT NULL,
  ids          TEXT   NOT NULL,
  data         TEXT,
  at           BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, number)
) WITHOUT ROWID;
CREATE TABLE change_places (
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  reader       TEXT    NOT NULL,
  number       BIGINT  NOT NULL,
  done         INTEGER NOT NULL DEFAULT 0,
  failures     INTEGER NOT NULL DEFAULT 0,
  skipped      INTEGER NOT NULL DEFAULT 0,
  skipped_at   BIGINT,
  PRIMARY KEY (workspace_id, reader)
) WITHOUT ROWID;
`,
  },
  {
    version: 19,
    sql: `
ALTER TABLE conversations ADD COLUMN assignee TEXT;
ALTER TABLE conversations ADD COLUMN snoozed_until BIGINT;
ALTER TABLE conversations ADD COLUMN snoozed_wait BIGINT;
ALTER TABLE conversations ADD COLUMN close_reason TEXT;
CREATE INDEX conversations_by_assignee ON conversations (workspace_id, assignee, last_event) WHERE assignee IS NOT NULL AND mode <> 'closed';
ALTER TABLE conversation_modes ADD COLUMN reason TEXT;
CREATE TABLE conversation_acts (
  id              TEXT   NOT NULL PRIMARY KEY,
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  act             TEXT   NOT NULL CHECK (act IN ('assigned', 'unassigned', 'snoozed', 'woken', 'tagged', 'untagged')),
  agent_name      TEXT,
  text            TEXT,
  until           BIGINT,
  at              BIGINT NOT NULL
);
CREATE INDEX conversation_acts_by_conversation ON conversation_acts (conversation_id, id);
CREATE TABLE conversation_tags (
  workspace_id    TEXT NOT NULL REFERENCES workspaces (id),
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  tag             TEXT NOT NULL,
  PRIMARY KEY (conversation_id, tag)
);
CREATE INDEX conversation_tags_by_tag ON conversation_tags (workspace_id, tag);
ALTER TABLE messages ADD COLUMN word_row INTEGER;
CREATE UNIQUE INDEX messages_by_word_row ON messages (word_row) WHERE word_row IS NOT NULL;
CREATE VIRTUAL TABLE message_words USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
-- A job indexes the messages of before.
INSERT INTO jobs (id, kind, subject, status, due_at, created_at)
  SELECT 'job_index_messages', 'index-messages', 'messages', 'waiting', now, now
  FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now) WHERE EXISTS (SELECT 1 FROM messages);
`,
  },
  {
    version: 20,
    sql: `
-- What waited for look-ups and for searches are changes that nobody has read. Those of searches were pushed first.
INSERT INTO changes (workspace_id, number, kind, ids, data, at)
  SELECT workspace_id, row_number() OVER (PARTITION BY workspace_id ORDER BY part IS NOT NULL, number), resource, ids,
    '{"part":' || part || ',"values":' || entries || '}', queued_at
  FROM (SELECT workspace_id, number, resource, ids, NULL AS part, NULL AS entries, queued_at FROM search_queue
    UNION ALL SELECT workspace_id, number, resource, ids, part, entries, queued_at FROM filter_queue) AS waiting;
DROP TABLE search_queue;
DROP TABLE filter_queue;
`,
  },
  {
    version: 21,
    sql: `
CREATE TABLE event_endpoints (
  id             TEXT    NOT NULL PRIMARY KEY,
  workspace_id   TEXT    NOT NULL REFERENCES workspaces (id),
  kind           TEXT    NOT NULL CHECK (kind IN ('webhook', 'slack', 'discord', 'ntfy')),
  host           TEXT    NOT NULL,
  ending         TEXT    NOT NULL,
  secret         TEXT,
  secret_ending  TEXT,
  has_token      INTEGER NOT NULL CHECK (has_token IN (0, 1)),
  previous_until BIGINT,
  types          TEXT    NOT NULL,
  include_text   INTEGER NOT NULL CHECK (include_text IN (0, 1)),
  by_operator    INTEGER NOT NULL CHECK (by_operator IN (0, 1)),
  state          TEXT    NOT NULL CHECK (state IN ('on', 'off', 'disabled')),
  failing_since  BIGINT,
  skipped        BIGINT  NOT NULL,
  created_at     BIGINT  NOT NULL
);
CREATE INDEX event_endpoints_by_workspace ON event_endpoints (workspace_id, id);

CREATE TABLE events (
  id              TEXT   NOT NULL PRIMARY KEY,
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  type            TEXT   NOT NULL,
  subject         TEXT   NOT NULL,
  data            TEXT   NOT NULL,
  page            TEXT   NOT NULL,
  personal        TEXT,
  conversation_id TEXT,
  customer_id     TEXT,
  created_at      BIGINT NOT NULL
);
CREATE INDEX events_by_workspace ON events (workspace_id, created_at, id);
CREATE INDEX events_by_subject ON events (workspace_id, subject, created_at);
CREATE INDEX events_by_time ON events (created_at);
CREATE INDEX events_personal_of_chat ON events (conversation_id) WHERE personal IS NOT NULL;
CREATE INDEX events_personal_of_customer ON events (workspace_id, customer_id) WHERE personal IS NOT NULL;
CREATE TRIGGER events_end_with_their_chat AFTER DELETE ON conversations BEGIN
  DELETE FROM event_deliveries WHERE event_id IN (SELECT id FROM events WHERE conversation_id = OLD.id AND personal IS NOT NULL);
  DELETE FROM events WHERE conversation_id = OLD.id AND personal IS NOT NULL;
END;

CREATE TABLE event_deliveries (
  id           TEXT    NOT NULL PRIMARY KEY,
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  endpoint_id  TEXT    NOT NULL,
  event_id     TEXT    NOT NULL REFERENCES events (id),
  state        TEXT    NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'skipped')),
  tries        INTEGER NOT NULL,
  sent_at      BIGINT,
  duration_ms  INTEGER,
  http_status  INTEGER,
  answer       TEXT,
  verdict      TEXT,
  explanation  TEXT,
  created_at   BIGINT  NOT NULL
);
CREATE INDEX event_deliveries_by_workspace ON event_deliveries (workspace_id, id);
CREATE INDEX event_deliveries_by_endpoint ON event_deliveries (endpoint_id, id);
CREATE INDEX event_deliveries_by_event ON event_deliveries (event_id, endpoint_id, id);
CREATE INDEX event_deliveries_waiting ON event_deliveries (endpoint_id, id) WHERE state = 'waiting';
CREATE INDEX event_deliveries_failed ON event_deliveries (workspace_id, created_at) WHERE state = 'failed';
CREATE INDEX event_deliveries_by_time ON event_deliveries (created_at);
`,
  },
  {
    version: 22,
    sql: `
-- Customers whose facts have to be counted again are as good as changed.
INSERT INTO changes (workspace_id, number, kind, ids, data, at)
  SELECT workspace_id, row_number() OVER (PARTITION BY workspace_id ORDER BY number)
    + coalesce((SELECT max(number) FROM changes AS before WHERE before.workspace_id = note.workspace_id), 0), 'customers', customers, NULL,
    CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM fact_notes AS note;
DROP TABLE fact_notes;
`,
  },
  {
    version: 23,
    sql: `
CREATE TABLE picture_hosts (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  host         TEXT NOT NULL,
  PRIMARY KEY (workspace_id, host)
);
`,
  },
  {
    version: 24,
    sql: `
CREATE TABLE conversation_ratings (
  conversation_id TEXT   NOT NULL PRIMARY KEY REFERENCES conversations (id),
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  rating          TEXT   NOT NULL CHECK (rating IN ('good', 'bad')),
  text            TEXT,
  rated_at        BIGINT NOT NULL
);
CREATE INDEX conversation_ratings_by_workspace ON conversation_ratings (workspace_id, rated_at);
`,
  },
  {
    version: 25,
    sql: `
ALTER TABLE messages ADD COLUMN cards TEXT;
ALTER TABLE messages ADD COLUMN refund_id TEXT;
`,
  },
  {
    version: 26,
    sql: `
CREATE TABLE offsite_backups (
  id           INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  installation TEXT    NOT NULL,
  last_at      BIGINT,
  key_kept_at  BIGINT
);
`,
  },
  {
    version: 27,
    sql: `
-- What happened before is counted by days of UTC, but for workspaces whose opening hours name their time zone.
ALTER TABLE workspaces ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';
UPDATE workspaces SET time_zone = coalesce((SELECT settings ->> '$.hours.timeZone' FROM assistant_settings
  WHERE assistant_settings.workspace_id = workspaces.id), 'UTC');
ALTER TABLE conversations ADD COLUMN day TEXT;
UPDATE conversations SET day = (SELECT strftime('%Y-%m-%d', sent_at / 1000, 'unixepoch') FROM messages
  WHERE conversation_id = conversations.id AND author = 'customer' ORDER BY messages.id LIMIT 1) WHERE trial = 0;
CREATE INDEX conversations_by_day ON conversations (workspace_id, day) WHERE day IS NOT NULL;
ALTER TABLE refunds ADD COLUMN day TEXT;
UPDATE refunds SET day = strftime('%Y-%m-%d', created_at / 1000, 'unixepoch');
CREATE INDEX refunds_by_day ON refunds (workspace_id, day) WHERE day IS NOT NULL;
CREATE TABLE report_days (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  day          TEXT   NOT NULL,
  measure      TEXT   NOT NULL,
  value        BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, day, measure)
) WITHOUT ROWID;
CREATE TABLE report_counted (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  subject      TEXT   NOT NULL,
  day          TEXT   NOT NULL,
  counted      TEXT   NOT NULL,
  settles_at   BIGINT,
  PRIMARY KEY (workspace_id, subject)
) WITHOUT ROWID;
CREATE INDEX report_counted_by_day ON report_counted (workspace_id, day);
CREATE INDEX report_counted_open ON report_counted (workspace_id, settles_at) WHERE settles_at IS NOT NULL;
CREATE TABLE report_questions (
  workspace_id    TEXT    NOT NULL REFERENCES workspaces (id),
  id              TEXT    NOT NULL,
  conversation_id TEXT    NOT NULL,
  day             TEXT    NOT NULL,
  wording         TEXT    NOT NULL,
  at              BIGINT  NOT NULL,
  not_ours        INTEGER NOT NULL CHECK (not_ours IN (0, 1)),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX report_questions_by_day ON report_questions (workspace_id, day, id);
CREATE INDEX report_questions_by_conversation ON report_questions (conversation_id);
CREATE TABLE report_not_ours (
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  id              TEXT   NOT NULL,
  conversation_id TEXT   NOT NULL,
  words           TEXT   NOT NULL,
  at              BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX report_not_ours_by_conversation ON report_not_ours (conversation_id);
CREATE TRIGGER report_ends_with_its_chat AFTER DELETE ON conversations BEGIN
  DELETE FROM report_questions WHERE conversation_id = OLD.id;
  INSERT INTO report_days (workspace_id, day, measure, value)
    SELECT workspace_id, day, 'erased', 1 FROM report_counted WHERE workspace_id = OLD.workspace_id AND subject = OLD.id
    ON CONFLICT (workspace_id, day, measure) DO UPDATE SET value = value + 1;
  DELETE FROM report_counted WHERE workspace_id = OLD.workspace_id AND subject = OLD.id;
END;
-- A job counts the days of before.
INSERT INTO jobs (id, kind, subject, status, due_at, created_at)
  SELECT 'job_report_' || id, 'report.rebuild', id, 'waiting', now, now
  FROM workspaces, (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now)
  WHERE deleted_at IS NULL AND (EXISTS (SELECT 1 FROM conversations WHERE workspace_id = workspaces.id)
    OR EXISTS (SELECT 1 FROM refunds WHERE workspace_id = workspaces.id));
`,
  },
  {
    version: 28,
    sql: `
ALTER TABLE messages ADD COLUMN pictures TEXT;
ALTER TABLE conversation_notes ADD COLUMN pictures TEXT;

CREATE TABLE pictures (
  id              TEXT    NOT NULL PRIMARY KEY,
  workspace_id    TEXT    NOT NULL REFERENCES workspaces (id),
  state           TEXT    NOT NULL CHECK (state IN ('arriving', 'whole', 'erased')),
  sender          TEXT    NOT NULL CHECK (sender IN ('guest', 'customer', 'agent')),
  member_id       TEXT,
  conversation_id TEXT,
  entry_id        TEXT,
  type            TEXT,
  width           INTEGER,
  height          INTEGER,
  bytes           INTEGER NOT NULL,
  created_at      BIGINT  NOT NULL
);
CREATE INDEX pictures_by_workspace ON pictures (workspace_id, id);
CREATE INDEX pictures_by_conversation ON pictures (conversation_id, id) WHERE conversation_id IS NOT NULL;
CREATE INDEX pictures_by_space ON pictures (sender, created_at, bytes) WHERE state <> 'erased';
CREATE INDEX pictures_unsent ON pictures (created_at) WHERE entry_id IS NULL AND state <> 'erased';
CREATE INDEX pictures_erased ON pictures (id) WHERE state = 'erased';

CREATE TABLE picture_parts (
  picture_id TEXT    NOT NULL REFERENCES pictures (id),
  number     INTEGER NOT NULL,
  bytes      BLOB    NOT NULL,
  PRIMARY KEY (picture_id, number)
);

CREATE TABLE picture_settings (
  id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  max_mib INTEGER NOT NULL
);
`,
  },
  {
    version: 29,
    sql: 'ALTER TABLE refunds ADD COLUMN extra_tries INTEGER NOT NULL DEFAULT 0;',
  },
  {
    version: 30,
    sql: `
ALTER TABLE customers ADD COLUMN imported_in TEXT;
ALTER TABLE products ADD COLUMN imported_in TEXT;
ALTER TABLE orders ADD COLUMN imported_in TEXT;
ALTER TABLE shipments ADD COLUMN imported_in TEXT;
ALTER TABLE tickets ADD COLUMN imported_in TEXT;
ALTER TABLE articles ADD COLUMN imported_in TEXT;
ALTER TABLE backfills ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;
ALTER TABLE backfills ADD COLUMN erasure_started_at BIGINT;
ALTER TABLE backfills ADD COLUMN erasure_ended_at BIGINT;
`,
  },
  {
    version: 31,
    sql: `
CREATE TABLE saved_views (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  member_id    TEXT NOT NULL,
  list         TEXT NOT NULL,
  name         TEXT NOT NULL,
  query        TEXT NOT NULL,
  PRIMARY KEY (workspace_id, member_id, list, name)
);
CREATE TRIGGER saved_views_end_with_their_member AFTER DELETE ON memberships BEGIN
  DELETE FROM saved_views WHERE workspace_id = OLD.workspace_id AND member_id = OLD.member_id;
END;
`,
  },
  {
    version: 32,
    sql: `
CREATE TABLE widget_logos (
  workspace_id TEXT   NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  hash         TEXT   NOT NULL,
  type         TEXT   NOT NULL,
  bytes        BLOB   NOT NULL,
  set_at       BIGINT NOT NULL
);
CREATE INDEX widget_logos_by_hash ON widget_logos (hash);
`,
  },
  {
    version: 33,
    sql: `
CREATE TABLE mails (
  id              TEXT    NOT NULL PRIMARY KEY,
  workspace_id    TEXT    REFERENCES workspaces (id),
  kind            TEXT    NOT NULL,
  recipient       TEXT    NOT NULL,
  about           TEXT    NOT NULL,
  data            TEXT    NOT NULL,
  locale          TEXT,
  conversation_id TEXT,
  customer_id     TEXT,
  state           TEXT    NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'skipped', 'stopped')),
  tries           INTEGER NOT NULL,
  due_at          BIGINT  NOT NULL,
  sent_at         BIGINT,
  code            INTEGER,
  explanation     TEXT,
  created_at      BIGINT  NOT NULL
);
CREATE INDEX mails_by_workspace ON mails (workspace_id, id);
CREATE INDEX mails_by_subject ON mails (about, kind, id);
CREATE INDEX mails_by_recipient ON mails (recipient, created_at);
CREATE INDEX mails_waiting ON mails (workspace_id) WHERE state = 'waiting';
CREATE INDEX mails_by_conversation ON mails (conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX mails_by_customer ON mails (workspace_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX mails_by_time ON mails (created_at);
CREATE TRIGGER mails_end_with_their_chat AFTER DELETE ON conversations BEGIN
  DELETE FROM mails WHERE conversation_id = OLD.id;
END;

CREATE TABLE mail_setup (
  id           INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  host         TEXT    NOT NULL,
  sender       TEXT    NOT NULL,
  domains      TEXT    NOT NULL,
  succeeded_at BIGINT,
  failed_at    BIGINT,
  problem      TEXT
);

CREATE TABLE member_notifications (
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  member_id    TEXT    NOT NULL,
  types        TEXT    NOT NULL,
  quiet_from   INTEGER,
  quiet_to     INTEGER,
  PRIMARY KEY (workspace_id, member_id)
);
CREATE TRIGGER member_notifications_end_with_their_member AFTER DELETE ON memberships BEGIN
  DELETE FROM member_notifications WHERE workspace_id = OLD.workspace_id AND member_id = OLD.member_id;
END;

-- Endpoints may be addresses of e-mail.
CREATE TABLE new_event_endpoints (
  id             TEXT    NOT NULL PRIMARY KEY,
  workspace_id   TEXT    NOT NULL REFERENCES workspaces (id),
  kind           TEXT    NOT NULL CHECK (kind IN ('webhook', 'slack', 'discord', 'ntfy', 'email')),
  host           TEXT    NOT NULL,
  ending         TEXT    NOT NULL,
  secret         TEXT,
  secret_ending  TEXT,
  has_token      INTEGER NOT NULL CHECK (has_token IN (0, 1)),
  previous_until BIGINT,
  types          TEXT    NOT NULL,
  include_text   INTEGER NOT NULL CHECK (include_text IN (0, 1)),
  by_operator    INTEGER NOT NULL CHECK (by_operator IN (0, 1)),
  state          TEXT    NOT NULL CHECK (state IN ('on', 'off', 'disabled')),
  failing_since  BIGINT,
  skipped        BIGINT  NOT NULL,
  created_at     BIGINT  NOT NULL,
  confirm_hash   TEXT,
  confirm_until  BIGINT,
  confirmed_at   BIGINT
);
INSERT INTO new_event_endpoints (id, workspace_id, kind, host, ending, secret, secret_ending, has_token, previous_until, types, include_text, by_operator, state, failing_since, skipped, created_at)
  SELECT id, workspace_id, kind, host, ending, secret, secret_ending, has_token, previous_until, types, include_text, by_operator, state, failing_since, skipped, created_at FROM event_endpoints;
DROP TABLE event_endpoints;
ALTER TABLE new_event_endpoints RENAME TO event_endpoints;
CREATE INDEX event_endpoints_by_workspace ON event_endpoints (workspace_id, id);
`,
  },
  { version: 34, sql: 'ALTER TABLE widget_sessions ADD COLUMN time_zone TEXT;' },
  {
    version: 35,
    sql: `
CREATE TABLE connections (
  id                 TEXT    NOT NULL PRIMARY KEY,
  workspace_id       TEXT    NOT NULL REFERENCES workspaces (id),
  kind               TEXT    NOT NULL,
  state              TEXT    NOT NULL
    CHECK (state IN ('offered', 'claimed', 'approved', 'connected', 'ended', 'refused', 'expired')),
  address            TEXT    NOT NULL,
  code_hash          TEXT    NOT NULL UNIQUE,
  claim_hash         TEXT    UNIQUE,
  created_by         TEXT    NOT NULL,
  created_at         BIGINT  NOT NULL,
  expires_at         BIGINT  NOT NULL,
  shop               TEXT,
  refund_url         TEXT,
  version            TEXT,
  network            TEXT,
  claimed_at         BIGINT,
  decided_by         TEXT,
  decided_at         BIGINT,
  has_refunds        INTEGER NOT NULL DEFAULT 0 CHECK (has_refunds IN (0, 1)),
  secret_ending      TEXT,
  identity_secret_id TEXT,
  publishable_key_id TEXT,
  origin             TEXT,
  key_id             TEXT,
  connected_at       BIGINT,
  report             TEXT,
  reported_at        BIGINT,
  problems           TEXT    NOT NULL DEFAULT '[]',
  ended_by           TEXT,
  ended_at           BIGINT
);
CREATE INDEX connections_by_workspace ON connections (workspace_id, id);
CREATE UNIQUE INDEX connections_open ON connections (workspace_id) WHERE state IN ('offered', 'claimed', 'approved', 'connected');
CREATE INDEX connections_by_key ON connections (key_id) WHERE key_id IS NOT NULL;
`,
  },
  {
    version: 36,
    sql: `
CREATE TABLE member_link_tokens (
  hash    TEXT NOT NULL PRIMARY KEY,
  link_id TEXT NOT NULL
);
CREATE INDEX member_link_tokens_by_link ON member_link_tokens (link_id);
CREATE TRIGGER member_link_tokens_end_with_their_link AFTER DELETE ON member_links BEGIN
  DELETE FROM member_link_tokens WHERE link_id = OLD.id;
END;
`,
  },
  {
    version: 37,
    sql: `
ALTER TABLE messages ADD COLUMN mail_id TEXT;
ALTER TABLE widget_sessions ADD COLUMN by_link INTEGER NOT NULL DEFAULT 0;

CREATE TABLE letter_settings (
  workspace_id       TEXT   NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  settings           TEXT   NOT NULL,
  confirmed_reply_to TEXT,
  updated_at         BIGINT NOT NULL
);

CREATE TABLE mail_contacts (
  workspace_id     TEXT    NOT NULL REFERENCES workspaces (id),
  conversation_id  TEXT    NOT NULL,
  address_hash     TEXT    NOT NULL,
  mail_id          TEXT,
  problem          TEXT    CHECK (problem IN ('limit', 'stopped', 'off')),
  confirmed_at     BIGINT,
  wants_transcript INTEGER NOT NULL DEFAULT 0 CHECK (wants_transcript IN (0, 1)),
  PRIMARY KEY (conversation_id, address_hash)
);
CREATE INDEX mail_contacts_by_workspace ON mail_contacts (workspace_id, conversation_id, address_hash);

CREATE TABLE mail_links (
  hash            TEXT   NOT NULL PRIMARY KEY,
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  purpose         TEXT   NOT NULL CHECK (purpose IN ('open', 'confirm', 'stop', 'reply_to')),
  conversation_id TEXT,
  address_hash    TEXT,
  expires_at      BIGINT NOT NULL
);
CREATE INDEX mail_links_by_workspace ON mail_links (workspace_id, hash);
CREATE INDEX mail_links_by_conversation ON mail_links (conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX mail_links_by_end ON mail_links (expires_at);
CREATE TRIGGER mail_links_end_with_their_chat AFTER DELETE ON conversations BEGIN
  DELETE FROM mail_links WHERE conversation_id = OLD.id;
  DELETE FROM mail_contacts WHERE conversation_id = OLD.id;
END;

CREATE TABLE mail_stops (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  address_hash TEXT   NOT NULL,
  stopped_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, address_hash)
);

CREATE TABLE mail_causes (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  cause        TEXT   NOT NULL CHECK (cause IN ('network', 'address')),
  hash         TEXT   NOT NULL,
  at           BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX mail_causes_by_hash ON mail_causes (hash, at);
CREATE INDEX mail_causes_by_workspace ON mail_causes (workspace_id, cause, at);
CREATE INDEX mail_causes_by_time ON mail_causes (at);
`,
  },
]
