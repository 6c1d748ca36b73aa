import { randomUUID } from 'node:crypto'
import type { H3, H3Event } from 'h3'
import * as v from 'valibot'
import { HttpError } from '../../http/errors.ts'
import { jsonReply } from '../../http/reply.ts'
import { badRequest } from '../../lib/errors.ts'

/** Far more than any of these requests needs. */
const MAX_BODY = 64 * 1024

type Answer = unknown | Promise<unknown>

export function get(app: H3, path: string, handler: (event: H3Event) => Answer): void {
  app.get(path, async (event) => answered(await handler(event)))
}

export function remove(app: H3, path: string, handler: (event: H3Event) => Answer): void {
  app.delete(path, async (event) => answered(await handler(event)))
}

type Body<Fields extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Fields, undefined>>

/**
 * A POST with a JSON body, which may be left out where no field is required. A field that is not among `fields` is a 400. A form of
 * the page is sent back to the page.
 */
export function post<Fields extends v.ObjectEntries>(
  app: H3,
  path: string,
  fields: Fields,
  handler: (body: Body<Fields>, event: H3Event) => Answer,
): void {
  app.post(path, async (event) => {
    const answer = answered(await handler(await bodyOf(event, fields), event))
    return isForm(event) ? new Response(null, { status: 303, headers: { location: '/dev' } }) : answer
  })
}

function answered(value: unknown): Response {
  if (value instanceof Response) return value
  return jsonReply(200, value, { 'x-request-id': randomUUID(), 'cache-control': 'no-store' })
}

/** curl, too, calls what it sends a form, whatever it is: a form of the page comes from who wants a page back. */
function isForm({ req: { headers } }: H3Event): boolean {
  const wantsPage = headers.get('accept')?.includes('text/html') ?? false
  return wantsPage && headers.get('content-type') === 'application/x-www-form-urlencoded'
}

async function bodyOf<Fields extends v.ObjectEntries>(event: H3Event, fields: Fields): Promise<Body<Fields>> {
  const text = await event.req.text()
  if (text.length > MAX_BODY)
    throw new HttpError('PAYLOAD_TOO_LARGE', 'too_many_bytes', 'The body is too long: send a few fields of JSON.')
  const input = isForm(event) ? Object.fromEntries(new URLSearchParams(text)) : text === '' ? {} : parsed(text)
  return checkedFields(fields, input, 'body')
}

/** An object of these fields and no others. @throws DomainError BAD_REQUEST that names every issue */
export function checkedFields<Fields extends v.ObjectEntries>(
  fields: Fields,
  input: unknown,
  what: string,
): Body<Fields> {
  return checked(v.strictObject(fields, problemOf), input, what) as Body<Fields>
}

/** What is wrong with an object as such: a field too few, one too many, or that it is none. */
export function problemOf({ expected }: { expected: string | null }): string {
  if (expected === 'never') return 'is not known'
  return expected === 'Object' ? 'must be an object' : 'is required'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON: send one JSON object.', [{ path: [], message: 'is not valid JSON' }])
  }
}

/** @throws DomainError BAD_REQUEST that names every issue */
export function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  what: string,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, input)
  if (success) return output
  const told = issues.map(({ path, message }) => ({
    path: (path ?? []).map(({ key }) => key as string | number),
    message,
  }))
  const words = told.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')
  throw badRequest(`The ${what} does not fit: ${words}.`, told)
}
