import * as v from 'valibot'
import { secretKey } from '../http/credentials/keys.ts'
import { DEFAULT_PAGE, pageQuery } from '../http/paging.ts'
import { type Count, type Route, route } from '../http/route.ts'
import { choice, id, text } from '../lib/fields.ts'
import { JsonText } from '../lib/json.ts'
import { array, list, object, optional } from '../lib/schema.ts'
import { parseTime } from '../lib/time.ts'
import { acceptBatch, newBatch } from './bulk/batches.ts'
import { eraseObject, noSuchObject } from './erase.ts'
import { preparePushed } from './prepare.ts'
import { getObject, listObjects } from './read.ts'
import type { Resource } from './resource.ts'
import { countOf, type UpsertResult, upsert, upsertStatuses } from './upsert.ts'

const UpsertEntry = object('UpsertResult', {
  id: id('The id that was pushed.'),
  status: choice(upsertStatuses, '`stale`: the stored copy is as new or newer, nothing was changed.'),
  ignored: v.optional(
    v.pipe(
      v.array(v.string()),
      v.description(
        'Fields that no schema knows and that were not stored, such as `colour` or `items[].colour`, up to 100 of an object and 100 characters of a name; absent when there is none.',
      ),
    ),
  ),
})

const UpsertAnswer = object('UpsertAnswer', { results: list(UpsertEntry, 1_000) })

const StrictQuery = v.object({
  strict: v.optional(
    v.pipe(
      v.picklist(['true', 'false'], 'must be true or false'),
      v.description(
        'Whether a field that the schema does not know is a 400; otherwise it is left out and named in `ignored`.',
      ),
      v.transform((value) => value === 'true'),
    ),
  ),
})

/** The routes that every kind of object has; bulk upserts where the kind takes them. */
export function objectRoutes(resource: Resource): Route[] {
  const bulk = resource.maxPerBatch === null ? [] : [bulkRoute(resource, resource.maxPerBatch)]
  return [pushRoute(resource), ...bulk, listRoute(resource), getRoute(resource), eraseRoute(resource)]
}

function pushRoute(resource: Resource): Route {
  const { name, noun, schema, example, maxPerCall, maxNested, callSize } = resource
  const nested = maxNested ? ` and ${maxNested.max} ${maxNested.field} in total` : ''
  return route({
    method: 'POST',
    path: `/${name}`,
    tag: titled(name),
    operationId: `upsert${titled(name)}`,
    summary: `Upsert ${name}`,
    description: `Creates or updates up to ${maxPerCall} ${name}${nested} by \`id\`: all of them or, after an error, none. Results come in the order of \`data\`. A field that is left out stays as it is, \`null\` clears it, an array or object replaces the stored one whole. One ${noun} has at most ${inMib(resource)} MiB of JSON, counted as it is stored.`,
    credential: secretKey,
    limits: ['calls'],
    idempotent: true,
    query: StrictQuery,
    body: {
      schema: object(`${titled(noun)}Push`, { data: array(schema) }),
      size: callSize,
      count: (body) => countObjects(resource, maxPerCall, body),
      ready: ({ data }) => data.map((pushed, index) => preparePushed(resource, pushed, index)),
      example: { data: [example] },
    },
    status: 200,
    response: { schema: UpsertAnswer, example: { results: [{ id: example.id, status: 'created' }] } },
    errors: [],
    handler: async ({ body, ignored, workspace, hooks, store, clock, metrics, noteObjects }) => {
      noteObjects(body.length)
      const answer = await store.write(async (tx) => {
        const results = await upsert(tx, resource, workspace.id, body)
        await hooks.onUpserted(tx, { resource: name, workspaceId: workspace.id, results }, clock.now())
        return { results: withIgnored(results, ignored) }
      })
      // An earlier answer that is given again, as the text that was kept of it, was counted then.
      if (!(answer instanceof JsonText)) metrics.objects(resource.name, countOf(answer.results))
      return answer
    },
  })
}

