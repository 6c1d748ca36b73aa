import { readFileSync } from 'node:fs'
import { getRawAsset, isSea } from 'node:sea'

/** A checkout runs from the TypeScript files; the npm package from bundles, which it keeps as deep below its root as this file is. */
export const isCheckout = import.meta.url.endsWith('.ts')

/** The files that the program reads while it runs, and where they are on the disk. The executable holds them under the same names. */
const files = {
  'schema.sql': () => new URL('../../schema.sql', import.meta.url),
  // The build copies this one file: the library that it comes from brings hundreds of others along, of which it needs none.
  'reference.js': () =>
    isCheckout
      ? new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'))
      : new URL('./reference.js', import.meta.url),
  'long-bodies-thread.js': () =>
    new URL(isCheckout ? '../serve/long-bodies-thread.ts' : './long-bodies-thread.js', import.meta.url),
  'checkpoints-thread.js': () =>
    new URL(isCheckout ? '../store/sqlite/checkpoints-thread.ts' : './checkpoints-thread.js', import.meta.url),
  // Made by the build: a checkout makes its sample shop anew.
  'sample-shop.json.zst': () => new URL('./sample-shop.json.zst', import.meta.url),
  'better_sqlite3.node': () =>
    new URL(`./prebuilds/${process.platform}-${process.arch}.node`, import.meta.resolve('better-sqlite3/package.json')),
}

export type Asset = keyof typeof files

export const assets = Object.keys(files) as Asset[]

/** Where the file is, outside of the executable. */
export function assetUrl(name: Asset): URL {
  return files[name]()
}

/** The file's bytes, to be read only: those of the executable are not copied. */
export function readAsset(name: Asset): Buffer {
  return isSea() ? Buffer.from(getRawAsset(name)) : readFileSync(assetUrl(name))
}
