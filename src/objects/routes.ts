import * as v from 'valibot'
import { MAX_IGNORED, MAX_NAME } from '../http/body/check.ts'
import { secretKey } from '../http/credentials/keys.ts'
import { DEFAULT_PAGE, MAX_PAGE, pageQuery, queryFlag, queryTime } from '../http/query.ts'
import { type Route, route, type TooMany } from '../http/route.ts'
import { choice, id, text } from '../lib/fields.ts'
import { JsonText } from '../lib/json.ts'
import { array, leaf, list, object, optional } from '../lib/schema.ts'
import { pushOfBackfill } from './bulk/backfills.ts'
import { acceptBatch, newBatch } from './bulk/batches.ts'
import { eraseObject, noSuchObject } from './erase.ts'
import type { FilterValue } from './find/filter.ts'
import { getObject, listObjects } from './find/read.ts'
import { prepareToWrite } from './prepare.ts'
import { writePush } from './push.ts'
import type { Resource } from './resource.ts'
import { countOf, type UpsertResult, upsertStatuses } from './upsert.ts'

const UpsertEntry = object('UpsertResult', {
  id: id('The id that was pushed.'),
  status: choice(upsertStatuses, '`stale`: the stored copy is as new or newer, so nothing was changed.'),
  ignored: v.optional(
    v.pipe(
      array(v.pipe(v.string(), v.maxLength(MAX_NAME)), MAX_IGNORED),
      v.description(
        'Fields that were not stored, such as `colour` or `items[].colour`: unknown ones, and empty strings in e-mail, URL, time and country fields. Absent if there are none.',
      ),
    ),
  ),
})

const UpsertAnswer = object('UpsertAnswer', { results: list(UpsertEntry, 1_000) })

const StrictQuery = v.object({
  strict: queryFlag('Whether a field that would be listed in `ignored` is an error (400).'),
})

/** The heading of a resource in the API reference. */
export function tagOf({ name }: Resource): string {
  return titled(name)
}

/** The routes of a type of object. */
export function objectRoutes(resource: Resource): Route[] {
  const bulk = resource.maxPerBatch === null ? [] : [bulkRoute(resource, resource.maxPerBatch)]
  return [pushRoute(resource), ...bulk, listRoute(resource), getRoute(resource), eraseRoute(resource)]
}

function pushRoute(resource: Resource): Route {
  const { name, noun, schema, example, maxPerCall, maxNested, callSize } = resource
  const fields = { data: array(schema, maxPerCall), backfillId: backfillId(name) }
  // What has no bulk call belongs to a backfill by this one. Of other types no such field is read.
  const pushed = (resource.maxPerBatch === null ? fields : { data: fields.data }) as typeof fields
  const nested = maxNested ? ` and ${maxNested.max} ${maxNested.field} in total` : ''
  return route({
    method: 'POST',
    path: `/${name}`,
    tag: tagOf(resource),
    operationId: `upsert${titled(name)}`,
    summary: `Upsert ${name}`,
    description: `Creates or updates up to ${maxPerCall} ${name}${nested} by \`id\`. After an error, none of them is stored. Results are in the order of \`data\`. A field that you leave out keeps its stored value, \`null\` clears the field, and an array or object replaces the whole stored one. One ${noun} has at most ${inMib(resource)} MiB of stored JSON.`,
    credential: secretKey,
    limits: ['calls'],
    idempotent: true,
    pushes: name,
    query: StrictQuery,
    body: {
      schema: object(`${titled(noun)}Push`, pushed),
      size: callSize,
      count: (body) => countObjects(resource, maxPerCall, body),
      ready: ({ data, backfillId = null }) => ({ objects: prepareToWrite(resource, data), backfillId }),
      example: { data: [example] },
    },
    status: 200,
    response: { schema: UpsertAnswer, example: { results: [{ id: example.id, status: 'created' }] } },
    errors: [],
    handler: async ({ body: { objects, backfillId: importedIn }, ignored, note, ...context }) => {
      note({ objects: objects.length })
      const { workspace } = context
      const answer = await writePush({ ...context, resource, importedIn }, objects, async (tx, pushObjects) => {
        const results =
          importedIn === null
            ? await pushObjects()
            : await pushOfBackfill(tx, { workspaceId: workspace.id, id: importedIn }, objects.length, pushObjects)
        return { results: withIgnored(results, ignored) }
      })
      // A repeated call gets the text of the first response. Its objects were counted then.
      if (answer instanceof JsonText) return answer
      note({ results: countOf(answer.results), lastId: answer.results.at(-1)?.id })
      return answer
    },
  })
}

