-- The whole database of storewire. Times are epoch milliseconds, ids are text made by the application or by the shop,
-- amounts are integers in minor units, JSON is text. The version of this schema stands in the file's user_version.

-- A workspace is one shop: everything below belongs to exactly one, and a key decides which.
CREATE TABLE workspaces (
  id         TEXT    NOT NULL PRIMARY KEY,
  name       TEXT    NOT NULL UNIQUE,
  plan       TEXT    NOT NULL CHECK (plan IN ('starter', 'growth', 'scale')),
  test       INTEGER NOT NULL CHECK (test IN (0, 1)),
  created_at BIGINT  NOT NULL
);

-- Keys are kept as SHA-256 only. Prefix and suffix are the first 8 and last 4 characters, so that people can tell keys apart.
-- At most one publishable key of a workspace is the one that the chat widget uses.
CREATE TABLE api_keys (
  id            TEXT    NOT NULL PRIMARY KEY,
  workspace_id  TEXT    NOT NULL REFERENCES workspaces (id),
  kind          TEXT    NOT NULL CHECK (kind IN ('secret', 'publishable')),
  name          TEXT    NOT NULL,
  hash          TEXT    NOT NULL UNIQUE,
  prefix        TEXT    NOT NULL,
  suffix        TEXT    NOT NULL,
  widget        INTEGER NOT NULL DEFAULT 0 CHECK (widget IN (0, 1)),
  created_by    TEXT    NOT NULL,
  created_at    BIGINT  NOT NULL,
  last_used_at  BIGINT,
  revoked_at    BIGINT
);
CREATE INDEX api_keys_by_workspace ON api_keys (workspace_id, created_at);
CREATE UNIQUE INDEX api_keys_widget ON api_keys (workspace_id) WHERE widget = 1;

-- Who changed what, when, from where. Rows are never changed and never deleted.
CREATE TABLE audit_log (
  id           TEXT   NOT NULL PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  actor        TEXT   NOT NULL,
  origin       TEXT   NOT NULL,
  action       TEXT   NOT NULL,
  target       TEXT   NOT NULL,
  details      TEXT   NOT NULL,
  at           BIGINT NOT NULL
);
CREATE INDEX audit_log_by_time ON audit_log (workspace_id, at);
CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_is_not_replaced BEFORE INSERT ON audit_log WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_is_not_deleted BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- What the shop pushes: one table a resource, all alike. `data` is the object's fields as JSON without id and updatedAt (times
-- as epoch milliseconds, each `custom` as a string that holds its JSON). The field that names the object it belongs to, the
-- customer of an order for instance, is repeated in a column with an index. Each index costs every push, and an import into a large
-- table most of all: the next one comes with what searches by it. `updated_at` is the shop's own time of the last change and
-- orders the lists.
CREATE TABLE customers (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  data         TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX customers_by_update ON customers (workspace_id, updated_at, id);

-- Tags that agents gave a customer live apart from those the shop pushes: a push never touches them.
CREATE TABLE customer_agent_tags (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  customer_id  TEXT   NOT NULL,
  tag          TEXT   NOT NULL,
  added_by     TEXT   NOT NULL,
  added_at     BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, customer_id, tag)
);

