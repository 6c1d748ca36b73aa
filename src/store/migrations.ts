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
`,
  },
]
