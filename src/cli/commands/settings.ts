import { accessSync, constants } from 'node:fs'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type Command, CommanderError } from 'commander'
import ipaddr from 'ipaddr.js'
import { checkBackups } from '../../doctor/backups.ts'
import { type Finding, ok, problem, warning } from '../../doctor/finding.ts'
import { checkSmtp } from '../../doctor/mail.ts'
import { checkWayIn } from '../../doctor/way-in.ts'
import { BASE_PATH } from '../../http/settings.ts'
import { fileProblem } from '../../lib/files.ts'
import { commandLine, PROGRAM } from '../../lib/program.ts'
import { KEY_VARIABLE, type Sealer } from '../../lib/sealing.ts'
import { systemClock } from '../../lib/time.ts'
import { lacksBackupFolder } from '../kit/backups.ts'
import { sealerOfEnvironment } from '../kit/encryption-key.ts'
import { isLoopback, reachable } from '../kit/listening.ts'
import { smtpOf } from '../kit/mail.ts'
import { requireCopySecrets } from '../kit/offsite.ts'
import type { ServeOptions } from '../kit/serve-options.ts'
import { serveCommand } from './serve.ts'

/** Variables without an option: they hold secrets, and every user of the machine can read command lines. */
const WITHOUT_OPTION = [KEY_VARIABLE, `${KEY_VARIABLE}_FILE`, 'STOREWIRE_SECRET_KEY']

/**
 * Checks the environment variables in the way `serve` reads them.
 *
 * @param program all commands; their options name the known variables
 * @param ofKey the findings of {@link checkKey}. The key's file may be a pipe, which can be read only once.
 */
export function checkSettings(program: Command, ofKey: Finding[]): Finding[] {
  const findings = [...unknownVariables(program), ...ofKey, ...valuesThatCannotWork()]
  return findings.length > 0 ? findings : [ok('settings', 'the environment variables are valid and fit together')]
}

/** The sealer that the server would open secrets with; undefined if the key that is set is invalid. */
export function checkKey(): { sealer?: Sealer; findings: Finding[] } {
  try {
    return { sealer: sealerOfEnvironment(), findings: [] }
  } catch (error) {
    const todo = 'Correct the variable: the server does not start with this value.'
    return { findings: [problem('settings', (error as Error).message, todo)] }
  }
}

function unknownVariables(program: Command): Finding[] {
  const known = new Set([...variablesOf(program), ...WITHOUT_OPTION])
  return Object.keys(process.env)
    .filter((name) => name.startsWith('STOREWIRE_') && !known.has(name))
    .map((name) =>
      warning(
        'settings',
        `no command reads the variable ${name}`,
        `Check the spelling: "${PROGRAM} serve --help" lists the variables.`,
      ),
    )
}

function variablesOf(command: Command): string[] {
  const own = command.options.flatMap(({ envVar }) => envVar ?? [])
  return [...own, ...command.commands.flatMap(variablesOf)]
}

function valuesThatCannotWork(): Finding[] {
  const { command, failure } = serverOfEnvironment()
  if (failure) return [failure]
  const options = command.opts<ServeOptions>()
  return [...backupsCannotWork(command), ...mailCannotWork(options), ...togetherCannotWork(options)]
}

/** `serve` as it reads the environment variables. */
function serverOfEnvironment(): { command: Command; failure?: Finding } {
  const command = serveCommand()
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .action(() => {})
  try {
    return { command: command.parse([], { from: 'user' }) }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const found = error.message.replace(/^error: /, '').trim()
    const todo = 'Correct the variable: the server does not start with this value.'
    return { command, failure: problem('settings', found, todo) }
  }
}

/** What the server's settings promise: backups, and a way in. A setting that cannot work is a finding of {@link checkSettings}. */
export async function checkPromises(database: string): Promise<Finding[]> {
  const { command, failure } = serverOfEnvironment()
  if (failure) return []
  const { host, port, publicUrl, backupDir, backupCron } = command.opts<ServeOptions>()
  const shownHost = isIPv6(host) ? `[${host}]` : host
  const local = reachable(`http://${shownHost}:${port}`)
  return [
    ...(backupDir === undefined || backupsCannotWork(command).length > 0
      ? []
      : [
          await checkBackups(
            { folder: backupDir, cron: backupCron, command: commandLine('backup', `${backupDir}/`) },
            systemClock.now(),
          ),
        ]),
    ...(publicUrl === undefined ? [] : await checkWayIn({ database, local, publicUrl })),
    ...(await checkMailServer(command.opts())),
  ]
}

