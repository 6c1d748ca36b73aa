import type { Limits } from './batches.ts'
import type { Call } from './http.ts'
import { createReads, type Reads } from './reads.ts'
import { createUpserts, type Upserts } from './upserts.ts'

/** Pushes, reads and deletes objects of one type. */
export interface Resource<T, Filters> extends Upserts<T>, Reads<T, Filters> {}

export function createResource<T, Filters extends object>(
  call: Call,
  name: string,
  limits: Limits,
): Resource<T, Filters> {
  return { ...createUpserts<T>(call, name, limits), ...createReads<T, Filters>(call, name) }
}
