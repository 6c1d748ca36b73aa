import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { startFlags } from '../start-flags.ts'

/**
 * The same program in ASCII: V8 keeps other text in twice the memory, and converts it at each start. esbuild leaves other characters
 * in regular expressions and comments, where an escape means the same.
 */
export function inAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Writes this Node.js to `output`, with the script `main` that it runs and the files that it contains. */
export function makeExecutable(output: string, main: string, files: Record<string, string>): void {
  const config = `${main}.json`
  const settings = {
    // Without its folder: the name is in the executable, which would differ with each build.
    main: basename(main),
    output,
    assets: files,
    execArgv: startFlags,
    disableExperimentalSEAWarning: true,
  }
  writeFileSync(config, JSON.stringify(settings))
  execFileSync(process.execPath, ['--build-sea', config], {
    cwd: dirname(main),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
