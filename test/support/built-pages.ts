import { readFileSync } from 'node:fs'
import type { BuiltPages } from '../../src/console/build-pages.ts'

/** The variable with the file of the console's pages, which a run of `npm test` builds once (`one-browser.ts`). */
export const SHARED_PAGES = 'STOREWIRE_TEST_PAGES'

/** Stands in for the builder of the pages (`compile-cache.ts`). */
export async function buildPages(): Promise<BuiltPages> {
  return JSON.parse(readFileSync(process.env[SHARED_PAGES] ?? '', 'utf8'))
}
