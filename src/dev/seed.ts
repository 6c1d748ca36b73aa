import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { isCheckout, readAsset } from '../lib/assets.ts'
import { validate } from '../lib/validate.ts'
import { type PreparedObject, prepare } from '../objects/prepare.ts'
import type { PushedObject, Resource } from '../objects/resource.ts'
import { resources } from '../objects/resources.ts'
import { upsert } from '../objects/upsert.ts'
import { sampleShop } from '../sample-shop/shop.ts'
import type { Tx } from '../store/store.ts'

/** Objects made ready for their tables, by resource. */
type PreparedShop = Record<string, PreparedObject[]>

let prepared: PreparedShop | undefined

/**
 * Pushes the sample shop into a workspace, by the rules of every push. What is delivered holds it checked and prepared, since that
 * takes longer than a test should take to start; a checkout does it once a process.
 */
export async function loadSeed(tx: Tx, workspaceId: string): Promise<void> {
  prepared ??= isCheckout ? prepareShop() : unpackShop()
  for (const resource of resources) await upsert(tx, resource, workspaceId, prepared[resource.name] ?? [])
}

function prepareShop(): PreparedShop {
  const shop: { [resource: string]: object[] } = { ...sampleShop() }
  return Object.fromEntries(
    resources.map((resource) => {
      const objects = shop[resource.name] ?? []
      return [resource.name, objects.map((object) => prepare(resource, checked(resource, object)))]
    }),
  )
}

/** The sample shop as it is delivered. */
export function packedShop(): Uint8Array {
  return zstdCompressSync(JSON.stringify(prepareShop()))
}

function unpackShop(): PreparedShop {
  return JSON.parse(zstdDecompressSync(readAsset('sample-shop.json.zst')).toString()) as PreparedShop
}

/** An object as a push would take it. @throws Error for one that a push would not */
function checked({ schema, noun }: Resource, object: object): PushedObject {
  const { output, issues } = validate(schema, object)
  if (issues[0])
    throw new Error(`a ${noun} of the sample shop does not fit: ${issues[0].path.join('.')} ${issues[0].message}`)
  return output as PushedObject
}
