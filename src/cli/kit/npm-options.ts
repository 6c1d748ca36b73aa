import type { Option } from 'commander'

/** Options that npm has, too: it is unknown which program they were meant for. */
const ALSO_OF_NPM = new Set(['json'])

/**
 * Finds options of `serve` that npm did not pass on: `npm start --port 9000` without `--` passes none.
 *
 * @param options of `serve`
 * @returns the error message; undefined if npm passed all options on
 */
export function keptByNpm(options: readonly Option[], env: NodeJS.ProcessEnv): string | undefined {
  if (env.npm_lifecycle_event !== 'start') return undefined
  const kept = options.filter(
    (option) => !ALSO_OF_NPM.has(option.attributeName()) && env[variableOf(option.long ?? '')] !== undefined,
  )
  if (kept.length === 0) return undefined
  const names = kept.map(({ long }) => long).join(' and ')
  const example = kept.map(({ long, required }) => (required ? `${long} …` : long)).join(' ')
  return `npm did not pass ${names} on to storewire. Put -- before the options of storewire: npm start -- ${example}`
}

/** `--trust-proxy` is `npm_config_trust_proxy`. */
function variableOf(long: string): string {
  return `npm_config_${long.replace(/^--/, '').replaceAll('-', '_')}`
}
