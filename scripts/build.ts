// npm run build: makes dist/storewire, one file that runs without Node.js. With `package` (npm pack does that): the npm package's code in dist/package.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { connectionKinds } from '../src/connect/kinds.ts'
import { packPlugin } from '../src/connect/pack-plugin.ts'
import { buildPages } from '../src/console/build-pages.ts'
import { type Asset, assets, assetUrl } from '../src/lib/assets.ts'
import { commit, version } from '../src/lib/version.ts'
import { packedShop } from '../src/sample-shop/objects.ts'
import { sqliteVersion } from '../src/store/sqlite/sqlite.ts'
import { buildWidget } from '../src/widget/build-widget.ts'
import { recordCodeCache } from './executable/code-cache.ts'
import { inAscii, makeExecutable } from './executable/make-executable.ts'
import { parts, SELDOM, serveAlone } from './executable/parts.ts'
import { codeCacheOf, LIBRARIES, programs, textOf } from './executable/run-program.ts'
import { librariesOf, noticesOf, withDependencies } from './notices.ts'
import { startFlags } from './start-flags.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The oldest Node.js that the npm package runs on, as `engines` in package.json says; the executable brings its own. */
const TARGET = 'node22.19'

const PROGRAM = { in: 'bin/storewire.ts', out: 'storewire' }
const TESTING = { in: 'src/dev/testing.ts', out: 'testing' }
/** The code of the threads. */
const THREADS = [
  { in: 'src/serve/body-thread.ts', out: 'body-thread' },
  { in: 'src/store/sqlite/side-thread.ts', out: 'side-thread' },
] as const

const builtFrom = process.env.STOREWIRE_COMMIT || commit()

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: TARGET,
  // Some libraries' CommonJS files cannot be bundled. If they have ES modules, those are used.
  mainFields: ['module', 'main'],
  define: {
    BUILT_FROM_COMMIT: JSON.stringify(builtFrom),
    // Where "storewire update" looks, and what it trusts. Only releases have them.
    RELEASES_URL: JSON.stringify(process.env.STOREWIRE_RELEASES ?? ''),
    RELEASE_KEY: JSON.stringify(process.env.STOREWIRE_RELEASE_KEY ?? ''),
  },
  logLevel: 'warning',
}

/** Everything in the executable is CommonJS: Node.js starts it in half the time, and a thread that is started from text accepts nothing else. */
const commonJs: BuildOptions = { ...common, format: 'cjs', logOverride: { 'empty-import-meta': 'error' } }

/** In the executable the code has no file: assets.ts finds everything that the program reads. */
const noFiles = { 'import.meta.url': '"file:///storewire.js"', 'import.meta.resolve': 'undefined' }

/** run-program.ts calls the program and the libraries with what Node.js gives a module; a script has no `import()`. */
const asFunction: BuildOptions = {
  banner: { js: '(function (require, module, exports) {' },
  footer: { js: '})' },
  supported: { 'dynamic-import': false },
  // The text stays in memory.
  minifyWhitespace: true,
  lineLimit: 120,
}

/** The script of the API reference, as its authors bundled it with the libraries below it. */
const REFERENCE = '@scalar/api-reference'
const NOTICES = 'third-party-notices.txt' satisfies Asset

/**
 * Writes the executable to `output`. It runs on the system and processor that it was built on. One commit makes the same bytes each time,
 * except for the recorded bytecode, which depends on what V8 compiled in time.
 *
 * @param codeCaches a folder with the recorded bytecode of an earlier build, which is taken as it is; if it is empty, it gets what is
 * recorded now
 * @returns the folders of the libraries in it
 */
