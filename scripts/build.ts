// npm run build: makes dist/storewire, one file that runs without Node.js. With `package` (npm pack does that): the npm package's code in dist/package.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { packedShop } from '../src/dev/seed.ts'
import { type Asset, assets, assetUrl } from '../src/lib/assets.ts'
import { commit } from '../src/lib/version.ts'
import { sqliteVersion } from '../src/store/sqlite.ts'
import { startFlags } from './start-flags.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The oldest Node.js that the npm package runs on, as `engines` in package.json says; the executable brings its own. */
const TARGET = 'node22.19'

const PROGRAM = { in: 'bin/storewire.ts', out: 'storewire' }
const TESTING = { in: 'src/dev/testing.ts', out: 'testing' }
/** The code of the threads. */
const THREADS = [
  { in: 'src/server/long-bodies-thread.ts', out: 'long-bodies-thread' },
  { in: 'src/store/checkpoints-thread.ts', out: 'checkpoints-thread' },
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

/** Libraries that are CommonJS ask for Node.js' modules with `require`, which ES modules don't have. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/** Writes the executable to `output`. It runs on the system and processor that it was built on. */
export async function buildExecutable(output: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'storewire-build-'))
  try {
    const main = join(folder, 'main.mjs')
    await build({
      ...common,
      entryPoints: [PROGRAM.in],
      outfile: main,
      format: 'esm',
      banner: { js: REQUIRE },
      define: { ...common.define, BUILT_WITH_SQLITE: JSON.stringify(sqliteVersion()) },
    })
    const shop = join(folder, 'sample-shop.json.zst')
    writeFileSync(shop, packedShop())
    const made: Partial<Record<Asset, string>> = { 'sample-shop.json.zst': shop }
    // A Worker takes code that is handed over as text for CommonJS.
    for (const thread of THREADS) {
      const outfile = join(folder, `${thread.out}.cjs`)
      await build({
        ...common,
        entryPoints: [thread.in],
        outfile,
        format: 'cjs',
        logOverride: { 'empty-import-meta': 'error' },
      })
      made[`${thread.out}.js`] = outfile
    }
    const onDisk = (name: Asset) => made[name] ?? fileURLToPath(assetUrl(name))
    const config = join(folder, 'sea.json')
    const fresh = `${output}.new`
    writeFileSync(
      config,
      JSON.stringify({
        main,
        mainFormat: 'module',
        output: fresh,
        disableExperimentalSEAWarning: true,
        useCodeCache: true,
        execArgv: startFlags,
        assets: Object.fromEntries(assets.map((name) => [name, onDisk(name)])),
      }),
    )
    mkdirSync(dirname(output), { recursive: true })
    execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] })
    // A file that runs can't be written to, but its name can be given to another.
    renameSync(fresh, output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes the code of the npm package, which leaves its libraries to npm: Node.js does not read TypeScript below node_modules. */
export async function buildPackage(): Promise<void> {
  const outdir = join(root, 'dist/package')
  rmSync(outdir, { recursive: true, force: true })
  await build({ ...common, entryPoints: [PROGRAM, TESTING, ...THREADS], outdir, format: 'esm', packages: 'external' })
  writeFileSync(join(outdir, 'testing.d.ts'), testingTypes())
  writeFileSync(join(outdir, 'sample-shop.json.zst'), packedShop())
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
  if (process.argv[2] === 'package') await buildPackage()
  else await buildExecutable(join(root, 'dist/storewire'))
}