/** Settings that do not fit together are a finding of {@link checkSettings}. */
async function checkMailServer(options: ServeOptions): Promise<Finding[]> {
  if (mailCannotWork(options).length > 0) return []
  const mailer = smtpOf(options)
  return mailer ? [await checkSmtp(mailer)] : []
}

function mailCannotWork(options: ServeOptions): Finding[] {
  try {
    smtpOf(options)
    return []
  } catch (error) {
    const todo = 'Correct the settings of e-mail: the server does not start with them.'
    return [problem('settings', (error as Error).message, todo)]
  }
}

/** What the environment variables plan: a folder for backups (true, too, if the server does not start with them), and copies in a bucket. */
export function plannedBackups(): { hasFolder: boolean; copies?: { place: string; cron: string } } {
  const { command, failure } = serverOfEnvironment()
  if (failure) return { hasFolder: true }
  const { backupDir, backupTo, backupCron } = command.opts<ServeOptions>()
  return {
    hasFolder: lacksBackupFolder(command) || backupDir !== undefined,
    ...(backupTo !== undefined && { copies: { place: backupTo, cron: backupCron } }),
  }
}

function backupsCannotWork(command: Command): Finding[] {
  const { backupDir, backupTo } = command.opts<ServeOptions>()
  if (lacksBackupFolder(command)) {
    const found = 'a schedule or a number of backups is set, but no folder for backups'
    return [problem('settings', found, 'Set STOREWIRE_BACKUP_DIR: the server does not start without it.')]
  }
  if (backupTo !== undefined) {
    try {
      requireCopySecrets()
    } catch (error) {
      const todo = 'Set it, or remove STOREWIRE_BACKUP_TO: the server does not start with these settings.'
      return [problem('settings', (error as Error).message, todo)]
    }
  }
  if (backupDir === undefined) return []
  try {
    // The slash makes a plain file fail.
    accessSync(`${backupDir}/`, constants.W_OK | constants.X_OK)
    return []
  } catch (error) {
    const found = `backups can't be written to ${backupDir}: ${fileProblem(error)}`
    return [
      problem(
        'settings',
        found,
        'Correct STOREWIRE_BACKUP_DIR or the folder: the server does not start with this setting.',
      ),
    ]
  }
}

function togetherCannotWork({
  host,
  maxBody,
  maxLargeBody,
  publicUrl,
  rateLimits,
  trustProxy,
}: ServeOptions): Finding[] {
  const findings: Finding[] = []
  const warn = (found: string, todo: string) => findings.push(warning('settings', found, todo))
  if (isElsewhere(host)) {
    findings.push(
      problem('settings', `this machine has no address ${host}`, 'Set STOREWIRE_HOST to an address of this machine.'),
    )
  }
  if (!isElsewhere(host) && !isLoopback(host) && trustProxy === 0) {
    warn(
      `the server listens on ${host} without a proxy: others can read keys, passwords and customers' data on the way`,
      'Put a proxy with TLS in front of the server, and set STOREWIRE_TRUST_PROXY. Or set STOREWIRE_HOST to 127.0.0.1.',
    )
  }
  if (maxLargeBody < maxBody) {
    warn(
      `bulk calls and tickets are limited to ${maxLargeBody} MiB, less than the ${maxBody} MiB of other calls`,
      'Raise STOREWIRE_MAX_LARGE_BODY, or lower STOREWIRE_MAX_BODY.',
    )
  }
  if (rateLimits.calls !== null && rateLimits.bulk !== null && rateLimits.bulk > rateLimits.calls) {
    warn(
      `the limit of ${rateLimits.bulk} bulk calls per minute can't be reached: all calls together are limited to ${rateLimits.calls}`,
      'Raise calls or lower bulk in STOREWIRE_RATE_LIMITS.',
    )
  }
  if (publicUrl === undefined) return findings
  if (!publicUrl.endsWith(BASE_PATH)) {
    warn(
      `the public address ${publicUrl} does not end in ${BASE_PATH}`,
      `Append ${BASE_PATH} to STOREWIRE_PUBLIC_URL, unless your proxy adds it.`,
    )
  }
  if (publicUrl.startsWith('https:') && trustProxy === 0) {
    warn(
      'the public address uses https, so there is a proxy, but no proxy is trusted: all callers count as one',
      'Set STOREWIRE_TRUST_PROXY to the number of proxies, such as 1.',
    )
  }
  return findings
}

function isElsewhere(host: string): boolean {
  if (!ipaddr.isValid(host)) return false
  const address = ipaddr.process(host)
  if (['unspecified', 'loopback'].includes(address.range())) return false
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return !own.some((entry) => ipaddr.process(entry.address).toString() === address.toString())
}
