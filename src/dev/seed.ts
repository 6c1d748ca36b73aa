import * as v from 'valibot'
import { type PreparedObject, prepare } from '../ingest/prepare.ts'
import { type Resource, resources } from '../ingest/resources.ts'
import { upsert } from '../ingest/upsert.ts'
import type { Tx } from '../store/session.ts'
import { sampleShop } from './sample/shop.ts'

let prepared: [Resource, PreparedObject[]][] | undefined

/** Pushes the sample shop into a workspace, by the rules of every push. Checked once a process, it is there at once the next time. */
export async function loadSeed(tx: Tx, workspaceId: string): Promise<void> {
  prepared ??= prepareShop()
  for (const [resource, objects] of prepared) await upsert(tx, resource, workspaceId, objects)
}

function prepareShop(): [Resource, PreparedObject[]][] {
  const shop = sampleShop()
  return resources.map((resource) => {
    const objects: unknown[] = shop[resource.name]
    return [resource, objects.map((object) => prepare(resource, v.parse(resource.schema, object)))]
  })
}
