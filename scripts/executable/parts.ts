// What the programs of the executable consist of, where that differs from the checkout.
import type { Plugin } from 'esbuild'

/** What few servers load, as files of their own: the text of the program would be twice as long, which costs each start time and memory. */
export const SELDOM = ['nodemailer', 'openai', 'prom-client', 's3mini', 'undici', 'yaml']
const seldomApart: Plugin = {
  name: 'seldom apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^(${SELDOM.join('|')})$`) }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true },
    ),
}

/** The commands that `serve` runs without: it loads its own, and the one of the version. */
export const serveAlone: Plugin = {
  name: 'serve alone',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/commands\// }, ({ importer, path }) =>
      importer.endsWith('/cli/program.ts') && !/(serve|version)\.ts$/.test(path)
        ? { path, namespace: 'left out' }
        : undefined,
    )
    onLoad({ filter: /./, namespace: 'left out' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** srvx can serve HTTP/2, and loads it at its start. storewire serves HTTP/1.1 only. */
const noHttp2: Plugin = {
  name: 'no HTTP/2',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:http2$/ }, ({ importer }) =>
      importer.includes('/node_modules/srvx/') ? { path: 'http2', namespace: 'none' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'export default undefined' }))
  },
}

/** See web-classes.js. `fetch` stays that of Node.js: it accepts text, bytes and plain objects, but none of these classes. */
const webClasses = Object.fromEntries(
  ['Headers', 'Request', 'Response'].flatMap((name) =>
    [name, `globalThis.${name}`].map((global) => [global, `webClasses.${name}`]),
  ),
)

/** For all programs. */
export const parts = {
  plugins: [noHttp2, seldomApart],
  inject: ['scripts/web-classes.js'],
  define: webClasses,
}
