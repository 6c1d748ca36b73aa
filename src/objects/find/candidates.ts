import type { Sql } from '../../store/store.ts'
import type { Resource } from '../resource.ts'
import { waitingWith } from '../waiting-values.ts'
import type { FilterCondition, FilterStorage, FilterValue } from './filter.ts'

/*
 * SQL for the conditions of a list: how an index finds the objects that one of them may find, and how each is tested on an object.
 */

interface Asked {
  workspaceId: string
  /** All conditions of the list. */
  conditions: FilterCondition[]
}

/** The candidates of one condition. */
export interface CandidateRows {
  /** SQL before `few`. */
  before: Sql
  /** The candidates, of which some are read: what their index has. */
  few: Sql
  /** Reads of the candidates, as `few`, what the tests of the conditions read. */
  rows: Sql
}

type EntriesStorage = Extract<FilterStorage, { entries: string }>

const NOTHING: Sql = { text: '', values: [] }

/** How an index finds the candidates of a condition; undefined if the condition has no index of its own. */
export function sourceOf(
  { name: table }: Resource,
  { workspaceId, conditions }: Asked,
  condition: FilterCondition,
  most: number,
): CandidateRows | undefined {
  const { filter, value } = condition
  const { storage } = filter
  const columns = needed(conditions, 'object.')
  if ('elsewhere' in storage) return undefined
  if ('entries' in storage) {
    const sources = entriesOf(storage, workspaceId, value)
    return {
      before: partsOf('filter_entries', { text: 'filter = ?', values: [storage.entries] }, workspaceId),
      few: {
        text: `SELECT id FROM (${sources.map(({ text }) => `SELECT id FROM (${text} LIMIT ${most + 1})`).join(' UNION ')}) AS named`,
        values: sources.flatMap(({ values }) => values),
      },
      // A tag may be one of most customers: then their rows are not read in vain.
      rows: {
        text: `SELECT ${columns} FROM few CROSS JOIN ${table} AS object ON object.workspace_id = ? AND object.id = few.id`,
        values: [workspaceId],
      },
    }
  }
  const { column, index } = storage
  if (index === 'updates') return undefined
  const rows: Sql = { text: 'SELECT * FROM few', values: [] }
  if (index === 'whole')
    return {
      before: NOTHING,
      few: {
        text: `SELECT ${columns} FROM ${table} AS object WHERE object.workspace_id = ? AND object.${column} = ?`,
        values: [workspaceId, value],
      },
      rows,
    }
  return {
    before: partsOf(table, { text: `${column} IS NOT NULL`, values: [] }, workspaceId),
    few: {
      text: `SELECT ${columns} FROM parts
        CROSS JOIN ${table} AS object ON object.workspace_id = ? AND object.part = parts.part AND object.${column} = ?`,
      values: [workspaceId, value],
    },
    rows,
  }
}

/** SELECTs of the `id`s of objects with a value, some of which may be found by several. The first one needs {@link partsOf} before it. */
function entriesOf(storage: EntriesStorage, workspaceId: string, value: FilterValue): Sql[] {
  const added: Sql = {
    text: `SELECT entry.id FROM parts CROSS JOIN filter_entries AS entry
      ON entry.workspace_id = ? AND entry.filter = ? AND entry.part = parts.part AND entry.value = ?`,
    values: [workspaceId, storage.entries, value],
  }
  const waiting = waitingWith(workspaceId, storage.entries, value)
  const beside = 'beside' in storage ? storage.beside : undefined
  if (!beside) return [added, waiting]
  return [
    added,
    waiting,
    {
      text: `SELECT ${beside.id} AS id FROM ${beside.table} WHERE workspace_id = ? AND ${beside.column} = ?`,
      values: [workspaceId, value],
    },
  ]
}

/** The numbers of the parts that an index may have. Only few numbers in between are of no part: to step over them costs more. */
export function partsOf(table: string, fixed: Sql, workspaceId: string): Sql {
  const end = (which: 'min' | 'max') =>
    `(SELECT ${which}(part) FROM ${table} WHERE workspace_id = ? AND part IS NOT NULL AND ${fixed.text})`
  return {
    text: `WITH RECURSIVE parts (part, last) AS (
      SELECT ${end('min')}, ${end('max')} UNION ALL SELECT part + 1, last FROM parts WHERE part < last)`,
    values: [workspaceId, ...fixed.values, workspaceId, ...fixed.values],
  }
}

/** The columns that the tests of the conditions read. */
export function needed(conditions: FilterCondition[], prefix = ''): string {
  const columns = conditions.flatMap(({ filter: { storage } }) => {
    if ('elsewhere' in storage) return []
    return 'column' in storage ? storage.column : 'part'
  })
  return ['id', 'updated_at', ...new Set(columns)].map((column) => prefix + column).join(', ')
}

/** The condition on an object with the alias `object`. */
export function testOf({ filter, value, test }: FilterCondition, workspaceId: string): Sql {
  const { storage, finds, name } = filter
  if ('elsewhere' in storage) {
    if (!test) throw new Error(`the list has no test for the filter ${name}`)
    return test
  }
  if ('column' in storage) return { text: `${storage.column} ${finds === 'since' ? '>=' : '='} ?`, values: [value] }
  const { entries, beside } = storage
  const waiting = waitingWith(workspaceId, entries, value)
  const tests: Sql[] = [
    {
      text: `EXISTS (SELECT 1 FROM filter_entries AS entry WHERE entry.workspace_id = ? AND entry.filter = ?
        AND entry.part = object.part AND entry.value = ? AND entry.id = object.id)`,
      values: [workspaceId, entries, value],
    },
    // Not of the object alone: SQLite finds these once for all objects.
    { text: `object.id IN (${waiting.text})`, values: waiting.values },
  ]
  if (beside)
    tests.push({
      text: `EXISTS (SELECT 1 FROM ${beside.table} AS beside
        WHERE beside.workspace_id = ? AND beside.${beside.id} = object.id AND beside.${beside.column} = ?)`,
      values: [workspaceId, value],
    })
  return {
    text: `(${tests.map(({ text }) => text).join(' OR ')})`,
    values: tests.flatMap(({ values }) => values),
  }
}
