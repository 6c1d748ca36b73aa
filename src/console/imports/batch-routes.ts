import * as v from 'valibot'
import { requireManager } from '../../access/actor.ts'
import { MAX_IGNORED, MAX_NAME } from '../../http/body/check.ts'
import { type Route, route } from '../../http/route.ts'
import { id, int, text } from '../../lib/fields.ts'
import { array, object } from '../../lib/schema.ts'
import { getBackfill, noSuchImport, pushOfBackfill } from '../../objects/bulk/backfills.ts'
import { acceptBatch, newBatch } from '../../objects/bulk/batches.ts'
import { prepareToWrite } from '../../objects/prepare.ts'
import { writePush } from '../../objects/push.ts'
import type { Resource } from '../../objects/resource.ts'
import { resources } from '../../objects/resources.ts'
import { countObjects } from '../../objects/routes.ts'
import { countOf } from '../../objects/upsert.ts'
import { member } from '../credentials.ts'

/** Rows of a file that are looked at before anything is sent. */
const MOST_CHECKED = 100

/** Shared by the routes that take objects of an import. */
const ofImports = {
  tag: 'Imports',
  credential: member,
  limits: ['calls'],
  idempotent: true,
  method: 'POST',
  errors: ['NOT_FOUND', 'CONFLICT'],
} satisfies Partial<Route>
const params = () => v.object({ id: id('The import.') })

const titled = ({ name }: Resource) => name.charAt(0).toUpperCase() + name.slice(1)

/** Checks the first rows of a file as a push does, and stores nothing. What is wrong is the 400 of a push. */
function checkRoute(resource: Resource): Route {
  const { name, schema, example } = resource
  return route({
    tag: 'Imports',
    credential: member,
    limits: ['calls'],
    method: 'POST',
    path: `/import-checks/${name}`,
    operationId: `checkImported${titled(resource)}`,
    summary: `Check ${name} without storing them`,
    body: {
      schema: object(`${titled(resource)}ToCheck`, { data: array(schema, MOST_CHECKED) }),
      size: 'large',
      count: (body) => countObjects(resource, MOST_CHECKED, body),
      ready: ({ data }) => data.length,
      example: { data: [example] },
    },
    status: 200,
    response: {
      schema: object('ImportCheck', {
        valid: int('Objects that a push would store.'),
        ignored: array(
          object('ImportIgnored', {
            index: int('The place of the object in `data`.'),
            fields: array(
              text('A field that is not stored: unknown, or an empty string where no value is empty.', MAX_NAME),
              MAX_IGNORED,
            ),
          }),
          MOST_CHECKED,
        ),
      }),
      example: { valid: 1, ignored: [] },
    },
    errors: [],
    handler: async ({ body: valid, ignored, actor }) => {
      requireManager(actor)
      return { valid, ignored: [...ignored].map(([index, fields]) => ({ index, fields })) }
    },
  })
}

function sendRoute(resource: Resource, max: number): Route {
  const { name, schema, example } = resource
  return route({
    ...ofImports,
    limits: ['calls', 'bulk'],
    path: `/imports/{id}/${name}`,
    summary: `Send a batch of ${name} of an import`,
    params: params(),
    operationId: `import${titled(resource)}`,
    body: {
      schema: object(`${titled(resource)}ToImport`, { data: array(schema, max) }),
      size: 'large',
      count: (body) => countObjects(resource, max, body),
      ready: ({ data }) => newBatch(resource, data, null),
      example: { data: [example] },
    },
    status: 202,
    response: {
      schema: object('AcceptedBatch', { batchId: id() }),
      example: { batchId: 'bat_01KCJ5w60000x7Rb2mQvT9aLp' },
    },
    handler: async ({ params, body, workspace, actor, store, clock, wake, note }) => {
      requireManager(actor)
      note({ objects: body.received })
      const answer = await store.writeInBackground(async (tx) => {
        if (!(await getBackfill(tx, workspace.id, params.id))) throw noSuchImport()
        const batch = { ...body, backfillId: params.id }
        return { batchId: await acceptBatch(tx, resource, workspace.id, batch, clock.now()) }
      })
      wake()
      return answer
    },
  })
}

/** For objects that come with all that belongs to them, and so are not accepted in batches: they are stored at once. */
function storeRoute(resource: Resource): Route {
  const { name, schema, example, maxPerCall, callSize } = resource
  return route({
    ...ofImports,
    path: `/imports/{id}/${name}`,
    summary: `Send ${name} of an import`,
    params: params(),
    operationId: `import${titled(resource)}`,
    body: {
      schema: object(`${titled(resource)}ToImport`, { data: array(schema, maxPerCall) }),
      size: callSize,
      count: (body) => countObjects(resource, maxPerCall, body),
      ready: ({ data }) => prepareToWrite(resource, data),
      example: { data: [example] },
    },
    status: 200,
    response: {
      schema: object('StoredObjects', { created: int(), updated: int(), stale: int() }),
      example: { created: 1, updated: 0, stale: 0 },
    },
    handler: async ({ params, body, actor, note, ...context }) => {
      requireManager(actor)
      note({ objects: body.length })
      const { workspace } = context
      return writePush({ ...context, resource, importedIn: params.id }, body, async (tx, pushObjects) => {
        if (!(await getBackfill(tx, workspace.id, params.id))) throw noSuchImport()
        const backfill = { workspaceId: workspace.id, id: params.id }
        return countOf(await pushOfBackfill(tx, backfill, body.length, pushObjects))
      })
    },
  })
}

export const importBatchRoutes: Route[] = resources.flatMap((resource) => [
  checkRoute(resource),
  resource.maxPerBatch === null ? storeRoute(resource) : sendRoute(resource, resource.maxPerBatch),
])
