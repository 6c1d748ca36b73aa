import * as v from 'valibot'
import { badRequest } from '../../lib/errors.ts'

/** An object of these fields and no others. @throws DomainError BAD_REQUEST that names every issue */
export function checkedFields<Fields extends v.ObjectEntries>(
  fields: Fields,
  input: unknown,
  what: string,
): v.InferOutput<v.ObjectSchema<Fields, undefined>> {
  return checked(v.strictObject(fields, problemOf), input, what) as v.InferOutput<v.ObjectSchema<Fields, undefined>>
}

/** The problem of an object: a missing field, an unknown field, or another type. */
export function problemOf({ expected }: { expected: string | null }): string {
  if (expected === 'never') return 'is not known'
  return expected === 'Object' ? 'must be an object' : 'is required'
}

/** @throws DomainError BAD_REQUEST that names every issue */
export function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  what: string,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, input)
  if (success) return output
  const found = issues.map(({ path, message }) => ({
    path: (path ?? []).map(({ key }) => key as string | number),
    message,
  }))
  const words = found.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')
  throw badRequest(`The ${what} does not fit: ${words}.`, found)
}
