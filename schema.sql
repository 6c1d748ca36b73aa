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
CREATE TRIGGER audit_log_is_not_deleted BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- What the shop pushes: one table a resource, all alike. `data` is the object's fields as JSON without id and updatedAt (times
-- as epoch milliseconds, each `custom` as a string that holds its JSON); fields that are searched by stand in columns beside it.
-- `updated_at` is the shop's own time of the last change and orders the lists.
CREATE TABLE customers (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  email        TEXT,
  data         TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX customers_by_update ON customers (workspace_id, updated_at, id);
CREATE INDEX customers_by_email ON customers (workspace_id, email) WHERE email IS NOT NULL;

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

-- Orders are looked up by the number that a customer quotes, by the customer, and by e-mail address.
CREATE TABLE orders (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  number       TEXT,
  customer_id  TEXT,
  email        TEXT,
  data         TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX orders_by_update ON orders (workspace_id, updated_at, id);
CREATE INDEX orders_by_number ON orders (workspace_id, number) WHERE number IS NOT NULL;
CREATE INDEX orders_by_customer ON orders (workspace_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX orders_by_email ON orders (workspace_id, email) WHERE email IS NOT NULL;

CREATE TABLE shipments (
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  id              TEXT   NOT NULL,
  updated_at      BIGINT NOT NULL,
  order_id        TEXT,
  tracking_number TEXT,
  data            TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX shipments_by_update ON shipments (workspace_id, updated_at, id);
CREATE INDEX shipments_by_order ON shipments (workspace_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX shipments_by_tracking_number ON shipments (workspace_id, tracking_number) WHERE tracking_number IS NOT NULL;

CREATE TABLE tickets (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  customer_id  TEXT,
  email        TEXT,
  data         TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX tickets_by_update ON tickets (workspace_id, updated_at, id);
CREATE INDEX tickets_by_customer ON tickets (workspace_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX tickets_by_email ON tickets (workspace_id, email) WHERE email IS NOT NULL;

-- The first answer of each write that carried an Idempotency-Key, committed together with the write. The scope is
-- "METHOD path"; request_hash is the SHA-256 of query and body. Rows older than 24 hours no longer count.
CREATE TABLE idempotency_records (
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  scope        TEXT    NOT NULL,
  key          TEXT    NOT NULL,
  request_hash TEXT    NOT NULL,
  body         TEXT    NOT NULL,
  created_at   BIGINT  NOT NULL,
  PRIMARY KEY (workspace_id, scope, key)
);
CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);

-- One row that /readyz writes to, which shows that the database can be written.
CREATE TABLE readiness (
  id         INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  checked_at BIGINT  NOT NULL
);