export async function buildExecutable(output: string, codeCaches?: string): Promise<Set<string>> {
  mkdirSync(dirname(output), { recursive: true })
  // In the executable's folder, since a rename works only within one disk.
  const folder = mkdtempSync(`${output}-build-`)
  // On exit and not after the last step, since a signal may end the build.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const bundled = async (source: string, name: string, options: BuildOptions = {}): Promise<string> => {
    const outfile = join(folder, name)
    const define = { ...common.define, ...noFiles, ...options.define }
    const { metafile } = await build({
      ...commonJs,
      entryPoints: [source],
      outfile,
      ...options,
      define,
      metafile: true,
    })
    for (const library of librariesOf(metafile)) libraries.add(library)
    writeFileSync(outfile, inAscii(readFileSync(outfile, 'utf8')))
    return outfile
  }
  const libraries = withDependencies(REFERENCE)
  const shop = join(folder, 'sample-shop.json.zst')
  writeFileSync(shop, packedShop())
  for (const library of await writePages(folder)) libraries.add(library)
  const made: Partial<Record<Asset, string>> = { 'sample-shop.json.zst': shop, [NOTICES]: join(folder, NOTICES) }
  for (const name of [...pages, ...writePlugins(folder)]) made[name] = join(folder, name)
  for (const thread of THREADS) made[`${thread.out}.js`] = await bundled(thread.in, `${thread.out}.cjs`)
  const files: Record<string, string> = {}
  for (const program of programs)
    files[textOf(program)] = await bundled(PROGRAM.in, textOf(program), {
      ...asFunction,
      ...parts,
      plugins: [...parts.plugins, ...(program === 'serve' ? [serveAlone] : [])],
      define: { ...parts.define, BUILT_WITH_SQLITE: JSON.stringify(sqliteVersion()) },
    })
  for (const name of SELDOM) files[`${LIBRARIES}${name}.js`] = await bundled(name, `library-${name}.js`, asFunction)
  writeFileSync(join(folder, NOTICES), noticesOf(libraries))
  for (const name of assets) files[name] = made[name] ?? fileURLToPath(assetUrl(name))
  const recorder = [...startFlags, await bundled('scripts/executable/recorder.ts', 'recorder.cjs')]
  const caches: Record<string, string> = {}
  for (const program of programs) {
    const cache = join(folder, codeCacheOf(program))
    const kept = codeCaches && join(codeCaches, codeCacheOf(program))
    if (kept && existsSync(kept)) copyFileSync(kept, cache)
    else await recordCodeCache(program, recorder, files, join(folder, `recorded-${program}.db`), cache)
    if (kept && !existsSync(kept)) copyFileSync(cache, kept)
    caches[codeCacheOf(program)] = cache
  }
  const fresh = join(folder, 'storewire')
  makeExecutable(fresh, await bundled('scripts/executable/launcher.ts', 'launcher.cjs'), { ...files, ...caches })
  // A running file cannot be overwritten, but a new file can take its name.
  renameSync(fresh, output)
  return libraries
}

/** The client of models is a file of the package: from npm it would bring 35 MB, as a bundle 0.4 MB. */
const CLIENT_OF_MODELS = 'openai'
const clientApart: Plugin = {
  name: 'client apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^${CLIENT_OF_MODELS}$`) }, () => ({
      path: `./${CLIENT_OF_MODELS}.js`,
      external: true,
    })),
}

/**
 * Writes the code of the npm package, which leaves its libraries to npm: Node.js does not read TypeScript below node_modules.
 *
 * @returns how many bytes it has
 */
export async function buildPackage(): Promise<number> {
  const outdir = join(root, 'dist/package')
  rmSync(outdir, { recursive: true, force: true })
  const entryPoints = [PROGRAM, TESTING, ...THREADS]
  const options: BuildOptions = { entryPoints, format: 'esm', packages: 'external', plugins: [clientApart] }
  const libraries = await writeProgram(outdir, options)
  await writeClientOfModels(outdir)
  const client = join(root, 'node_modules', CLIENT_OF_MODELS)
  writeFileSync(join(outdir, NOTICES), noticesOf([...libraries, ...withDependencies(REFERENCE), client]))
  writeFileSync(join(outdir, 'testing.d.ts'), testingTypes())
  return readdirSync(outdir).reduce((sum, name) => sum + statSync(join(outdir, name)).size, 0)
}

async function writeClientOfModels(outdir: string): Promise<void> {
  const license = readFileSync(join(root, 'node_modules', CLIENT_OF_MODELS, 'LICENSE'), 'utf8')
  const entryPoints = [CLIENT_OF_MODELS]
  await build({
    ...common,
    outdir,
    entryPoints,
    format: 'esm',
    minify: true,
    banner: { js: `/*! ${CLIENT_OF_MODELS}\n${license}*/` },
  })
}

