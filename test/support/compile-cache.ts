import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Preloaded into every test file by `npm test`: with cached bytecode its imports take half the time.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url)))

// A server of a checkout builds the console at its first page, and its process keeps it. All test files of a run share one build instead.
if (process.env.STOREWIRE_TEST_PAGES !== undefined) {
  const shared = new URL('./built-pages.ts', import.meta.url).href
  registerHooks({
    resolve: (name, context, next) =>
      next(name === './build-pages.ts' && context.parentURL?.endsWith('/serve-pages.ts') ? shared : name, context),
  })
}
