import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

/*
 * Statements outside of the store keep to the SQL that SQLite and PostgreSQL share, so that a second engine stays possible. The other tests
 * record them (test/support/record-statements.js), `npm test` runs this one after them, and a real PostgreSQL prepares each.
 */

const RECORDED = fileURLToPath(new URL('../../node_modules/.cache/statements', import.meta.url))

/** What src/store/store.ts promises of every engine beyond SQL, as a second engine would bring it along. */
const FUNCTIONS = `
  CREATE FUNCTION in_time() RETURNS boolean LANGUAGE sql AS 'SELECT true';
  CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql AS 'SELECT strpos($1, $2)';
  CREATE FUNCTION json_each(text) RETURNS TABLE (key text, value text, atom text) LANGUAGE sql
    AS 'SELECT ordinality::text, value, value FROM json_array_elements_text($1::json) WITH ORDINALITY';
  CREATE FUNCTION json_each(text, text) RETURNS TABLE (key text, value text, atom text) LANGUAGE sql
    AS 'SELECT key, value, value FROM json_each_text(json_extract_path($1::json, $2))';
  CREATE AGGREGATE json_group_array(text) (SFUNC = array_append, STYPE = text[], INITCOND = '{}');
  CREATE FUNCTION json_field(text, text) RETURNS text LANGUAGE sql AS 'SELECT $1::json ->> $2';
  CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = json_field);`

/** Statements that a second engine has in words of its own, each with the reason. */
const EXCEPTIONS: { is: RegExp; why: string }[] = [
  {
    is: /json_group_object|json_each\(call\.data/,
    why: 'values that wait in the JSON of a change, so that a push writes them once',
  },
  {
    is: /search_(catalog|people|parts)|message_words/,
    why: 'the full-text index, whose statements are those of src/store/text-index.ts',
  },
  {
    is: /^src\/dev\/database\.ts/,
    why: 'a reset of `storewire dev`: temporary tables, and triggers that it drops and makes again',
  },
  {
    is: /^src\/(refunds\/orders|segments\/read-orders)\.ts.*\browid\b/s,
    why: 'the order in which rows came, for which pushed tables have no column',
  },
]

/** Of an error that no other type of a column would cure: syntax, columns, tables, grouping, ambiguous names. */
const FAULTS = ['42601', '42703', '42P01', '42P10', '42803', '42702', '42P02']

interface Recorded {
  sql: string
  origin: string
}

function recorded(): Recorded[] {
  return globSync('*.json', { cwd: RECORDED }).map(
    (name) => JSON.parse(readFileSync(`${RECORDED}/${name}`, 'utf8')) as Recorded,
  )
}

/** The tables, without what only SQLite has: triggers, the full-text index, WITHOUT ROWID; foreign keys are not needed to prepare. */
function tables(): string[] {
  return readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8')
    .replaceAll(/--[^\n]*/g, '')
    .split(/;\n(?!\s*(?:END|DELETE|INSERT|UPDATE|SELECT))/)
    .filter((statement) => /^\s*CREATE TABLE/.test(statement))
    .map((statement) =>
      statement
        .replaceAll(/\bBLOB\b/g, 'BYTEA')
        .replaceAll(/\bINTEGER\b/g, 'BIGINT')
        .replaceAll(/\bREAL\b/g, 'DOUBLE PRECISION')
        .replaceAll(/ REFERENCES \w+ \(\w+\)/g, '')
        .replace(/\)\s*(STRICT|WITHOUT ROWID)[^)]*$/, ')'),
    )
}

/** A statement for PostgreSQL: numbered values, and joins in the order that they are written. */
function translated(sql: string): string {
  let values = 0
  return sql
    .replaceAll(/'[^']*'|\?/g, (part) => (part === '?' ? `$${++values}` : part))
    .replaceAll(/CROSS JOIN (\S+(?:\s+AS\s+\w+)?)\s+ON/g, 'JOIN $1 ON')
}

test('statements outside of the store are SQL that PostgreSQL prepares', async (t) => {
  if (!existsSync(RECORDED)) return t.skip('the other tests record the statements: npm run test:fast')
  const db = await PGlite.create()
  t.after(() => db.close())
  await db.exec([FUNCTIONS, ...tables()].join(';\n'))
  const faults: string[] = []
  const unused = new Set(EXCEPTIONS)
  const statements = recorded()
  assert.ok(statements.length > 500, `only ${statements.length} statements are recorded`)
  for (const [number, { sql, origin }] of statements.entries()) {
    const fault = await db.exec(`PREPARE s${number} AS ${translated(sql)}`).then(() => undefined, faultOf)
    if (fault === undefined) continue
    const exception = EXCEPTIONS.find(({ is }) => is.test(`${origin} ${sql}`))
    if (exception) unused.delete(exception)
    else faults.push(`${origin}: ${fault}\n    ${sql.replaceAll(/\s+/g, ' ')}`)
  }
  assert.deepEqual(faults, [])
  assert.deepEqual([...unused], [], 'exceptions that nothing needs')
})

/** @returns undefined for an error of types only */
function faultOf(error: Error & { code?: string }): string | undefined {
  const isFault = FAULTS.includes(error.code ?? '') || (error.code === '42883' && /^function|->/.test(error.message))
  return isFault ? error.message : undefined
}
