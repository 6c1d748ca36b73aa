import * as v from 'valibot'
import { changeModel, clearModel } from '../../assistant/model/change-settings.ts'
import { type ModelUse, modelUses } from '../../assistant/model/model-settings.ts'
import type { Route } from '../../http/route.ts'
import type { DevContext } from '../context.ts'
import { faultNames } from '../model-faults.ts'
import { developer } from '../workspace.ts'
import { devRoute } from './dev-route.ts'

const MOST_FAULTS = 100
const fault = v.picklist(faultNames, `must be one of ${faultNames.join(', ')}`)

const faultFields = {
  use: v.optional(v.picklist(modelUses, `must be ${modelUses.join(' or ')}`)),
  next: v.optional(
    v.pipe(v.array(fault, 'must be a list'), v.maxLength(MOST_FAULTS, `must have at most ${MOST_FAULTS}`)),
  ),
  always: v.optional(
    v.pipe(v.array(fault, 'must be a list'), v.maxLength(MOST_FAULTS, `must have at most ${MOST_FAULTS}`)),
  ),
}

/** The scripted model: its faults, and the requests that it got. */
export function modelRoutes(context: DevContext): Route[] {
  const { model } = context
  const path = '/dev/model'
  const shown = () => ({
    requests: model.requests().map(({ body, fault: made }) => ({ fault: made, body })),
  })
  return [
    devRoute(context, {
      method: 'GET',
      path,
      operationId: 'getModel',
      summary: 'The requests that the scripted model got',
      handler: async () => shown(),
    }),
    devRoute(context, {
      method: 'POST',
      path,
      operationId: 'useModel',
      summary:
        'Let the scripted model help the assistant, and order its faults: for each of the next requests, or for all',
      fields: faultFields,
      example: { use: 'understand-and-compose', next: ['server_error', 'invented_amount'] },
      handler: async ({ body }) => {
        if (body.use) await useScripted(context, body.use)
        if (body.next) model.order(...body.next)
        if (body.always) model.always(...body.always)
        return shown()
      },
    }),
    devRoute(context, {
      method: 'DELETE',
      path,
      operationId: 'resetModel',
      summary: 'Remove the model from the assistant, and forget its faults and requests',
      handler: async () => {
        const { store, clock } = context.services
        await store.write((tx) => clearModel(tx, developer, context.keys.workspaceId, clock.now()))
        model.reset()
        return shown()
      },
    }),
  ]
}

/** Sets the scripted model as the one of the workspace. */
async function useScripted({ services, keys, modelUrl }: DevContext, use: ModelUse): Promise<void> {
  const { store, clock, sealer, outbound } = services
  const change = { baseUrl: modelUrl, model: 'scripted', use }
  await store.write((tx) =>
    changeModel(
      tx,
      developer,
      { workspaceId: keys.workspaceId, change },
      { sealer, policy: outbound.policy },
      clock.now(),
    ),
  )
}
