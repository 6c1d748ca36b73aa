import type { Reader } from '../../src/store/store.ts'

/** Runs `work` with a reader, and returns how the database finds the rows of each of its statements: the lines of the plan by statement. */
export async function plansOf(
  read: Reader,
  work: (reader: Reader) => Promise<unknown>,
): Promise<Map<string, string[]>> {
  const statements = new Map<string, unknown[]>()
  await work({
    get: (sql, ...values) => {
      statements.set(sql, values)
      return read.get(sql, ...values)
    },
    all: (sql, ...values) => {
      statements.set(sql, values)
      return read.all(sql, ...values)
    },
    until: read.until,
  })
  const plans = new Map<string, string[]>()
  for (const [sql, values] of statements) {
    const plan = await read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...(values as string[]))
    plans.set(
      sql,
      plan.map(({ detail }) => detail),
    )
  }
  return plans
}
