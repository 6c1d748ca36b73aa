import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { type BuiltFile, builtFile, hashedFile } from '../lib/assets.ts'

/** The console's pages as browsers load them: their files, and what the shell names. Made here, and kept as JSON in what is installed. */
export interface BuiltPages {
  /** Names with a hash of the content, so that browsers keep a file for good. */
  files: BuiltFile[]
  script: string
  /** Scripts that `script` imports. */
  preload: string[]
  style: string
  icon: string
  manifest: string
  /** The page that only the console of `storewire dev` has: its script, and the styles that its shell names. */
  dev: { files: BuiltFile[]; style: string }
}

const pages = fileURLToPath(new URL('./pages/', import.meta.url))

/** The styles of the page that no shop is served: a file of their own, so that they do not weigh on the others. */
const DEV_STYLE = 'dev/style.css'

/**
 * Builds the pages of the console in memory, with the bundler, which only checkouts have. The executable and the npm package hold the
 * result.
 *
 * @param onBuilt gets what the bundler used, with paths from the folder of the pages
 * @throws Error for an error in the code of the pages
 */
export async function buildPages(onBuilt: (metafile: Metafile) => void = () => {}): Promise<BuiltPages> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: pages,
    entryPoints: ['main.tsx', DEV_STYLE],
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
    inject: ['jsx.ts'],
    minify: true,
    write: false,
    metafile: true,
    outdir: 'out',
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    legalComments: 'inline',
    logLevel: 'silent',
    plugins: [fewFiles],
  })
  onBuilt(metafile)
  const outputs = Object.entries(metafile.outputs)
  const [main = '', { cssBundle = '', imports = [] } = {}] =
    outputs.find(([, at]) => at.entryPoint === 'main.tsx') ?? []
  const style = basename(cssBundle)
  const nameOf = (entryPoint: string) => basename(outputs.find(([, at]) => at.entryPoint === entryPoint)?.[0] ?? '')
  const devStyle = nameOf(DEV_STYLE)
  const ofDev = [devStyle, nameOf('dev/index.tsx')]
  // A page that is loaded later has its styles in the one file, too; the file that the bundler makes for them is left out.
  const built = outputFiles
    .map(({ path, text }) => builtFile(path, text))
    .filter(({ name }) => !name.endsWith('.css') || name === style || ofDev.includes(name))
  const icon = hashedFile('icon.svg', readFileSync(`${pages}icon.svg`, 'utf8'))
  const manifest = hashedFile('app.webmanifest', JSON.stringify(manifestOf(icon.name)))
  return {
    files: [...built.filter(({ name }) => !ofDev.includes(name)), icon, manifest],
    script: basename(main),
    preload: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)),
    style,
    icon: icon.name,
    manifest: manifest.name,
    dev: { files: built.filter(({ name }) => ofDev.includes(name)), style: devStyle },
  }
}

/** Lets phones put the console on their home screen. */
function manifestOf(icon: string): object {
  return {
    name: 'storewire',
    short_name: 'storewire',
    start_url: '../',
    scope: '../',
    display: 'standalone',
    icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml' }],
  }
}

/** What pages share: everything that is not in a page's own folder, the names of all styles, and what several pages use of the server. */
const SHARED = [
  'parts/*.{ts,tsx}',
  '{api,base,interruptions,leaving,live,menu,one-time-link,preferences,session,waiting}.ts',
  'sign-in/*.tsx',
  'texts/en.ts',
  '**/*.css',
  '../../{lib/csv,lib/time,refunds/policy,refunds/reasons,widget/snippets}.ts',
]
/** Parts that only pages of one area use: they are loaded with these. */
const OF_ONE_AREA = 'parts/{age,check-list,managers-only,number-field,recent}.{ts,tsx}'
/** A library that the shell uses, and some pages. */
const ROUTER = "import 'preact-iso/router';"

/**
 * Left alone, the bundler writes the styles of a page that is loaded later into a file that nothing loads, and a script for each set of
 * pages that share some code, so that a visit would load a dozen. Where the first script imports all styles, and each page all that is
 * shared, there is one file of styles and one script of shared code.
 */
const fewFiles: Plugin = {
  name: 'few files',
  setup: ({ onLoad }) => {
    const shared = globSync(SHARED, { cwd: pages, exclude: [DEV_STYLE, OF_ONE_AREA] }).toSorted()
    const withShared = (path: string, from: string, besides = '') => ({
      contents: `${ROUTER}${shared.map((file) => `import '${from}${file}';`).join('')}${besides}\n${readFileSync(path, 'utf8')}`,
      loader: 'tsx' as const,
    })
    onLoad({ filter: /\/pages\/main\.tsx$/ }, ({ path }) => withShared(path, './'))
    onLoad({ filter: /\/pages\/[\w-]+\/(index\.tsx|(pages|upload)\.ts)$/ }, ({ path }) => withShared(path, '../'))
    // Only the page of imports loads them: what both use is then in one script with that page.
    onLoad({ filter: /\/pages\/import\/formats\.ts$/ }, ({ path }) => withShared(path, '../', "import './index.tsx';"))
  },
}
