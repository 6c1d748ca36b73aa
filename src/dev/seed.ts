import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Hooks } from '../http/hooks.ts'
import { isCheckout, readAsset } from '../lib/assets.ts'
import { validate } from '../lib/validate.ts'
import { type PreparedObject, prepare } from '../objects/prepare.ts'
import { push } from '../objects/push.ts'
import type { PushedObject, Resource } from '../objects/resource.ts'
import { resources } from '../objects/resources.ts'
import { sampleShop } from '../sample-shop/shop.ts'
import type { Tx } from '../store/store.ts'

/** Prepared objects of the sample shop, by resource. */
type PreparedShop = Record<string, PreparedObject[]>

let prepared: PreparedShop | undefined

/**
 * Pushes the sample shop into a workspace, by the rules of every push. Checking and preparing the objects would slow down the start of
 * tests, so builds contain the prepared objects; a checkout prepares them once per process.
 */
export async function loadSeed(tx: Tx, workspaceId: string, hooks: Hooks, now: number): Promise<void> {
  prepared ??= isCheckout ? prepareShop() : unpackShop()
  for (const resource of resources) await push(tx, { resource, workspaceId, hooks }, prepared[resource.name] ?? [], now)
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

/** The prepared sample shop for builds, as compressed JSON. */
export function packedShop(): Uint8Array {
  return zstdCompressSync(JSON.stringify(prepareShop()))
}

function unpackShop(): PreparedShop {
  return JSON.parse(zstdDecompressSync(readAsset('sample-shop.json.zst')).toString()) as PreparedShop
}

/** An object as a push would accept it. @throws Error if a push would reject it */
function checked({ schema, noun }: Resource, object: object): PushedObject {
  const { output, issues } = validate(schema, object)
  if (issues[0])
    throw new Error(`a ${noun} of the sample shop does not fit: ${issues[0].path.join('.')} ${issues[0].message}`)
  return output as PushedObject
}