/**
 * Writes bundles to `outdir`, with the files that the program reads beside them.
 *
 * @returns the folders of the libraries in the pages
 */
async function writeProgram(outdir: string, options: BuildOptions): Promise<Set<string>> {
  await build({ ...common, outdir, ...options, define: { ...common.define, ...options.define } })
  writeFileSync(join(outdir, 'sample-shop.json.zst'), packedShop())
  for (const name of ['reference.js', 'common-passwords.txt', 'assistant-vote.bin'] as const)
    copyFileSync(assetUrl(name), join(outdir, name))
  writePlugins(outdir)
  return writePages(outdir)
}

/** Writes the plugins for shop systems. @returns their names */
function writePlugins(folder: string): Asset[] {
  for (const { name, plugin } of connectionKinds) writeFileSync(join(folder, plugin), packPlugin(name))
  return connectionKinds.map(({ plugin }) => plugin)
}

const pages = ['console-pages.json', 'widget-pages.json'] as const satisfies Asset[]

/**
 * Writes the pages of the console and of the chat window, as browsers load them.
 *
 * @returns the folders of the libraries in them
 */
async function writePages(folder: string): Promise<Set<string>> {
  const libraries = new Set<string>()
  const of = (pages: string) => (metafile: Metafile) => {
    for (const library of librariesOf(metafile, join(root, pages))) libraries.add(library)
  }
  const built: Record<(typeof pages)[number], object> = {
    'console-pages.json': await buildPages(of('src/console/pages')),
    'widget-pages.json': await buildWidget(of('src/widget/pages')),
  }
  for (const name of pages) writeFileSync(join(folder, name), JSON.stringify(built[name]))
  return libraries
}

/**
 * Writes a program that tests start hundreds of times: the code of the executable in the files of the package, since that starts in
 * half the time of a checkout. Stack traces name the lines of the sources.
 *
 * @returns the path of its script
 */
export async function buildForTests(folder: string): Promise<string> {
  const banner = `const __url = require('node:url').pathToFileURL(__filename).href
const __resolve = (name) => require('node:url').pathToFileURL(require.resolve(name)).href`
  await writeProgram(join(folder, 'dist/package'), {
    ...commonJs,
    entryPoints: [PROGRAM, ...THREADS],
    define: { 'import.meta.url': '__url', 'import.meta.resolve': '__resolve' },
    banner: { js: banner },
    sourcemap: 'linked',
    // It looks for its addon beside its own file.
    external: ['better-sqlite3'],
  })
  copyFileSync(assetUrl('schema.sql'), join(folder, 'schema.sql'))
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}')
  const script = join(folder, 'storewire.js')
  writeFileSync(
    script,
    `require('node:module').enableCompileCache(require('node:path').join(__dirname, 'cache'))
process.setSourceMapsEnabled(true)
require('./dist/package/storewire.js')
`,
  )
  return script
}

/** A file of types that imports nothing is a valid declaration file. */
function testingTypes(): string {
  const types = readFileSync(join(root, 'src/dev/testing-api.ts'), 'utf8')
  return `${types}
/** Starts storewire inside this process, for a test, on a free port and with its own data. Any number can run at the same time. */
export declare function startStorewire(options?: StorewireTestOptions): Promise<StorewireTest>
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  // On standard error: `npm pack` prints the name of its file on standard output.
  if (process.argv[2] === 'package') console.error(made('dist/package', await buildPackage()))
  else {
    await buildExecutable(join(root, 'dist/storewire'), process.env.STOREWIRE_CODE_CACHES)
    console.log(
      `${made('dist/storewire', statSync(join(root, 'dist/storewire')).size)}, for ${process.platform}-${process.arch}`,
    )
  }
}

/** The result of the build: its path, size and sources. */
function made(path: string, bytes: number): string {
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  return `${path}: ${size}, storewire ${version} (commit ${builtFrom}), made with Node.js ${process.versions.node}`
}
