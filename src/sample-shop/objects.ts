import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Hooks } from '../http/hooks.ts'
import { isCheckout, readAsset } from '../lib/assets.ts'
import { type Shape, shapeOf } from '../lib/shape.ts'
import { validate } from '../lib/validate.ts'
import { PICTURES_PATH } from '../objects/picture-hosts.ts'
import { prepare } from '../objects/prepare.ts'
import { push } from '../objects/push.ts'
import type { PushedObject, Resource } from '../objects/resource.ts'
import { resources } from '../objects/resources.ts'
import type { Tx } from '../store/store.ts'
import { SHOP_PICTURES } from './pictures.ts'
import { NOW } from './repeatable.ts'
import { sampleShop } from './shop.ts'

/** Objects of the sample shop as a push has checked them, by resource. */
type CheckedShop = Record<string, PushedObject[]>

let checkedShop: CheckedShop | undefined

/**
 * Pushes the sample shop into a workspace, by the rules of every push. Its newest events are just over at `now`: all times are moved by
 * the same amount.
 *
 * Checking the objects would slow down the start of tests, so builds contain the checked objects; a checkout checks them once per process.
 *
 * @param server the address of this server, which has the pictures, such as `https://chat.shop.example`; null: they stay where the shop
 *   has them
 */
export async function pushSampleShop(
  tx: Tx,
  { workspaceId, hooks, server }: { workspaceId: string; hooks: Hooks; server: string | null },
  now: number,
): Promise<void> {
  checkedShop ??= isCheckout ? checkShop() : unpackShop()
  const by = Math.floor((now - NOW) / 1_000) * 1_000
  const move = { by, pictures: server === null ? SHOP_PICTURES : server + PICTURES_PATH }
  for (const resource of resources) {
    const shape = shapeOf(resource.schema)
    const prepared = (checkedShop[resource.name] ?? []).map((object) =>
      prepare(resource, moved(shape, object, move) as PushedObject),
    )
    await push(tx, { resource, workspaceId, hooks }, prepared, now)
  }
}

interface Move {
  /** Milliseconds. */
  by: number
  /** The address of the pictures. */
  pictures: string
}

/** A copy whose times are later, and whose pictures are elsewhere. */
function moved(shape: Shape, value: unknown, move: Move): unknown {
  if (value === null || value === undefined) return value
  if (shape.kind === 'list') return (value as unknown[]).map((entry) => moved(shape.each, entry, move))
  if (shape.kind === 'leaf') {
    if (shape.stored === 'time') return (value as number) + move.by
    const isPicture = typeof value === 'string' && value.startsWith(SHOP_PICTURES)
    return isPicture ? move.pictures + value.slice(SHOP_PICTURES.length) : value
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const known = shape.fields.get(name)
      return [name, known ? moved(known.shape, field, move) : field]
    }),
  )
}

function checkShop(): CheckedShop {
  const shop: { [resource: string]: object[] } = { ...sampleShop() }
  return Object.fromEntries(
    resources.map((resource) => [
      resource.name,
      (shop[resource.name] ?? []).map((object) => checked(resource, object)),
    ]),
  )
}

/** The checked sample shop for builds, as compressed JSON. */
export function packedShop(): Uint8Array {
  return zstdCompressSync(JSON.stringify(checkShop()))
}

function unpackShop(): CheckedShop {
  return JSON.parse(zstdDecompressSync(readAsset('sample-shop.json.zst')).toString()) as CheckedShop
}

/** An object as a push would accept it. @throws Error if a push would reject it */
function checked({ schema, noun }: Resource, object: object): PushedObject {
  const { output, issues } = validate(schema, object)
  if (issues[0])
    throw new Error(`a ${noun} of the sample shop does not fit: ${issues[0].path.join('.')} ${issues[0].message}`)
  return output as PushedObject
}
