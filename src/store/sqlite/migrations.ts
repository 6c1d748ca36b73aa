/** One step from the schema of the version before to `version`. */
export interface Migration {
  version: number
  sql: string
}

/** Forward migrations, oldest first. A change of `schema.sql` adds one here that makes the same change in an existing file. */
export const migrations: Migration[] = [
  {
    version: 2,
    sql: `
CREATE TRIGGER audit_log_is_not_replaced BEFORE INSERT ON audit_log WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- Chunks that wait here as text stay text: they are read as such.
CREATE TABLE new_batch_chunks (
  batch_id TEXT    NOT NULL REFERENCES batches (id),
  position INTEGER NOT NULL,
  objects  BLOB    NOT NULL,
  PRIMARY KEY (batch_id, position)
);
INSERT INTO new_batch_chunks SELECT batch_id, position, objects FROM batch_chunks;
DROP TABLE batch_chunks;
ALTER TABLE new_batch_chunks RENAME TO batch_chunks;

-- Nothing searched by these.
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
]
