import { HttpError } from '../errors.ts'
import type { Route } from '../route.ts'
import { parseBody } from './parse-body.ts'
import { type Checked, checkBody } from './validate.ts'

/** What a checked body is made of. */
export interface RawBody {
  bytes: Uint8Array
  /** Whether unknown fields are issues. */
  strict: boolean
}

/**
 * Reads a body as the route's handler gets it: JSON, number of objects, schema, and what the route makes of it.
 *
 * @throws DomainError BAD_REQUEST, PAYLOAD_TOO_LARGE
 */
export async function checkedBody({ body }: Route, { bytes, strict }: RawBody): Promise<Checked> {
  if (!body) return { value: undefined, ignored: new Map() }
  const input = body.optional && bytes.length === 0 ? {} : parseBody(bytes)
  const over = body.count?.(input)
  if (over) {
    throw new HttpError(
      'PAYLOAD_TOO_LARGE',
      'too_many_objects',
      `${over.received} ${over.what} in one call are too many: send at most ${over.max}, in several calls.`,
      { data: { max: over.max, received: over.received } },
    )
  }
  const { value, ignored } = await checkBody(body.schema, input, strict)
  return { value: body.ready ? body.ready(value) : value, ignored }
}
