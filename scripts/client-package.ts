import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import manifest from '../package.json' with { type: 'json' }

const root = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The greatest size of the library. */
const MAX_BYTES = 26_000

/**
 * Builds the client library as a package of its own, ready for `npm publish`: one minified ES module with its source map,
 * declarations, README and licence.
 *
 * @param outDir is emptied first
 * @returns the size of the module
 * @throws Error if it is too large
 */
export async function buildClient(outDir: string): Promise<{ bytes: number }> {
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  const outfile = join(outDir, 'index.js')
  await build({
    entryPoints: [root('src/client/index.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'node20',
    minify: true,
    // Names stay readable in stack traces and inspections.
    keepNames: true,
    sourcemap: true,
  })
  const bytes = statSync(outfile).size
  if (bytes > MAX_BYTES) throw new Error(`the client library has ${bytes} bytes, and may have ${MAX_BYTES}`)
  writeDeclarations(outDir)
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(packageJson, null, 2)}\n`)
  copyFileSync(root('src/client/README.md'), join(outDir, 'README.md'))
  copyFileSync(root('LICENSE'), join(outDir, 'LICENSE'))
  return { bytes }
}

/**
 * Packs a built package into one file. npm copies a file into a project, but only links a folder, and a link breaks
 * when the folder is moved or built again.
 *
 * @returns the path of the `.tgz`
 */
export function packClient(packageFolder: string, destination: string): string {
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  const options = ['pack', packageFolder, '--silent', '--pack-destination', destination]
  const output = execFileSync(command, [...args, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return join(destination, output.trim())
}

function writeDeclarations(outDir: string): void {
  const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', root('src/client'), '--outDir', outDir], { stdio: 'inherit' })
}

const packageJson = {
  name: '@storewire/client',
  version: manifest.version,
  description: "Pushes a shop's data to storewire, and answers its refund requests.",
  license: manifest.license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
  files: ['*.js', '*.js.map', '*.d.ts'],
}
