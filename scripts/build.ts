// npm run build: makes dist/storewire, one file that runs without Node.js. With `package` (npm pack does that): the npm package's code in dist/package.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { packedShop } from '../src/dev/seed.ts'
import { type Asset, assets, assetUrl } from '../src/lib/assets.ts'
import { commit } from '../src/lib/version.ts'
import { sqliteVersion } from '../src/store/sqlite/sqlite.ts'
import { startFlags } from './start-flags.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The oldest Node.js that the npm package runs on, as `engines` in package.json says; the executable brings its own. */
const TARGET = 'node22.19'

const PROGRAM = { in: 'bin/storewire.ts', out: 'storewire' }
const TESTING = { in: 'src/dev/testing.ts', out: 'testing' }
/** The code of the threads. */
const THREADS = [
  { in: 'src/serve/long-bodies-thread.ts', out: 'long-bodies-thread' },
  { in: 'src/store/sqlite/checkpoints-thread.ts', out: 'checkpoints-thread' },
] as const

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: TARGET,
  // Some libraries' CommonJS files can't be bundled; where there are ES modules too, those can.
  mainFields: ['module', 'main'],
  define: { BUILT_FROM_COMMIT: JSON.stringify(process.env.STOREWIRE_COMMIT || commit()) },
  logLevel: 'warning',
}

/** Everything in the executable is CommonJS: Node.js loads its own modules for that in half the time, and a thread takes no other text. */
const commonJs: BuildOptions = { ...common, format: 'cjs', logOverride: { 'empty-import-meta': 'error' } }

/** Where the program's code has no file, it asks for none: assets.ts finds all that it reads in the executable. */
const noFiles = { 'import.meta.url': '"file:///storewire.js"', 'import.meta.resolve': 'undefined' }

/** Writes the executable to `output`. It runs on the system and processor that it was built on. */
export async function buildExecutable(output: string): Promise<void> {
  mkdirSync(dirname(output), { recursive: true })
  // Beside the executable, which can take its name from there.
  const folder = mkdtempSync(`${output}-build-`)
  // Here, not after the last step, for a signal may end the build.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const bundled = async (source: string, name: string, options: BuildOptions = {}): Promise<string> => {
    const outfile = join(folder, name)
    await build({ ...commonJs, entryPoints: [source], outfile, ...options })
    return outfile
  }
  const shop = join(folder, 'sample-shop.json.zst')
  writeFileSync(shop, packedShop())
  const made: Partial<Record<Asset, string>> = { 'sample-shop.json.zst': shop }
  for (const thread of THREADS) made[`${thread.out}.js`] = await bundled(thread.in, `${thread.out}.cjs`)
  const program = await bundled(PROGRAM.in, 'program.cjs', {
    define: { ...common.define, ...noFiles, BUILT_WITH_SQLITE: JSON.stringify(sqliteVersion()) },
  })
  const files = Object.fromEntries(assets.map((name) => [name, made[name] ?? fileURLToPath(assetUrl(name))]))
  const fresh = join(folder, 'storewire')
  makeExecutable(fresh, program, files)
  // A file that runs can't be written to, but its name can be given to another.
  renameSync(fresh, output)
}

/** Writes this Node.js to `output`, with the script `main` that it runs and the files that it holds. */
function makeExecutable(output: string, main: string, files: Record<string, string>): void {
  const config = `${main}.json`
  const settings = {
    main,
    output,
    assets: files,
    execArgv: startFlags,
    disableExperimentalSEAWarning: true,
    // Compiling the bundle at each start would take a fifth of the time until it serves.
    useCodeCache: true,
  }
  writeFileSync(config, JSON.stringify(settings))
  execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Writes the code of the npm package, which leaves its libraries to npm: Node.js does not read TypeScript below node_modules. */
export async function buildPackage(): Promise<void> {
  const outdir = join(root, 'dist/package')
  rmSync(outdir, { recursive: true, force: true })
  await build({ ...common, entryPoints: [PROGRAM, TESTING, ...THREADS], outdir, format: 'esm', packages: 'external' })
  writeFileSync(join(outdir, 'testing.d.ts'), testingTypes())
  writeFileSync(join(outdir, 'sample-shop.json.zst'), packedShop())
  copyFileSync(assetUrl('reference.js'), join(outdir, 'reference.js'))
}

/** Types that import nothing are declarations as they stand. */
function testingTypes(): string {
  const types = readFileSync(join(root, 'src/dev/testing-api.ts'), 'utf8')
  return `${types}
/** Starts storewire inside this process, for a test, on a free port and with data of its own. Any number can run beside one another. */
export declare function startStorewire(options?: StorewireTestOptions): Promise<StorewireTest>
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  if (process.argv[2] === 'package') await buildPackage()
  else await buildExecutable(join(root, 'dist/storewire'))
}