export function countObjects({ name, maxNested }: Resource, max: number, body: unknown): TooMany | undefined {
  const data = (body as { data?: unknown } | null)?.data
  if (!Array.isArray(data)) return undefined
  if (data.length > max) return { what: name, max, received: data.length }
  if (!maxNested) return undefined
  const { field } = maxNested
  const received = data.reduce(
    (sum: number, entry) => sum + lengthOf((entry as Record<string, unknown> | null)?.[field]),
    0,
  )
  return received > maxNested.max ? { what: field, max: maxNested.max, received } : undefined
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

/** Adds the names of ignored fields to the results of their objects. */
function withIgnored(
  results: UpsertResult[],
  ignored: ReadonlyMap<number, string[]>,
): (UpsertResult & { ignored?: string[] })[] {
  if (ignored.size === 0) return results
  return results.map((result, index) => {
    const names = ignored.get(index)
    return names ? { ...result, ignored: names } : result
  })
}

const backfillId = (what: string) => optional(id(`Id of the history import (backfill) that the ${what} belong to.`))

const BulkAnswer = object('BulkAnswer', { batchId: id('Id of the batch. Read its progress at `/batches/{id}`.') })

function bulkRoute(resource: Resource, max: number): Route {
  const { name, noun, schema, example } = resource
  return route({
    method: 'POST',
    path: `/${name}/bulk`,
    tag: tagOf(resource),
    operationId: `bulkUpsert${titled(name)}`,
    summary: `Upsert ${name} in bulk, in the background`,
    description: `Validates up to ${max} ${name}, stores them as a batch and responds with 202. The batch is processed later, by the same rules as in the synchronous call. Batches of ${name} are processed in the order in which they arrived. One ${noun} has at most ${inMib(resource)} MiB of stored JSON.`,
    credential: secretKey,
    limits: ['calls', 'bulk'],
    idempotent: true,
    pushes: name,
    query: StrictQuery,
    body: {
      schema: object(`${titled(noun)}Batch`, {
        data: array(schema, max),
        backfillId: backfillId(name),
      }),
      size: 'large',
      count: (body) => countObjects(resource, max, body),
      ready: ({ data, backfillId }) => newBatch(resource, data, backfillId ?? null),
      example: { data: [example] },
    },
    status: 202,
    response: { schema: BulkAnswer, example: { batchId: 'bat_01KCJ5w60000x7Rb2mQvT9aLp' } },
    errors: [],
    handler: async ({ body, workspace, store, clock, wake, note }) => {
      note({ objects: body.received })
      // In the background, so that single pushes go first: no page waits for this response.
      const answer = await store.writeInBackground(async (tx) => ({
        batchId: await acceptBatch(tx, resource, workspace.id, body, clock.now()),
      }))
      wake()
      return answer
    },
  })
}

const ObjectParams = v.object({ id: id('Your own id of the object, percent-encoded.') })

function getRoute(resource: Resource): Route {
  const { name, noun, schema, example } = resource
  return route({
    method: 'GET',
    path: `/${name}/{id}`,
    tag: tagOf(resource),
    operationId: `get${titled(noun)}`,
    summary: `Read one ${noun}`,
    description: 'Returns the fields that were pushed. Times are in ISO-8601 in UTC.',
    credential: secretKey,
    limits: ['calls'],
    params: ObjectParams,
    status: 200,
    response: { schema, example },
    errors: ['NOT_FOUND'],
    handler: async ({ params, workspace, store }) => {
      const found = await getObject(store.read, resource, workspace.id, params.id)
      if (!found) throw noSuchObject(resource)
      return found
    },
  })
}

/** The parameters of a list: paging, `updatedSince` and the filters of the type. */
function listQuery({ filters }: Resource) {
  return v.object({
    ...pageQuery,
    updatedSince: queryTime('Only objects whose `updatedAt` is this time or later.'),
    ...Object.fromEntries(
      filters.map(({ name, description, example, json, read }) => [
        name,
        v.optional(leaf<string, FilterValue>({ json: { ...json, description, examples: [example] }, read })),
      ]),
    ),
  })
}

function listRoute(resource: Resource): Route {
  const { name, noun, schema, example } = resource
  return route({
    method: 'GET',
    path: `/${name}`,
    tag: tagOf(resource),
    operationId: `list${titled(name)}`,
    summary: `List ${name}, the newest change first`,
    description:
      'Objects must match all filters. Paged by cursor: objects that are pushed between two pages do not shift or repeat the rest of the list. A page ends at 4 MiB, or when a filtered search reaches its limit, so a page can have fewer objects than `limit`, or none. The list ends when `nextCursor` is null.',
    credential: secretKey,
    limits: ['calls'],
    query: listQuery(resource),
    status: 200,
    response: {
      schema: object(`${titled(noun)}List`, {
        data: array(schema, MAX_PAGE),
        nextCursor: v.nullable(text('Pass it as `cursor` to read the next page; null on the last page.')),
      }),
      example: { data: [example], nextCursor: null },
    },
    errors: [],
    handler: async ({ query, workspace, hooks, store, clock }) => {
      const { limit = DEFAULT_PAGE, cursor, updatedSince, ...filters } = query
      const tests = await hooks.testsOf(store, workspace.id, filters, clock.now())
      const asked = { limit, cursor, updatedSince, filters, tests, readSlowly: store.readSlowly }
      return listObjects(store.read, resource, workspace.id, asked)
    },
  })
}

function eraseRoute(resource: Resource): Route {
  const { name, noun, erasedBesides } = resource
  return route({
    method: 'DELETE',
    path: `/${name}/{id}`,
    tag: tagOf(resource),
    operationId: `erase${titled(noun)}`,
    summary: `Erase one ${noun}`,
    description: `${erasedBesides ? `${erasedBesides} ` : ''}The erasure is recorded in the audit log. A later push may create the object again.`,
    credential: secretKey,
    limits: ['calls'],
    idempotent: true,
    params: ObjectParams,
    status: 204,
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, workspace, actor, hooks, store, clock, wake }) => {
      const erased = { workspaceId: workspace.id, actor, id }
      await store.write((tx) => eraseObject(tx, { resource, hooks }, erased, clock.now()))
      wake()
    },
  })
}

function inMib({ maxBytes }: Resource): number {
  return maxBytes / (1024 * 1024)
}

function titled(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
