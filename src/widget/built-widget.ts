import type { BuiltFile } from '../lib/assets.ts'

/** The chat as browsers load it. Made by build-widget.ts, and kept as JSON in what is installed. */
export interface BuiltWidget {
  /** For the shop's page: a classic script, and the same as a module. Their addresses never change. */
  loader: { script: string; module: string }
  /** What the document of the frame loads, and the page for apps. */
  files: BuiltFile[]
  script: string
  style: string
  /** The first script of the page for apps. */
  app: string
}