function countObjects({ name, maxNested }: Resource, max: number, body: unknown): Count | undefined {
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

/** Names the fields that were not stored beside the result of their object. */
function withIgnored(
  results: UpsertResult[],
  ignored: Map<number, string[]>,
): (UpsertResult & { ignored?: string[] })[] {
  if (ignored.size === 0) return results
  return results.map((result, index) => {
    const names = ignored.get(index)
    return names ? { ...result, ignored: names } : result
  })
}

const BulkAnswer = object('BulkAnswer', { batchId: id('Of the batch: its progress is at `/batches/{id}`.') })

function bulkRoute(resource: Resource, max: number): Route {
  const { name, noun, schema, example } = resource
  return route({
    method: 'POST',
    path: `/${name}/bulk`,
    tag: titled(name),
    operationId: `bulkUpsert${titled(name)}`,
    summary: `Upsert many ${name} in the background`,
    description: `Checks up to ${max} ${name} at once, stores them, answers 202, and then processes them by the same rules as the synchronous call. Batches of ${name} are processed in the order in which they were taken. One ${noun} has at most ${inMib(resource)} MiB of JSON, counted as it is stored.`,
    credential: secretKey,
    limits: ['calls', 'bulk'],
    idempotent: true,
    query: StrictQuery,
    body: {
      schema: object(`${titled(noun)}Batch`, {
        data: array(schema),
        backfillId: optional(id('The history import that the batch belongs to.')),
      }),
      size: 'large',
      count: (body) => countObjects(resource, max, body),
      ready: ({ data, backfillId }) => newBatch(resource, data, backfillId ?? null),
      example: { data: [example] },
    },
    status: 202,
    response: { schema: BulkAnswer, example: { batchId: 'bat_01KCJ5w60000x7Rb2mQvT9aLp' } },
    errors: [],
    handler: async ({ body, workspace, store, clock, wake, noteObjects }) => {
      noteObjects(body.received)
      // Nobody's page waits for this answer: an import gives way to single pushes from its first step on.
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
    tag: titled(name),
    operationId: `get${titled(noun)}`,
    summary: `Read one ${noun} back`,
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

const ListQuery = v.object({
  ...pageQuery,
  updatedSince: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Only objects whose `updatedAt` is not before this time: ISO-8601 with a time zone, or epoch milliseconds.',
      ),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const parsed = parseTime(/^-?\d+$/.test(dataset.value) ? Number(dataset.value) : dataset.value)
        if (typeof parsed === 'number') return parsed
        addIssue({ message: parsed.problem })
        return NEVER
      }),
    ),
  ),
})

function listRoute(resource: Resource): Route {
  const { name, noun, schema, example } = resource
  return route({
    method: 'GET',
    path: `/${name}`,
    tag: titled(name),
    operationId: `list${titled(name)}`,
    summary: `List ${name}, the newest change first`,
    description:
      'Pages by cursor: objects that are pushed meanwhile neither shift nor repeat what follows. A page ends at 4 MiB and may therefore have fewer objects than `limit`, even one: only a `nextCursor` of null ends the list.',
    credential: secretKey,
    limits: ['calls'],
    query: ListQuery,
    status: 200,
    response: {
      schema: object(`${titled(noun)}List`, {
        data: v.array(schema),
        nextCursor: v.nullable(text('Pass it as `cursor` for the next page; null on the last one.')),
      }),
      example: { data: [example], nextCursor: null },
    },
    errors: [],
    handler: ({ query, workspace, store }) =>
      listObjects(store.read, resource, workspace.id, { ...query, limit: query.limit ?? DEFAULT_PAGE }),
  })
}

function eraseRoute(resource: Resource): Route {
  const { name, noun, erasedBesides } = resource
  return route({
    method: 'DELETE',
    path: `/${name}/{id}`,
    tag: titled(name),
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