CREATE TABLE products (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  data         TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX products_by_update ON products (workspace_id, updated_at, id);

CREATE TABLE orders (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  customer_id  TEXT,
  data         TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX orders_by_update ON orders (workspace_id, updated_at, id);
CREATE INDEX orders_by_customer ON orders (workspace_id, customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE shipments (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  order_id     TEXT,
  data         TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX shipments_by_update ON shipments (workspace_id, updated_at, id);
CREATE INDEX shipments_by_order ON shipments (workspace_id, order_id) WHERE order_id IS NOT NULL;

CREATE TABLE tickets (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  customer_id  TEXT,
  data         TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX tickets_by_update ON tickets (workspace_id, updated_at, id);
CREATE INDEX tickets_by_customer ON tickets (workspace_id, customer_id) WHERE customer_id IS NOT NULL;

-- The first answer of each write that carried an Idempotency-Key, committed together with the write. The scope is
-- "METHOD path"; request_hash is the SHA-256 of query and body; of a message, `body` is its id alone. Rows older than 24 hours no
-- longer count. What is about a conversation names it, and is erased with it.
CREATE TABLE idempotency_records (
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  scope        TEXT    NOT NULL,
  key          TEXT    NOT NULL,
  request_hash TEXT    NOT NULL,
  body         TEXT    NOT NULL,
  created_at   BIGINT  NOT NULL,
  conversation_id TEXT,
  PRIMARY KEY (workspace_id, scope, key)
);
CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);
CREATE INDEX idempotency_records_by_conversation ON idempotency_records (conversation_id) WHERE conversation_id IS NOT NULL;

-- A batch is one bulk upsert that runs in the background. Its objects wait in chunks; each chunk is upserted, counted and deleted
-- in one transaction, so that a crash neither loses an object nor counts one twice.
CREATE TABLE batches (
  id           TEXT    NOT NULL PRIMARY KEY,
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  resource     TEXT    NOT NULL,
  backfill_id  TEXT    REFERENCES backfills (id),
  status       TEXT    NOT NULL CHECK (status IN ('pending', 'processing', 'done', 'failed')),
  received     INTEGER NOT NULL,
  created      INTEGER NOT NULL DEFAULT 0,
  updated      INTEGER NOT NULL DEFAULT 0,
  stale        INTEGER NOT NULL DEFAULT 0,
  failure      TEXT,
  created_at   BIGINT  NOT NULL,
  started_at   BIGINT,
  finished_at  BIGINT
);
CREATE INDEX batches_by_backfill ON batches (backfill_id, created_at) WHERE backfill_id IS NOT NULL;
CREATE INDEX batches_by_end ON batches (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE batch_chunks (
  batch_id TEXT    NOT NULL REFERENCES batches (id),
  position INTEGER NOT NULL,
  objects  BLOB    NOT NULL,
  PRIMARY KEY (batch_id, position)
);

-- A backfill is a history import of many batches. It keeps its own counts, since finished batches are deleted after 30 days.
CREATE TABLE backfills (
  id                 TEXT    NOT NULL PRIMARY KEY,
  workspace_id       TEXT    NOT NULL REFERENCES workspaces (id),
  label              TEXT,
  status             TEXT    NOT NULL CHECK (status IN ('open', 'closed', 'done', 'failed')),
  received           INTEGER NOT NULL DEFAULT 0,
  created            INTEGER NOT NULL DEFAULT 0,
  updated            INTEGER NOT NULL DEFAULT 0,
  stale              INTEGER NOT NULL DEFAULT 0,
  batches_pending    INTEGER NOT NULL DEFAULT 0,
  batches_processing INTEGER NOT NULL DEFAULT 0,
  batches_done       INTEGER NOT NULL DEFAULT 0,
  batches_failed     INTEGER NOT NULL DEFAULT 0,
  created_at         BIGINT  NOT NULL,
  closed_at          BIGINT,
  finished_at        BIGINT
);
CREATE INDEX backfills_by_workspace ON backfills (workspace_id, created_at, id);

-- Work that must happen after an answer, committed with the fact that calls for it. A job is deleted when it is done; one that is
-- 'dead' has used up its attempts and waits for an operator. Of the jobs that share a lane only the oldest may run, or
-- only so many at a time, as the kind has it. A job is
-- claimed until lease_until; a claim whose process died ends with it. Ids sort in the order in which jobs were made.
CREATE TABLE jobs (
  id          TEXT    NOT NULL PRIMARY KEY,
  kind        TEXT    NOT NULL,
  subject     TEXT    NOT NULL,
  lane        TEXT,
  status      TEXT    NOT NULL CHECK (status IN ('waiting', 'dead')),
  attempts    INTEGER NOT NULL DEFAULT 0,
  due_at      BIGINT  NOT NULL,
  lease_until BIGINT,
  last_error  TEXT,
  created_at  BIGINT  NOT NULL
);
CREATE INDEX jobs_by_due ON jobs (kind, due_at, id) WHERE status = 'waiting';
CREATE INDEX jobs_by_lane ON jobs (lane, id) WHERE status = 'waiting' AND lane IS NOT NULL;
CREATE INDEX jobs_by_lease ON jobs (lane, lease_until) WHERE lease_until IS NOT NULL;

-- How a workspace refunds. Requests are signed with the secret itself, so it is kept whole and not as a hash: encrypted, where the
-- operator has set a key (then it begins with enc1:). Its last four characters are what people see of it.
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
  approval_timeout_hours   INTEGER NOT NULL,
  pending_timeout_days     INTEGER NOT NULL DEFAULT 14
);

-- Guests' conversations, those of visitors who are not known, are deleted some time after the last message.
CREATE TABLE conversations (
  id           TEXT    NOT NULL PRIMARY KEY,
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  customer_id  TEXT,
  trial        INTEGER NOT NULL CHECK (trial IN (0, 1)),
  created_at   BIGINT  NOT NULL
);
CREATE INDEX conversations_by_workspace ON conversations (workspace_id, id);
CREATE INDEX conversations_by_customer ON conversations (workspace_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX conversations_of_guests ON conversations (created_at, id) WHERE customer_id IS NULL AND trial = 0;

CREATE TABLE messages (
  id              TEXT   NOT NULL PRIMARY KEY,
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  author          TEXT   NOT NULL CHECK (author IN ('customer', 'assistant', 'agent', 'system')),
  text            TEXT   NOT NULL,
  sent_at         BIGINT NOT NULL
);
CREATE INDEX messages_by_conversation ON messages (conversation_id, id);

-- A refund from its offer to its end. An order has at most one that is not over. The amount is what the shop answered to the
-- preview, which rests on the order's `basis`; neither it nor the currency ever changes. `reported_as` is what the shop reported
-- after the refund was over, 'succeeded' or 'failed'; the status stays.
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
  finished_at     BIGINT,
  reported_as     TEXT
);
CREATE UNIQUE INDEX refunds_one_active ON refunds (workspace_id, order_id)
  WHERE status IN ('awaiting_customer', 'awaiting_approval', 'executing', 'pending');
CREATE INDEX refunds_by_order ON refunds (workspace_id, order_id, id);
CREATE INDEX refunds_by_workspace ON refunds (workspace_id, id);
CREATE INDEX refunds_by_status ON refunds (workspace_id, status, id);
CREATE INDEX refunds_by_customer ON refunds (workspace_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX refunds_by_conversation ON refunds (conversation_id, id) WHERE conversation_id IS NOT NULL;
CREATE TRIGGER refunds_keep_their_amount BEFORE UPDATE OF amount, currency ON refunds
WHEN NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency BEGIN SELECT RAISE(ABORT, 'the amount of a refund never changes'); END;

-- Every move of every refund, numbered from 1, since clocks are set back; like the audit log it is only added to. A report that
-- came after the refund was over has the same status on both sides.
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

-- Every request to a shop's refund endpoint. A try of refund.create is written before it is sent and completed after; of two
-- processes only one can take a try. The other types belong to no refund, or to one that may not have come to be;
-- so does a refund.create that a developer sent by hand.
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

-- The newest API calls, for people who look for why one was refused. Written in groups, after the answers. Calls push out only older ones of
-- their share: see request-log-shares.ts. Issues are those of a 400, as JSON; the body is kept only where the operator asked for it.
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
  body         TEXT,
  share        TEXT    NOT NULL
);
CREATE INDEX request_log_by_share ON request_log (share, number);
CREATE INDEX request_log_with_body ON request_log (workspace_id, at) WHERE body IS NOT NULL;

-- The pages that may use a workspace's chat widget, as `scheme://host:port`. Where a workspace has none, every page may.
CREATE TABLE widget_origins (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  origin       TEXT NOT NULL,
  PRIMARY KEY (workspace_id, origin)
);

-- A chat session lets a page speak in one conversation. Its token is kept as SHA-256 only. What the page says of itself is for
-- agents to see; it goes with the session.
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

-- What the shop signs identity tokens with. The secret is shared with the shop, so it is sealed and not
-- hashed; null: the key that it was sealed with is lost.
CREATE TABLE identity_secrets (
  id           TEXT   NOT NULL PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  secret       TEXT,
  ending       TEXT   NOT NULL,
  created_by   TEXT   NOT NULL,
  created_at   BIGINT NOT NULL
);
CREATE INDEX identity_secrets_by_workspace ON identity_secrets (workspace_id, id);

-- Identity tokens that have opened a session: each does so once. A row goes when its token is too old to be accepted anyway.
CREATE TABLE used_identity_tokens (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  jti          TEXT   NOT NULL,
  expires_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, jti)
);
CREATE INDEX used_identity_tokens_by_expiry ON used_identity_tokens (expires_at);

-- How far the clock of a running `storewire dev` is ahead of the machine's; there is no row in any other database.
CREATE TABLE dev_clock (
  id       INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  ahead_ms BIGINT  NOT NULL
);

-- One row that /readyz writes to, which shows that the database can be written.
CREATE TABLE readiness (
  id         INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  checked_at BIGINT  NOT NULL
);

-- What the server that runs, or the last one that ran, noticed about its surroundings, for `doctor` to report.
CREATE TABLE notices (
  name TEXT   NOT NULL PRIMARY KEY,
  at   BIGINT NOT NULL
);
