import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import * as v from 'valibot'
import { isCheckout, readAsset } from '../lib/assets.ts'
import { type PreparedObject, prepare } from '../objects/prepare.ts'
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
      return [resource.name, objects.map((object) => prepare(resource, v.parse(resource.schema, object)))]
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
