import { existsSync } from 'node:fs'
import { isSea } from 'node:sea'
import { Command, Option } from 'commander'
import { isCheckout } from '../../lib/assets.ts'
import { conflict, DomainError } from '../../lib/errors.ts'
import { commandLine } from '../../lib/program.ts'
import { releaseKey, releasesUrl, version } from '../../lib/version.ts'
import { migrations } from '../../store/engine.ts'
import { jsonOption, publicUrl } from '../kit/options.ts'
import { print, printJson, warn } from '../kit/output.ts'
import { newerReleases, type Release } from '../update/releases.ts'
import { replaceExecutable } from '../update/replace.ts'

/** The exit code of a check that has found a newer version, for scripts. */
const NEWER = 10

interface UpdateOptions {
  check?: boolean
  updateUrl?: string
  json?: boolean
}

export function updateCommand(): Command {
  return new Command('update')
    .description('replace this executable by the newest release, after verifying its signature')
    .addOption(new Option('--check', `only show newer versions; exit code ${NEWER} if there are any`))
    .addOption(
      new Option('--update-url <url>', 'address with the releases (default: the one this storewire was built with)')
        .env('STOREWIRE_UPDATE_URL')
        .argParser(publicUrl),
    )
    .addOption(jsonOption())
    .action(update)
}

async function update({ check = false, updateUrl, json }: UpdateOptions): Promise<void> {
  const url = updateUrl ?? releasesUrl()
  if (url === '') {
    const message = 'This storewire was built without an address for updates: name one with --update-url.'
    if (!check) throw new DomainError('NOT_FOUND', 'no_update_url', message)
    if (json) return printJson({ version, newer: [], problem: message })
    return warn(message)
  }
  if (check) return checkForUpdates(url, json)
  refuseOthers()
  const [newest] = await newerReleases(url, version)
  if (newest === undefined)
    return json ? printJson({ version, updated: false }) : print(`storewire ${version} is the newest version.`)
  const publicKey = releaseKey()
  if (publicKey === '')
    throw new DomainError(
      'NOT_FOUND',
      'no_release_key',
      `This storewire was built without the public key of the releases, so ${newest.version} cannot be verified. Download it yourself.`,
    )
  await replaceExecutable(process.execPath, newest.version, { url, publicKey })
  if (json) return printJson({ version, updated: true, to: newest.version, old: `${process.execPath}.old` })
  print(
    `${process.execPath} is storewire ${newest.version} now. The old one is ${process.execPath}.old.`,
    'Restart the server to use it: systemctl restart storewire',
    ...migrating([newest]),
  )
}

/** Offline nothing is known, which is no failure: scripts run this every night. */
async function checkForUpdates(url: string, json: boolean | undefined): Promise<void> {
  let newer: Release[]
  try {
    newer = await newerReleases(url, version)
  } catch (error) {
    const problem = `No check for updates was made: ${(error as Error).message}`
    if (json) printJson({ version, newer: [], problem })
    else warn(problem)
    return
  }
  if (newer.length > 0) process.exitCode = NEWER
  if (json) return printJson({ version, newer, migrates: migrating(newer).length > 0 })
  if (newer.length === 0) return print(`storewire ${version} is the newest version.`)
  print(
    `This is storewire ${version}. Newer: ${newer.map((release) => release.version).join(', ')}`,
    ...migrating(newer),
    `Update: ${howToUpdate(newer[0]?.version ?? '')}`,
  )
}

function migrating([newest]: Release[]): string[] {
  const own = migrations.at(-1)?.version ?? 0
  if (newest === undefined || newest.schema <= own) return []
  return ['Its first start changes the tables of the database, after a verified backup beside it.']
}

/** Only an executable that nobody else manages replaces itself. */
function refuseOthers(): void {
  const how = howToUpdate('VERSION')
  if (how !== ITSELF)
    throw conflict('updated_otherwise', `This storewire was not installed as a single file. Update it with: ${how}`)
}

const ITSELF = commandLine('update')

function howToUpdate(newest: string): string {
  if (isCheckout) return 'git pull && npm start'
  if (!isSea()) return `npm install storewire@${newest}`
  if (existsSync('/var/lib/dpkg/info/storewire.list') && process.execPath === '/usr/bin/storewire')
    return `apt install ./storewire_${newest}_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv'))
    return 'build or pull the new image, and start it on the same volume'
  return ITSELF
}
