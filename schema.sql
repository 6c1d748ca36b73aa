-- The whole database of storewire. Times are epoch milliseconds, ids are text made by the application or by the shop,
-- amounts are integers in minor units, JSON is text. The version of this schema is in the file's user_version.

-- A workspace is one shop. All data below belongs to exactly one workspace, which is selected by the key of a request. After a workspace
-- is deleted, only its audit log and this row without the name remain. Its days begin at midnight of `time_zone`. The sample shop is in a workspace of its own (sample = 1), of which
-- there is one an installation.
CREATE TABLE workspaces (
  id         TEXT    NOT NULL PRIMARY KEY,
  name       TEXT    NOT NULL UNIQUE,
  plan       TEXT    NOT NULL CHECK (plan IN ('starter', 'growth', 'scale')),
  test       INTEGER NOT NULL CHECK (test IN (0, 1)),
  created_at BIGINT  NOT NULL,
  deleted_at BIGINT,
  sample     INTEGER NOT NULL DEFAULT 0 CHECK (sample IN (0, 1)),
  time_zone  TEXT    NOT NULL DEFAULT 'UTC'
);
CREATE UNIQUE INDEX workspaces_sample ON workspaces (sample) WHERE sample = 1 AND deleted_at IS NULL;

-- Keys are stored as SHA-256. Prefix and suffix are the first 8 and last 4 characters, by which people recognize a key.
-- public_key is the whole key, of publishable keys only: it is on web pages anyway. One that was made before this column is stored when
-- it is next presented.
-- The chat widget uses at most one publishable key of a workspace (widget = 1).
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
  revoked_at    BIGINT,
  public_key    TEXT CHECK (public_key IS NULL OR kind = 'publishable')
);
CREATE INDEX api_keys_by_workspace ON api_keys (workspace_id, created_at);
CREATE UNIQUE INDEX api_keys_widget ON api_keys (workspace_id) WHERE widget = 1;

-- Who changed what, when, from where, and in which role; a key has none. Rows are never changed and never deleted.
CREATE TABLE audit_log (
  id           TEXT   NOT NULL PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  actor        TEXT   NOT NULL,
  origin       TEXT   NOT NULL,
  action       TEXT   NOT NULL,
  target       TEXT   NOT NULL,
  details      TEXT   NOT NULL,
  at           BIGINT NOT NULL,
  role         TEXT
);
CREATE INDEX audit_log_by_time ON audit_log (workspace_id, at);
CREATE INDEX audit_log_by_actor ON audit_log (workspace_id, actor, at, id);
CREATE INDEX audit_log_by_target ON audit_log (workspace_id, target, at, id);
CREATE INDEX audit_log_by_action ON audit_log (workspace_id, action, at, id);
CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_is_not_replaced BEFORE INSERT ON audit_log WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_is_not_deleted BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- Pushed objects: one table for each resource, all alike. `data` contains the object's fields as JSON without id and updatedAt (times
-- as epoch milliseconds, each `custom` as a string with its JSON). `updated_at` is the shop's time of the last change and the order of
-- lists. Fields for look-ups are repeated in columns, normalized for comparison. An index on unordered values, such as e-mail
-- addresses, would make each push change a random page of a large index. So some thousands of consecutively pushed objects share a
-- `part`, which is the first column of such an index: pushes change only the pages of the newest part, and a look-up tries each part.
-- In rows from before these columns, `part` is null until a job fills the columns. The values of customers, products and tickets, which
-- wait for the full-text index anyway, are in filter_entries instead. `imported_in` is the backfill that has created the object, until
-- something else pushes it: an erasure of what an import brought leaves it then.
CREATE TABLE customers (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  data         TEXT   NOT NULL,
  part         BIGINT,
  email        TEXT,
  phone        TEXT,
  imported_in TEXT,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX customers_by_update ON customers (workspace_id, updated_at, id);

-- Tags that agents gave a customer are separate from the pushed tags: a push never changes them.
CREATE TABLE customer_agent_tags (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  customer_id  TEXT   NOT NULL,
  tag          TEXT   NOT NULL,
  added_by     TEXT   NOT NULL,
  added_at     BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, customer_id, tag)
);
CREATE INDEX customer_agent_tags_by_tag ON customer_agent_tags (workspace_id, tag, customer_id);

