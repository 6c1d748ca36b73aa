import { Command } from 'commander'
import { isCheckout, readAsset } from '../../lib/assets.ts'
import { commit as commitOf, version } from '../../lib/version.ts'
import type { BuildInfo } from '../../serve/prometheus.ts'
import { sqliteVersion } from '../../store/engine.ts'
import { jsonOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

export function versionCommand(): Command {
  return new Command('version')
    .description('show the version of storewire, its commit, Node.js and SQLite')
    .addOption(jsonOption())
    .action(({ json }: { json?: boolean }) => {
      if (json) printJson(buildInfo())
      else print(versionLine())
    })
}

/** The versions of storewire, Node.js and SQLite. */
export function buildInfo(): BuildInfo {
  return { version, commit: commitOf(), node: process.versions.node, sqlite: sqliteVersion() }
}

/** The versions on one line, for bug reports. */
export function versionLine(): string {
  const { commit, node, sqlite } = buildInfo()
  return `storewire ${version} (commit ${commit}, Node.js ${node}, SQLite ${sqlite})`
}

export function licensesCommand(): Command {
  return new Command('licenses')
    .description('show the licenses of the libraries that storewire contains')
    .action(() => {
      if (isCheckout) print('The libraries of a checkout have their licenses beside them, in node_modules.')
      else for (const line of readAsset('third-party-notices.txt').toString().split('\n')) print(line)
    })
}
