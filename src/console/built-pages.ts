import type { BuiltFile } from '../lib/assets.ts'

/** The console's pages as browsers load them: their files, and what the shell names. Made by build-pages.ts, and kept as JSON in what is installed. */
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
