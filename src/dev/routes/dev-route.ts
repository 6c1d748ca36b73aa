import * as v from 'valibot'
import { parseBody } from '../../http/body/check.ts'
import { type Route, route } from '../../http/route.ts'
import { badRequest, type ErrorCode } from '../../lib/errors.ts'
import { leaf } from '../../lib/schema.ts'
import type { DevContext } from '../context.ts'
import { type Developer, developerCredential } from '../credential.ts'

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

type Schema = v.GenericSchema

/** What differs from one route under /dev to the next. */
interface DevRoute<Params extends Schema, Query extends Schema, Fields extends v.ObjectEntries>
  extends Pick<
    Route<Params, Query, Schema, FieldsOutput<Fields>, Developer>,
    'method' | 'path' | 'operationId' | 'summary' | 'params' | 'query' | 'handler'
  > {
  /** The fields of its body, and no others. A body whose fields are all optional may be left out. */
  fields?: Fields
  example?: unknown
  errors?: ErrorCode[]
}

type FieldsOutput<Fields extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Fields, undefined>>

/** Declares a route under /dev. It goes the way of every route of the API; no document lists it. */
export function devRoute<Params extends Schema, Query extends Schema, Fields extends v.ObjectEntries>(
  { keys }: Pick<DevContext, 'keys'>,
  { fields, example = {}, errors = [], ...declared }: DevRoute<Params, Query, Fields>,
): Route {
  const body = fields && {
    schema: leaf<unknown, FieldsOutput<Fields>>({ json: {}, read: (input) => checkedFields(fields, input, 'body') }),
    // 64 KiB, uncompressed: far more than any of these requests needs.
    size: 'widget' as const,
    optional: true,
    // JSON, whatever it is declared as: curl declares everything that it sends as a form.
    read: parseBody,
    example,
  }
  return route({
    ...declared,
    ...(body ? { body } : {}),
    tag: 'Development',
    credential: developerCredential(keys.workspaceId),
    limits: [],
    status: 200,
    errors,
  })
}

/** A query that fits an object schema of valibot's own. Its entries are the parameters that the route knows. */
export function queryOf<Output>(
  schema: v.GenericSchema<unknown, Output> & { entries: v.ObjectEntries },
): v.GenericSchema<unknown, Output> {
  const query = leaf<unknown, Output>({ json: {}, read: (input) => checked(schema, input, 'query') })
  return Object.assign(query, { entries: schema.entries })
}
