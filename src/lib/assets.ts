import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { basename, dirname, extname } from 'node:path'
import { getRawAsset, isSea } from 'node:sea'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** A checkout runs the TypeScript files; the npm package runs bundles, which are as deep below its root as this file. */
export const isCheckout = import.meta.url.endsWith('.ts')

/** The files that the program reads at run time, with their locations. The executable contains them under the same names. */
const files = {
  'schema.sql': () => new URL('../../schema.sql', import.meta.url),
  // The build copies only this file: it needs none of the hundreds of dependencies of its library.
  'reference.js': () =>
    isCheckout
      ? new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'))
      : new URL('./reference.js', import.meta.url),
  'body-thread.js': () => new URL(isCheckout ? '../serve/body-thread.ts' : './body-thread.js', import.meta.url),
  'side-thread.js': () => new URL(isCheckout ? '../store/sqlite/side-thread.ts' : './side-thread.js', import.meta.url),
  'common-passwords.txt': () =>
    isCheckout
      ? new URL('../access/common-passwords.txt', import.meta.url)
      : new URL('./common-passwords.txt', import.meta.url),
  'assistant-vote.bin': () =>
    isCheckout
      ? new URL('../assistant/vote/weights.bin', import.meta.url)
      : new URL('./assistant-vote.bin', import.meta.url),
  // Made by the build; a checkout generates its sample shop instead.
  'sample-shop.json.zst': () => new URL('./sample-shop.json.zst', import.meta.url),
  // Made by the build: the libraries of a checkout have their licenses beside them.
  'third-party-notices.txt': () => new URL('./third-party-notices.txt', import.meta.url),
  // Made by the build: a checkout builds the pages when they are first asked for.
  'console-pages.json': () => new URL('./console-pages.json', import.meta.url),
  'widget-pages.json': () => new URL('./widget-pages.json', import.meta.url),
  // Made by the build: a checkout packs the plugin when it is first asked for.
  'storewire-woocommerce.zip': () => new URL('./storewire-woocommerce.zip', import.meta.url),
  'better_sqlite3.node': () =>
    new URL(`./prebuilds/${process.platform}-${process.arch}.node`, import.meta.resolve('better-sqlite3/package.json')),
}

export type Asset = keyof typeof files

export const assets = Object.keys(files) as Asset[]

/** The location of the file, outside the executable. */
export function assetUrl(name: Asset): URL {
  return files[name]()
}

/** The bytes of the file, which must not be changed: in the executable they are not a copy. */
export function readAsset(name: Asset): Buffer {
  return isSea() ? Buffer.from(getRawAsset(name)) : readFileSync(assetUrl(name))
}

/**
 * What the build made of pages. A checkout makes it at the first request of the process, what is installed holds it ready.
 *
 * @param make calls the bundler, which only checkouts have. The module of the bundler is imported by a variable, so that it does not
 *   become a part of what is installed.
 */
export function builtOnce<T>(name: Asset, make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= isCheckout ? make() : Promise.resolve(JSON.parse(readAsset(name).toString()))
    return made
  }
}

/** Starts a thread. In the executable its code is passed as text, so that it starts even if no file can be written. */
export function startThread(code: Asset, options: WorkerOptions): Worker {
  if (isSea()) return new Worker(readAsset(code).toString('utf8'), { ...options, eval: true })
  return new Worker(assetUrl(code), { ...options, env: withCache(getCompileCacheDir()) })
}

/**
 * The environment of a thread, which shares the cache of compiled code only if a variable says so. Without it, each thread of a checkout
 * loads the compiler of TypeScript, which takes 17 MiB.
 */
function withCache(folder: string | undefined): NodeJS.ProcessEnv {
  // The cache is in a folder for this version of Node.js.
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) }
}

/** A file as browsers load it. */
export interface BuiltFile {
  name: string
  type: string
  text: string
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

export function builtFile(path: string, text: string): BuiltFile {
  return { name: basename(path), type: TYPES[extname(path)] ?? '', text }
}

/** A file with a hash of its content in its name, so that browsers keep it for good. */
export function hashedFile(name: string, text: string): BuiltFile {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()
  const extension = extname(name)
  return builtFile(`${basename(name, extension)}-${hash}${extension}`, text)
}
