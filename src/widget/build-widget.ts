import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { type BuiltFile, builtFile } from '../lib/assets.ts'
import { texts } from './texts.ts'

/** The chat as browsers load it. Made here, and kept as JSON in what is installed. */
export interface BuiltWidget {
  /** For the shop's page: a classic script, and the same as a module. Their addresses never change. */
  loader: {
    script: string
    module: string /** Loaded by both when the visitor acts, as a module. */
    frame: string /** The same, for pages with settings of their own. */
    pages: string
  }
  /** What the document of the frame loads, and the page for apps. */
  files: BuiltFile[]
  script: string
  style: string
  /** The first script of the page for apps. */
  app: string
  /** What draws cards, which the panel loads when it first needs it. */
  cards: { script: string; style: string }
  /** The script of the document that comes instead of the panel's where there is no chat. */
  refused: string
  /** The pages that links in mails lead to. */
  link: { script: string; style: string }
}

const pages = fileURLToPath(new URL('./pages/', import.meta.url))

const common = {
  absWorkingDir: pages,
  bundle: true,
  target: 'es2022',
  minify: true,
  write: false,
  outdir: 'out',
  charset: 'utf8',
  legalComments: 'inline',
  logLevel: 'silent',
} satisfies BuildOptions

/**
 * Builds the loader and the panel in memory, with the bundler, which only checkouts have. The executable and the npm package hold the
 * result.
 *
 * @param onBuilt gets what the bundler used, with paths from the folder of the pages
 * @throws Error for an error in the code of the pages
 */
export async function buildWidget(onBuilt: (metafile: Metafile) => void = () => {}): Promise<BuiltWidget> {
  const [script, module, frame, ofPages] = await Promise.all([
    loader('script', 'iife'),
    loader('module', 'esm'),
    loader('frame', 'esm'),
    loader('pages', 'esm'),
  ])
  const { outputFiles, metafile } = await build({
    ...common,
    metafile: true,
    entryPoints: { panel: 'panel/main.tsx', app: 'loader/app.ts', refused: 'refused.ts', link: 'link/main.ts' },
    // The frame is of no origin, so a browser would not load modules for it.
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
  })
  // A module that the panel imports later. It uses the Preact of the panel.
  const preact = `${pages}cards/preact.ts`
  const later = await build({
    ...common,
    metafile: true,
    entryPoints: { cards: 'cards/index.ts' },
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: { 'preact/jsx-runtime': preact, 'preact/hooks': preact },
    entryNames: '[name]-[hash]',
  })
  onBuilt({ inputs: { ...metafile.inputs, ...later.metafile.inputs }, outputs: metafile.outputs })
  const files = [...outputFiles, ...later.outputFiles].map(({ path, text }) => builtFile(path, text))
  const named = (name: RegExp) => files.find((file) => name.test(file.name))?.name ?? ''
  return {
    loader: { script, module, frame, pages: ofPages },
    files,
    script: named(/^panel-.*js$/),
    style: named(/^panel-.*css$/),
    cards: { script: named(/^cards-.*js$/), style: named(/^cards-.*css$/) },
    app: named(/^app-/),
    refused: named(/^refused-/),
    link: { script: named(/^link-.*js$/), style: named(/^link-.*css$/) },
  }
}

/** What the loader says without a server, in each language. */
const NOTICES = Object.fromEntries(Object.entries(texts).map(([language, { notAllowed }]) => [language, notAllowed]))

async function loader(entry: 'script' | 'module' | 'frame' | 'pages', format: 'iife' | 'esm'): Promise<string> {
  const define = { NOTICES: JSON.stringify(NOTICES) }
  const { outputFiles } = await build({ ...common, entryPoints: [`loader/${entry}.ts`], format, define })
  return outputFiles.map(({ text }) => text).join('')
}
