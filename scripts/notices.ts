// The licenses of everything that is delivered inside the bundles: most ask that their text goes along.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A library in its folder below node_modules. */
interface Library {
  folder: string
  name: string
  version: string
  /** As its package.json names it, such as `MIT`. */
  license: string
  author: string
  /** The texts of its license files; empty if it has none. */
  texts: string[]
}

/** The folders of the libraries of which a bundle has code. */
export function librariesOf({ inputs }: Pick<Metafile, 'inputs'>, from = root): Set<string> {
  const below = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//
  return new Set(
    Object.keys(inputs).flatMap((path) => {
      const [, folder] = below.exec(path) ?? []
      return folder === undefined ? [] : [resolve(from, folder)]
    }),
  )
}

/** The folders of a library and of all libraries that it needs, at any depth: for scripts that are delivered as their authors bundled them. */
export function withDependencies(name: string): Set<string> {
  const found = new Set<string>()
  const walk = (wanted: string, from: string) => {
    const folder = folderOf(wanted, from)
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    for (const dependency of Object.keys(manifestOf(folder).dependencies ?? {})) walk(dependency, folder)
  }
  walk(name, root)
  return found
}

function folderOf(name: string, from: string): string | undefined {
  for (let at = from; at.startsWith(resolve(root)); at = resolve(at, '..')) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return undefined
}

interface Manifest {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
  dependencies?: Record<string, string>
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function libraryIn(folder: string): Library {
  const { name, version, license = 'not named', author = '' } = manifestOf(folder)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return { folder, name, version, license, author: typeof author === 'string' ? author : author.name, texts }
}

const LINE = '-'.repeat(80)

/** One text with the licenses of all libraries in these folders, by name. Libraries with the same text share it. */
export function noticesOf(folders: Iterable<string>): string {
  const libraries = [...new Set(folders)].map(libraryIn).sort((one, other) => one.name.localeCompare(other.name))
  const named = ({ name, version, license, author, texts }: Library) =>
    `${name} ${version} (${license}${texts.length === 0 && author !== '' ? `, by ${author}` : ''})`
  const byText = Map.groupBy(libraries, ({ texts }) => texts.join('\n\n'))
  const parts = [...byText].map(([text, sharing]) => `${[...new Set(sharing.map(named))].join('\n')}\n\n${text}`.trim())
  return `storewire contains these libraries, under their own licenses.\n\n${[...parts, nodeNotice()].join(`\n\n${LINE}\n\n`)}\n`
}

/** Node.js comes with the texts of all libraries in it; a Node.js of the system may have them elsewhere. */
function nodeNotice(): string {
  const file = join(dirname(process.execPath), '../LICENSE')
  const text = existsSync(file)
    ? readFileSync(file, 'utf8').trim()
    : `https://github.com/nodejs/node/blob/v${process.versions.node}/LICENSE`
  return `Node.js ${process.versions.node} (MIT), in the executable only. SQLite, which is in the public domain, in both.\n\n${text}`
}