CREATE TABLE products (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  data         TEXT   NOT NULL,
  part         BIGINT,
  status       TEXT,
  imported_in TEXT,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX products_by_update ON products (workspace_id, updated_at, id, status);

CREATE TABLE orders (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  customer_id  TEXT,
  data         TEXT   NOT NULL,
  part         BIGINT,
  email        TEXT,
  number       TEXT,
  status       TEXT,
  placed_at    BIGINT,
  imported_in TEXT,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX orders_by_update ON orders (workspace_id, updated_at, id, status, placed_at);
CREATE INDEX orders_by_customer ON orders (workspace_id, part, customer_id) WHERE part IS NOT NULL AND customer_id IS NOT NULL;
CREATE INDEX orders_by_email ON orders (workspace_id, part, email) WHERE part IS NOT NULL AND email IS NOT NULL;
CREATE INDEX orders_by_number ON orders (workspace_id, part, number) WHERE part IS NOT NULL AND number IS NOT NULL;
-- Few rows: an order is usually updated after it was placed. Orders placed since a time are those updated since then, plus these.
CREATE INDEX orders_placed_ahead ON orders (workspace_id, placed_at) WHERE placed_at > updated_at;

CREATE TABLE shipments (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  order_id     TEXT,
  data         TEXT   NOT NULL,
  part         BIGINT,
  tracking_number TEXT,
  status       TEXT,
  imported_in TEXT,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX shipments_by_update ON shipments (workspace_id, updated_at, id, status);
CREATE INDEX shipments_by_order ON shipments (workspace_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX shipments_by_tracking_number ON shipments (workspace_id, part, tracking_number)
  WHERE part IS NOT NULL AND tracking_number IS NOT NULL;

CREATE TABLE tickets (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  customer_id  TEXT,
  data         TEXT   NOT NULL,
  part         BIGINT,
  email        TEXT,
  status       TEXT,
  imported_in TEXT,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX tickets_by_update ON tickets (workspace_id, updated_at, id, status);

CREATE TABLE articles (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  data         TEXT   NOT NULL,
  part         BIGINT,
  topic        TEXT,
  status       TEXT,
  imported_in TEXT,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX articles_by_update ON articles (workspace_id, updated_at, id, topic, status);

-- A segment is a named rule over the customers of a workspace, as JSON.
CREATE TABLE segments (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  id           TEXT   NOT NULL,
  name         TEXT   NOT NULL,
  rule         TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name)
);

-- What rules of segments compare: what the shop pushed of a customer, and else what was counted from the orders. Only for workspaces in
-- fact_counts. `spent` is in `currency`; if `currencies` is above 1, the other amounts are in customer_spend. `tags` are the pushed ones,
-- each between two separators.
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

-- The workspaces that have had a segment. Of the customers who were stored then, all up to the id `counted_to` are counted; null: all are.
CREATE TABLE fact_counts (
  workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  counted_to   TEXT
);

-- What has changed, one row a call, written with the fact and deleted when all readers have read it. `number` counts within the workspace
-- and never repeats: so the newest row stays, and only loses its kind, ids and data. `kind` is a type of object, or 'conversation',
-- 'refund' and others. `ids` is a JSON array. `data` is JSON with what readers need; a look-up finds the values in it before they are in
-- filter_entries, and an erasure removes the values of its object.
CREATE TABLE changes (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  number       BIGINT NOT NULL,
  kind         TEXT   NOT NULL,
  ids          TEXT   NOT NULL,
  data         TEXT,
  at           BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, number)
) WITHOUT ROWID;

-- How far a reader is in the changes of a workspace: all of its kinds up to `number` are done, and `done` parts of the one after it, whose
-- tries failed `failures` times. `skipped` changes were left out, since they failed five times.
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

-- Look-up values of customers, products and tickets, such as the SKUs of a product (filter 'sku') and the pushed tags of a customer
-- ('tag'). Their workspace is that of the object, which refers to it: a second reference would only make each entry cost more.
CREATE TABLE filter_entries (
  workspace_id TEXT   NOT NULL,
  filter       TEXT   NOT NULL,
  part         BIGINT NOT NULL,
  value        TEXT   NOT NULL,
  id           TEXT   NOT NULL,
  PRIMARY KEY (workspace_id, filter, part, value, id)
) WITHOUT ROWID;

-- The progress of filling look-up columns and entries of older objects, in the order of workspace and id. A resource without a row is finished.
CREATE TABLE filter_fills (
  resource     TEXT NOT NULL PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  id           TEXT NOT NULL
);

-- The full-text index of products, articles, tickets and customers. A space is one type of object of one workspace. Its objects have
-- the rows from number * 2^32 on, so a range of rows keeps workspaces apart in each search. `hash` is of the indexed texts.
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

-- The words, by row: of products and articles (with parts of names, for compound words and languages without spaces), and of tickets
-- and customers, apart from the others: after an erasure all pages of these are written again.
CREATE VIRTUAL TABLE search_catalog USING fts5 (names, marks, body, content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '3');
CREATE VIRTUAL TABLE search_parts USING fts5 (names, content = '', contentless_delete = 1, detail = none,
  tokenize = 'trigram remove_diacritics 1');
CREATE VIRTUAL TABLE search_people USING fts5 (names, marks, body, content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '3');

-- Merged in small steps by the indexer, so that no push waits for a large one.
INSERT INTO search_catalog (search_catalog, rank) VALUES ('automerge', 0), ('crisismerge', 500);
INSERT INTO search_parts (search_parts, rank) VALUES ('automerge', 0), ('crisismerge', 500);
INSERT INTO search_people (search_people, rank) VALUES ('automerge', 0), ('crisismerge', 500);

-- The progress of indexing all objects, after an upgrade or on request. A resource without a row is finished.
CREATE TABLE search_fills (
  resource     TEXT NOT NULL PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  id           TEXT NOT NULL
);

-- The first response of each write with an Idempotency-Key, committed together with the write. The scope is "METHOD path";
-- request_hash is the SHA-256 of query and body; for a message, `body` is only its id. Rows older than 24 hours are invalid. Rows of a
-- conversation are erased with it.
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

-- A batch is one bulk upsert, which runs in the background. Its objects wait in chunks. Each chunk is upserted, counted and deleted in
-- one transaction, so that a crash neither loses an object nor counts it twice.
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
CREATE INDEX batches_running ON batches (workspace_id, id) WHERE finished_at IS NULL;
CREATE INDEX batches_failed ON batches (workspace_id, id) WHERE status = 'failed';
CREATE INDEX batches_alone ON batches (workspace_id, id) WHERE backfill_id IS NULL;

CREATE TABLE batch_chunks (
  batch_id TEXT    NOT NULL REFERENCES batches (id),
  position INTEGER NOT NULL,
  objects  BLOB    NOT NULL,
  PRIMARY KEY (batch_id, position)
);

-- A backfill is a history import of many batches. It has its own counts, since finished batches are deleted after 30 days. What it has
-- brought can be erased again, by a job: `erased` counts the objects.
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
  finished_at        BIGINT,
  erased             INTEGER NOT NULL DEFAULT 0,
  erasure_started_at BIGINT,
  erasure_ended_at   BIGINT
);
CREATE INDEX backfills_by_workspace ON backfills (workspace_id, created_at, id);
CREATE INDEX backfills_running ON backfills (workspace_id, id) WHERE finished_at IS NULL;

-- Background work, committed together with its cause. A job is deleted when it is done; a 'dead' job has used up its attempts and waits
-- for an operator. Of the jobs of one lane, only the oldest may run, or a limited number at a time: the kind of job decides. A job is
-- claimed until lease_until; the next server start releases the claims of a process that died. Ids sort in the order of creation.
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
CREATE INDEX jobs_by_subject ON jobs (subject, kind);

-- The refund settings of a workspace. Requests are signed with the secret, so it is stored and not hashed. It is encrypted if the
-- operator has set a key (then it starts with enc1:). secret_ending is its last four characters, which are shown to people.
-- endpoint_set_at is the last change of address or secret: a test of the endpoint from before proves nothing. endpoint_by_operator: an
-- operator has set this address, which may be a loopback address in a test workspace.
-- After assume_delivered_after_days a shipped order without parcels counts as delivered for the assistant; NULL: never.
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
  pending_timeout_days     INTEGER NOT NULL DEFAULT 14,
  endpoint_set_at          BIGINT,
  endpoint_by_operator     INTEGER NOT NULL DEFAULT 0 CHECK (endpoint_by_operator IN (0, 1)),
  assume_delivered_after_days INTEGER
);

-- Conversations of guests (unknown visitors) are deleted some time after the last message. The mode says who answers; `waiting` is for
-- people, after the assistant has handed over. `state` is what the assistant remembers, as JSON. `customer_read_id` is the last message
-- that the customer has seen. `refund_draft` is the refund that the customer wants, as JSON. `awaits_contact`: out of hours the customer was
-- asked for an e-mail address. `last_event` is the newest id of its messages, notes, modes and moves of refunds, without the prefix: it
-- sorts by time in the workspace. `waiting_since`: the customer waits for people. `follows` is the closed conversation in which the
-- customer wrote again. `assignee` is the member who has it. A snoozed one does not wait before `snoozed_until`; `snoozed_wait` is since when
-- its customer has waited. `day` is the day, in the workspace's time zone then, on which the customer first wrote; null: not yet, or the
-- customer is being erased.
CREATE TABLE conversations (
  id               TEXT    NOT NULL PRIMARY KEY,
  workspace_id     TEXT    NOT NULL REFERENCES workspaces (id),
  customer_id      TEXT,
  trial            INTEGER NOT NULL CHECK (trial IN (0, 1)),
  created_at       BIGINT  NOT NULL,
  mode             TEXT    NOT NULL DEFAULT 'assistant' CHECK (mode IN ('assistant', 'waiting', 'human', 'closed')),
  state            TEXT,
  handed_over_at   BIGINT,
  hand_over_reason TEXT,
  summary          TEXT,
  customer_read_id TEXT,
  refund_draft     TEXT,
  awaits_contact   INTEGER NOT NULL DEFAULT 0 CHECK (awaits_contact IN (0, 1)),
  contact_email    TEXT,
  language         TEXT,
  last_event       TEXT,
  waiting_since    BIGINT,
  follows          TEXT,
  assignee         TEXT,
  snoozed_until    BIGINT,
  snoozed_wait     BIGINT,
  close_reason     TEXT,
  day              TEXT
);
CREATE INDEX conversations_by_day ON conversations (workspace_id, day) WHERE day IS NOT NULL;
CREATE INDEX conversations_by_workspace ON conversations (workspace_id, id);
CREATE INDEX conversations_by_customer ON conversations (workspace_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX conversations_of_guests ON conversations (created_at, id) WHERE customer_id IS NULL AND trial = 0;
CREATE INDEX conversations_of_trials ON conversations (created_at, id) WHERE trial = 1;
CREATE INDEX conversations_by_event ON conversations (workspace_id, last_event);
-- The chats of lists that do not wait: each is in one of the two.
CREATE INDEX conversations_of_known ON conversations (workspace_id, mode, last_event)
  WHERE customer_id IS NOT NULL AND trial = 0 AND waiting_since IS NULL;
CREATE INDEX conversations_of_unknown ON conversations (workspace_id, mode, last_event)
  WHERE customer_id IS NULL AND trial = 0 AND waiting_since IS NULL;
CREATE INDEX conversations_waiting ON conversations (workspace_id, waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE INDEX conversations_by_assignee ON conversations (workspace_id, assignee, last_event) WHERE assignee IS NOT NULL AND mode <> 'closed';
CREATE UNIQUE INDEX conversations_following ON conversations (follows) WHERE follows IS NOT NULL;

-- `choices` are buttons below a message, as JSON; `choice` is the button that the customer pressed. `notice` is what happened to a refund,
-- as JSON: its text is written in the language of the conversation when it is shown. `author_name` is the name of the agent that the
-- customer sees. `word_row` is its row in message_words; null: not indexed. `cards` are shown beside the text, as JSON; `refund_id` is the
-- refund on them, of which the state is read when they are shown. `pictures` are those that it shows, as JSON. `mail_id` is the mail to the
-- customer that has it.
CREATE TABLE messages (
  id              TEXT   NOT NULL PRIMARY KEY,
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  author          TEXT   NOT NULL CHECK (author IN ('customer', 'assistant', 'agent', 'system')),
  text            TEXT   NOT NULL,
  sent_at         BIGINT NOT NULL,
  choices         TEXT,
  choice          TEXT,
  notice          TEXT,
  author_name     TEXT,
  word_row        INTEGER,
  cards           TEXT,
  refund_id       TEXT,
  pictures        TEXT,
  mail_id         TEXT
);
-- With the author, so that unread messages are counted, whenever a chat is opened, without reading their texts.
CREATE INDEX messages_by_conversation ON messages (conversation_id, id, author);
CREATE UNIQUE INDEX messages_by_word_row ON messages (word_row) WHERE word_row IS NOT NULL;

-- The words of messages, for searches of agents. The rows of a workspace are together, as those of its space `messages` in search_spaces.
CREATE VIRTUAL TABLE message_words USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');

-- Every change of who answers in a conversation. `next_id` is the conversation that follows a closed one: its customer has written again.
-- `reason` is why an agent closed it.
CREATE TABLE conversation_modes (
  id              TEXT   NOT NULL PRIMARY KEY,
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  mode            TEXT   NOT NULL CHECK (mode IN ('assistant', 'waiting', 'human', 'closed')),
  agent_name      TEXT,
  next_id         TEXT,
  at              BIGINT NOT NULL,
  reason          TEXT
);
CREATE INDEX conversation_modes_by_conversation ON conversation_modes (conversation_id, id);

-- What agents did in a conversation besides: who has it, until when it is snoozed, and its tags. `text` is the name of the member who has it
-- since, or the tag. Customers see none of it.
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

-- Notes of agents for each other. They are never sent to customers. `pictures` are those that a note shows, as JSON.
CREATE TABLE conversation_notes (
  id              TEXT   NOT NULL PRIMARY KEY,
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  author_name     TEXT   NOT NULL,
  text            TEXT   NOT NULL,
  at              BIGINT NOT NULL,
  pictures        TEXT
);
CREATE INDEX conversation_notes_by_conversation ON conversation_notes (conversation_id, id);

-- Pictures in conversations. Their bytes arrive in `picture_parts` while they are `arriving`; the last part makes them `whole`. `entry_id` is
-- the message or note that shows one; null: it is not sent yet. `member_id` is the agent who has sent it. `bytes` of one that is arriving
-- are what was announced. An erased one belongs to nothing any more, and waits for the job that overwrites its parts.
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

-- The bytes of pictures, at most 128 KiB a row, so that no write takes long.
CREATE TABLE picture_parts (
  picture_id TEXT    NOT NULL REFERENCES pictures (id),
  number     INTEGER NOT NULL,
  bytes      BLOB    NOT NULL,
  PRIMARY KEY (picture_id, number)
);

-- How much all pictures together may take; without the row as much as the program's default.
CREATE TABLE picture_settings (
  id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  max_mib INTEGER NOT NULL
);

-- Up to which event a member has read a conversation. A row is deleted with its conversation, and may outlive its member.
CREATE TABLE conversation_reads (
  workspace_id    TEXT NOT NULL REFERENCES workspaces (id),
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  member_id       TEXT NOT NULL,
  event           TEXT NOT NULL,
  PRIMARY KEY (conversation_id, member_id)
);

-- What was done for customers, a row a day and measure (src/report/measures.ts). A day is that of the workspace's time zone when the chat
-- or refund began. Counts stay when chats are erased.
CREATE TABLE report_days (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  day          TEXT   NOT NULL,
  measure      TEXT   NOT NULL,
  value        BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, day, measure)
) WITHOUT ROWID;

-- What a chat or refund (`subject`) has added to its day, as JSON, so that a change of it corrects the day. Until `settles_at` the chat may
-- still turn out not to be resolved by the assistant.
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

-- Questions to which the assistant had no answer, without personal data. The id is that of the turn. `not_ours`: people have said that the
-- shop has nothing to answer there.
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

-- The words of such questions, as hashes: new questions like them are not the shop's either.
CREATE TABLE report_not_ours (
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  id              TEXT   NOT NULL,
  conversation_id TEXT   NOT NULL,
  words           TEXT   NOT NULL,
  at              BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX report_not_ours_by_conversation ON report_not_ours (conversation_id);

-- Wordings are erased with their chat. Its day can no longer be counted from nothing.
CREATE TRIGGER report_ends_with_its_chat AFTER DELETE ON conversations BEGIN
  DELETE FROM report_questions WHERE conversation_id = OLD.id;
  INSERT INTO report_days (workspace_id, day, measure, value)
    SELECT workspace_id, day, 'erased', 1 FROM report_counted WHERE workspace_id = OLD.workspace_id AND subject = OLD.id
    ON CONFLICT (workspace_id, day, measure) DO UPDATE SET value = value + 1;
  DELETE FROM report_counted WHERE workspace_id = OLD.workspace_id AND subject = OLD.id;
END;

-- How customers rated their conversations, guests too: one rating each, with a word of theirs. It can be changed for a day after `rated_at`.
CREATE TABLE conversation_ratings (
  conversation_id TEXT   NOT NULL PRIMARY KEY REFERENCES conversations (id),
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  rating          TEXT   NOT NULL CHECK (rating IN ('good', 'bad')),
  text            TEXT,
  rated_at        BIGINT NOT NULL
);
CREATE INDEX conversation_ratings_by_workspace ON conversation_ratings (workspace_id, rated_at);

-- Replies that agents send often.
CREATE TABLE saved_replies (
  id           TEXT   NOT NULL PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  title        TEXT   NOT NULL,
  text         TEXT   NOT NULL,
  updated_by   TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX saved_replies_by_title ON saved_replies (workspace_id, title);

-- The settings of the assistant, as JSON. Without a row it answers, with the default settings; workspaces from before the assistant have a
-- row, which is off.
CREATE TABLE assistant_settings (
  workspace_id TEXT    NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  enabled      INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  settings     TEXT    NOT NULL,
  updated_at   BIGINT  NOT NULL
);

-- Every answer of the assistant: the commands it understood and the facts it reported, as JSON. A message is answered once. `citations`
-- are the facts that a model's words name; `model` is what the model was asked, with times, tokens and why its words were not used.
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

-- The model that helps the assistant of a workspace. The API key is sealed. `learnt` is what the endpoint was found to accept, as JSON.
-- `by_operator`: an operator has set this address, which may be a loopback address in a test workspace.
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
  updated_at     BIGINT  NOT NULL,
  by_operator    INTEGER NOT NULL DEFAULT 0 CHECK (by_operator IN (0, 1))
);

-- What models were asked on a day (in UTC): calls, tokens as the endpoint counts them, and how many of its wordings were not used.
-- Rows are kept for 400 days.
CREATE TABLE model_usage (
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  day          TEXT    NOT NULL,
  calls        INTEGER NOT NULL,
  tokens_in    INTEGER NOT NULL,
  tokens_out   INTEGER NOT NULL,
  rejected     INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, day)
);

-- What the assistant read and offered, without the e-mail addresses and postcodes that guests named: for whom (`principal`)
-- and in which way (`via`). Rows are only added, and deleted after some time or with their conversation.
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
  outcome         TEXT   NOT NULL,
  turn_id         TEXT
);
CREATE INDEX tool_calls_by_conversation ON tool_calls (conversation_id, id);
CREATE TRIGGER tool_calls_are_not_changed BEFORE UPDATE ON tool_calls
BEGIN SELECT RAISE(ABORT, 'the log of tools is only added to'); END;

-- The orders whose number and e-mail address (or postcode) a guest has named in a conversation.
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

-- How often guests named a wrong pair in an hour or a day: for each network and for each order number, of which only hashes are stored.
CREATE TABLE guest_misses (
  workspace_id TEXT    NOT NULL REFERENCES workspaces (id),
  scope        TEXT    NOT NULL CHECK (scope IN ('network', 'order')),
  hash         TEXT    NOT NULL,
  begun_at     BIGINT  NOT NULL,
  count        INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, scope, hash, begun_at)
);
CREATE INDEX guest_misses_by_time ON guest_misses (begun_at);

-- A refund from its offer to its end. An order has at most one unfinished refund. The amount is the shop's response to the preview,
-- which depends on the order's `basis`; amount and currency never change. `reported_as` is a report of the shop after the refund was
-- finished, 'succeeded' or 'failed'; the status does not change then. `last_move` is the id of the newest move. It grows from move to move
-- of a workspace, so that a reader can continue after the last move that it has read. Refunds of trial conversations are never sent, and
-- are neither listed nor in the way of others. `day` is that of `created_at` in the workspace's time zone then. `extra_tries` are the tries
-- to order it that people asked for, beside those of the schedule.
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
  reported_as     TEXT,
  last_move       TEXT   NOT NULL DEFAULT '',
  trial           INTEGER NOT NULL DEFAULT 0 CHECK (trial IN (0, 1)),
  day             TEXT,
  extra_tries     INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX refunds_by_day ON refunds (workspace_id, day) WHERE day IS NOT NULL;
CREATE UNIQUE INDEX refunds_one_active ON refunds (workspace_id, order_id)
  WHERE status IN ('awaiting_customer', 'awaiting_approval', 'executing', 'pending') AND trial = 0;
CREATE INDEX refunds_by_order ON refunds (workspace_id, order_id, id);
CREATE INDEX refunds_by_workspace ON refunds (workspace_id, id);
CREATE INDEX refunds_by_status ON refunds (workspace_id, status, id, trial);
CREATE INDEX refunds_by_last_move ON refunds (workspace_id, last_move);
CREATE INDEX refunds_failed ON refunds (workspace_id, finished_at) WHERE status = 'failed';
CREATE INDEX refunds_by_customer ON refunds (workspace_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX refunds_by_conversation ON refunds (conversation_id, id) WHERE conversation_id IS NOT NULL;
CREATE TRIGGER refunds_keep_their_amount BEFORE UPDATE OF amount, currency ON refunds
WHEN NEW.amount <> OLD.amount OR NEW.currency <> OLD.currency BEGIN SELECT RAISE(ABORT, 'the amount of a refund never changes'); END;

-- Every move of every refund, numbered from 1, since times may go back. Append-only until the workspace is deleted. A report after the
-- refund was finished has the same status in from_status and to_status.
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
CREATE TRIGGER refund_moves_are_not_deleted BEFORE DELETE ON refund_moves WHEN NOT EXISTS (
  SELECT 1 FROM refunds JOIN workspaces ON workspaces.id = workspace_id
  WHERE refunds.id = OLD.refund_id AND deleted_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the history of a refund is append-only'); END;

-- Every request to a shop's refund endpoint. A try of refund.create is stored before it is sent and completed afterwards; only one of
-- two processes can make a try. Other types belong to no refund, or to one that may never have been created; so does a refund.create
-- that a developer sent by hand.
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
CREATE INDEX refund_deliveries_by_workspace ON refund_deliveries (workspace_id, id);
CREATE INDEX refund_deliveries_of_tests ON refund_deliveries (workspace_id, id) WHERE type = 'ping';

-- Where events of a workspace are sent. `secret` is a JSON object with the address, the signing secrets and the access token, sealed as one;
-- host, ending and secret_ending are what people see of it. The previous signing secret signs until `previous_until`. `types` are
-- the types of event that it gets, as a JSON array. `by_operator`: an operator has set this address. `failing_since` is the first failure
-- after the last success. `skipped` counts deliveries that were not sent, because too many were waiting.
CREATE TABLE event_endpoints (
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
CREATE INDEX event_endpoints_by_workspace ON event_endpoints (workspace_id, id);

-- What has happened and is sent to endpoints, for 30 days. The id is made of the change that caused it, so that a repeat has the same one.
-- `data` are ids, numbers and states. `personal` is what customers wrote and who they are, for endpoints that an owner has allowed it; null
-- if there are none. Such events end with their customer or their chat.
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

-- One event on its way to one endpoint, with its last try. A waiting one has a job. The answer is the beginning of the response.
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

-- A mail on its way, or one that has ended, for 30 days. It has no text: its kind composes it of `about` and `data` at each try, so that
-- nothing of it stays here, and no link's token. `workspace_id` is null for a mail of the installation, such as a new password.
-- A waiting one has a job. `skipped`: it was no longer to be sent when its turn came. `stopped`: by somebody, or by a restore.
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

-- The SMTP server of the process that serves, for other processes and after a restart; no row: it has none. `domains` is a JSON array.
-- `problem` is why it could not be reached or used at `failed_at`.
CREATE TABLE mail_setup (
  id           INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  host         TEXT    NOT NULL,
  sender       TEXT    NOT NULL,
  domains      TEXT    NOT NULL,
  succeeded_at BIGINT,
  failed_at    BIGINT,
  problem      TEXT
);

-- What a workspace sends to customers by e-mail, as JSON; without a row nothing. `confirmed_reply_to` is the address for answers of which
-- somebody has opened the link; only as long as it is that of the settings, mails have it.
CREATE TABLE letter_settings (
  workspace_id       TEXT   NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  settings           TEXT   NOT NULL,
  confirmed_reply_to TEXT,
  updated_at         BIGINT NOT NULL
);

-- The e-mail addresses that customers typed in chats, as keyed hashes: mails go to one only after its owner has confirmed it.
-- `mail_id` is the mail that asks for that, `problem` why none was sent. `wants_transcript`: the chat is sent once it is confirmed.
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

-- Links in mails to customers, by the hash of their token: each works once. `address_hash` is of the address that it confirms or stops.
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

-- Addresses to which nothing is sent any more, as keyed hashes. The rows stay when customers are erased, and a restore takes them over
-- from the database that it replaces.
CREATE TABLE mail_stops (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  address_hash TEXT   NOT NULL,
  stopped_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, address_hash)
);

-- Mails to customers of the last day, to count them: by their address, and by the network or customer that caused them. Both are hashes.
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

-- The newest API calls, to show people why a call was rejected. Written in groups, after the responses. Calls replace only older calls
-- of their share: see src/http/request-log/shares.ts. Issues are those of a 400, as JSON; bodies are stored only if the operator has
-- turned that on.
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
CREATE INDEX request_log_refused ON request_log (share, at) WHERE status >= 400 AND method = 'POST';

-- The number of pushes by day (UTC, such as 2026-11-22) and type of object, kept forever. Created, updated and stale count objects,
-- refused counts calls. longest_gap is the longest pause before an accepted push of that day, in milliseconds. Written about every half
-- second, so a crash may lose the newest counts.
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

-- The latest accepted push of each type of object, with the id of its last object (null: it was erased since). imported_at is the time of
-- the latest part of a batch. Written together with daily_counts.
CREATE TABLE latest_pushes (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  type         TEXT   NOT NULL,
  object_id    TEXT,
  at           BIGINT NOT NULL,
  imported_at  BIGINT,
  PRIMARY KEY (workspace_id, type)
);

-- The hosts from which pages of the console and the chat window load pictures of products, by https. Without any, they show tiles.
CREATE TABLE picture_hosts (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  host         TEXT NOT NULL,
  PRIMARY KEY (workspace_id, host)
);

-- The origins of pages that may use a workspace's chat widget, as `scheme://host:port`. If a workspace has none, every page may.
CREATE TABLE widget_origins (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  origin       TEXT NOT NULL,
  PRIMARY KEY (workspace_id, origin)
);

-- A chat session gives a page access to one conversation. Its token is stored only as SHA-256. Page URL, locale and time zone come from the page,
-- are shown to agents, and are deleted with the session. After `expires_at` the token opens nothing, but until `kept_until` the
-- guest of the session may continue the conversation with a new one. `by_link`: begun by a link in a mail, see WidgetSession.
CREATE TABLE widget_sessions (
  id              TEXT   NOT NULL PRIMARY KEY,
  workspace_id    TEXT   NOT NULL REFERENCES workspaces (id),
  conversation_id TEXT   NOT NULL REFERENCES conversations (id),
  hash            TEXT   NOT NULL UNIQUE,
  visitor_id      TEXT,
  page_url        TEXT,
  locale          TEXT,
  created_at      BIGINT NOT NULL,
  expires_at      BIGINT NOT NULL,
  network_hash    TEXT,
  kept_until      BIGINT NOT NULL DEFAULT 0,
  time_zone       TEXT,
  by_link         INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX widget_sessions_by_conversation ON widget_sessions (conversation_id, id);
CREATE INDEX widget_sessions_by_end ON widget_sessions (kept_until);

-- The page that last started a chat session of the workspace, to the minute. Kept here, since sessions are deleted.
CREATE TABLE widget_sightings (
  workspace_id TEXT   NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  origin       TEXT   NOT NULL,
  at           BIGINT NOT NULL
);

-- The secrets with which the shop signs identity tokens. storewire needs the secret itself to verify them, so it is sealed and not
-- hashed; null: the encryption key of the secret is lost. `last_used_at` is to the minute.
CREATE TABLE identity_secrets (
  id           TEXT   NOT NULL PRIMARY KEY,
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  secret       TEXT,
  ending       TEXT   NOT NULL,
  created_by   TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE INDEX identity_secrets_by_workspace ON identity_secrets (workspace_id, id);

-- Used identity tokens: each token starts a session only once. A row is deleted when its token has expired.
CREATE TABLE used_identity_tokens (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  jti          TEXT   NOT NULL,
  expires_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, jti)
);
CREATE INDEX used_identity_tokens_by_expiry ON used_identity_tokens (expires_at);

-- The secret of the tickets that sandboxed frames start chat sessions with, see src/widget/tickets.ts. Made at the first frame.
CREATE TABLE widget_ticket_secrets (
  workspace_id TEXT NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  secret       TEXT NOT NULL
);

-- How a workspace's chat window looks and what it says, as JSON. Without a row it has the default settings.
CREATE TABLE widget_settings (
  workspace_id TEXT   NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  settings     TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL
);

-- The logo in the head of the chat window, at most 256 KiB. The SHA-256 of its bytes is its address.
CREATE TABLE widget_logos (
  workspace_id TEXT   NOT NULL PRIMARY KEY REFERENCES workspaces (id),
  hash         TEXT   NOT NULL,
  type         TEXT   NOT NULL,
  bytes        BLOB   NOT NULL,
  set_at       BIGINT NOT NULL
);
CREATE INDEX widget_logos_by_hash ON widget_logos (hash);

-- A member is a person of the installation, who signs in to the console with an e-mail address. The password is
-- scrypt in PHC form; null: this member can't sign in with one. Operators also see data of the whole installation.
CREATE TABLE members (
  id         TEXT    NOT NULL PRIMARY KEY,
  name       TEXT    NOT NULL,
  email      TEXT    NOT NULL UNIQUE,
  password   TEXT,
  operator   INTEGER NOT NULL CHECK (operator IN (0, 1)),
  created_at BIGINT  NOT NULL
);

-- What a member may do in a workspace. A member without a membership does not exist.
CREATE TABLE memberships (
  workspace_id TEXT   NOT NULL REFERENCES workspaces (id),
  member_id    TEXT   NOT NULL REFERENCES members (id),
  role         TEXT   NOT NULL CHECK (role IN ('owner', 'admin', 'agent')),
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, member_id)
);
CREATE INDEX memberships_by_member ON memberships (member_id, created_at);

-- How a workspace is connected to a shop system, from the code that an owner or admin makes, over the claim of the shop's plugin, to the
-- end of the connection: a row each, of which one is open in a workspace. Code and claim secret are stored as SHA-256. Until somebody has
-- approved the claim, it gives nothing. Then the row names what was made for the shop, so that the end of the connection takes it away:
-- key, identity secret, origin of the chat window, and the ending of the signing secret, if the refund endpoint was set (has_refunds = 1).
-- report is what the plugin reported last, problems are the codes that events have reported.
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

-- Filters of a list that a member has saved under a name, as the query of an address. They end with the membership.
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

-- Which mails a member gets of a workspace: `types` is a JSON array. In quiet hours, in minutes of the workspace's day, none is sent.
-- Without a row it is all of them, at any time.
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

-- A browser in which a member is signed in, in one workspace at a time. Its token is kept as SHA-256 only. A restored database has
-- no sessions and no one-time links.
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

-- Networks from which a member signed in: wrong passwords from elsewhere never lock these out.
CREATE TABLE member_networks (
  member_id    TEXT   NOT NULL REFERENCES members (id),
  network      TEXT   NOT NULL,
  signed_in_at BIGINT NOT NULL,
  PRIMARY KEY (member_id, network)
);
CREATE INDEX member_networks_by_time ON member_networks (signed_in_at);

-- One-time links: `setup` makes the first owner, `invite` a member of a workspace, `reset` sets a new password. The token is kept as
-- SHA-256 only; a used link is deleted.
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

-- Further tokens of a link: each mail with it has one of its own, which is made when the mail is sent.
CREATE TABLE member_link_tokens (
  hash    TEXT NOT NULL PRIMARY KEY,
  link_id TEXT NOT NULL
);
CREATE INDEX member_link_tokens_by_link ON member_link_tokens (link_id);
CREATE TRIGGER member_link_tokens_end_with_their_link AFTER DELETE ON member_links BEGIN
  DELETE FROM member_link_tokens WHERE link_id = OLD.id;
END;

-- The secret with which a member's app computes codes, encrypted; null: its encryption key is lost, and only recovery codes work. Codes
-- are required after the first one was confirmed. No code is valid twice: `last_step` is the time step of the newest.
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

-- How far the clock of a running `storewire dev` is ahead of the machine's; there is no row in any other database.
CREATE TABLE dev_clock (
  id       INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  ahead_ms BIGINT  NOT NULL
);

-- One row that /readyz writes, to check that the database can be written.
CREATE TABLE readiness (
  id         INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  checked_at BIGINT  NOT NULL
);

-- Notices of the current or last server about its environment, which `doctor` reports.
CREATE TABLE notices (
  name TEXT   NOT NULL PRIMARY KEY,
  at   BIGINT NOT NULL
);

-- Whether the server makes nightly backups beside the database: there is a row if it does. New databases have one; in those from before
-- this table an operator turns the backups on.
CREATE TABLE nightly_backups (
  id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  since BIGINT  NOT NULL
);

-- The encrypted copies in a bucket: the name of this installation in theirs, when the newest was verified, and when an operator
-- confirmed that the encryption key is kept in another place. There is a row since the first copy; a restored database has none.
CREATE TABLE offsite_backups (
  id           INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  installation TEXT    NOT NULL,
  last_at      BIGINT,
  key_kept_at  BIGINT
);
