import * as v from 'valibot'
import { requireManager } from '../../access/actor.ts'
import { type Route, route } from '../../http/route.ts'
import { flag, id, int } from '../../lib/fields.ts'
import { array, object } from '../../lib/schema.ts'
import { countBrought, requestErasure } from '../../objects/bulk/erase-import.ts'
import { resources } from '../../objects/resources.ts'
import { member } from '../credentials.ts'
import { type } from '../data/row.ts'
import { nothing } from '../schemas.ts'
import { requireConfirmed } from '../sign-in.ts'
import { exampleImport, importView, shown } from './import-view.ts'

/** Shared by all routes of this file. */
const ofImports = { tag: 'Imports', credential: member, limits: ['calls'] } satisfies Partial<Route>
const params = v.object({ id: id('The import.') })

const count = route({
  ...ofImports,
  method: 'GET',
  path: '/imports/{id}/brought',
  operationId: 'countBrought',
  summary: 'Count what an import has brought and nobody has pushed since',
  description: 'These objects would be erased now. Those that the import has only updated are not among them.',
  params,
  status: 200,
  response: {
    schema: object('Brought', {
      counts: array(object('BroughtOfType', { type: type(), count: int() }), resources.length),
      isComplete: flag('False if there may be more: there are too many objects to count them all.'),
    }),
    example: { counts: [{ type: 'orders', count: 1_204 }], isComplete: true },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, actor, store }) => {
    requireManager(actor)
    return countBrought(store, workspace.id, params.id)
  },
})

const erase = route({
  ...ofImports,
  method: 'POST',
  path: '/imports/{id}/erase',
  operationId: 'eraseImport',
  summary: 'Erase what an import has brought, in the background',
  description:
    'Each object is erased as one by one, with all that is kept because of it. Objects that were pushed since stay. It begins at once, and continues after a restart.',
  params,
  body: nothing,
  status: 200,
  response: {
    schema: importView,
    example: { ...exampleImport, erasure: { erased: 0, startedAt: '2026-03-01T09:35:00.000Z', endedAt: null } },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params, workspace, actor, holder, store, clock, wake }) => {
    requireManager(actor)
    requireConfirmed(holder, clock.now())
    const asked = { workspaceId: workspace.id, id: params.id }
    const backfill = await store.write((tx) => requestErasure(tx, actor, asked, clock.now()))
    wake()
    return shown(backfill)
  },
})

export const importEraseRoutes: Route[] = [count, erase]
