import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FirstKeys, NewKeys } from '../../access/first-run.ts'
import { commandLine } from '../../lib/program.ts'
import type { ConsoleStart } from './first-owner.ts'
import { type Line, strong } from './output.ts'

/** Whether only this machine can reach the host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

const EVERYWHERE = /\/\/(0\.0\.0\.0|\[::\]):/

/** The address for this machine: a server that listens on all addresses is called at the loopback address. */
export function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

/** The address for other machines, if the server listens on all addresses; undefined if the machine has only loopback addresses. */
function elsewhere(url: string): string | undefined {
  if (!EVERYWHERE.test(url)) return undefined
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const found = addresses.find(({ internal, family }) => !internal && family === 'IPv4')
  return found && url.replace(EVERYWHERE, `//${found.address}:`)
}

/** What the start of a server prints. */
export interface StartedServer {
  /** The address it listens on, such as `http://0.0.0.0:8787/api/v1`. */
  url: string
  host: string
  /** Number of trusted proxies. */
  trustProxy: number
  /** The keys of a new database. */
  keys: FirstKeys | undefined
  /** The option that other commands need for the same database; empty for the default one. */
  dbOption: string[]
  isTerminal: boolean
  /** The address in links, if it is not the one that the server listens on. */
  publicUrl: string | undefined
  console: ConsoleStart
  now: number
}

/** The keys and the link for the first owner come last, where people look first. */
export function listeningLines(start: StartedServer): Line[] {
  const { url, keys, isTerminal } = start
  return [
    `storewire listening on ${reachable(url)}`,
    ...(isOpen(start) ? openLines(url) : []),
    ...(start.console.kind === 'no_owner' ? ownerLines(start) : []),
    ...(keys ? firstSteps(start, keys) : isTerminal ? [anotherKey(start)] : []),
    ...(isTerminal ? consoleLines(start.console) : []),
  ]
}

function consoleLines(start: ConsoleStart): Line[] {
  if (start.kind === 'no_owner') return []
  if (start.kind === 'sign_in') return [`Console: ${start.url}`]
  return [
    ['Open ', strong(start.url)],
    'to sign up as the first owner: look around in a sample shop, or bring in your own data.',
    'The link works once, for 30 minutes.',
    '',
  ]
}

/** A link in a log would let its readers in, so only its command is printed. */
function ownerLines({ url, dbOption, publicUrl }: StartedServer): Line[] {
  const command = `  ${commandLine('members', 'invite', '--owner', ...dbOption)}`
  const address = reachable(url).replace(/\/api\/v1$/, '')
  const isUsual = publicUrl !== undefined || address === 'http://127.0.0.1:8787'
  return [
    'Nobody can sign in to the console yet. Make a link for its first owner:',
    ...(isUsual ? [command] : [`${command} \\`, `    --url ${address}`]),
  ]
}

function isOpen({ host, trustProxy }: StartedServer): boolean {
  return !isLoopback(host) && trustProxy === 0
}

function openLines(url: string): string[] {
  const other = elsewhere(url)
  return [
    other === undefined
      ? 'Other machines can reach it without encryption.'
      : `Other machines can reach it without encryption at ${other}`,
    'Add TLS with a proxy: scripts/deploy/Caddyfile and scripts/deploy/nginx.conf are ready to copy.',
  ]
}

function anotherKey({ dbOption }: StartedServer): string {
  return `Another key: ${commandLine('keys', 'create', ...dbOption)}`
}

function firstSteps(start: StartedServer, { workspaceId, secretKey, publishableKey }: FirstKeys): Line[] {
  return [
    '',
    `New database, with one workspace: "default" (${workspaceId})`,
    // Who opens the link sees in the console how data gets in.
    ...(start.console.kind === 'set_up' ? [] : firstCall(start)),
    anotherKey(start),
    ...keyLines({ secretKey, publishableKey }),
  ]
}

function firstCall({ url, now }: StartedServer): Line[] {
  const updatedAt = new Date(now).toISOString().replace(/\.\d+/, '')
  const body = JSON.stringify({ data: [{ id: 'c_1', updatedAt, name: 'Ada' }] })
  return [
    'Push a first customer, with the secret key below as STOREWIRE_SECRET_KEY:',
    '',
    `  curl ${reachable(url)}/customers \\`,
    `    -H "Authorization: Bearer $STOREWIRE_SECRET_KEY" \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${body}'`,
    '',
  ]
}

/** The keys of a new workspace, which are known only now. */
export function keyLines({ secretKey, publishableKey }: NewKeys): Line[] {
  return [
    'The secret key is shown only once. Save it:',
    '',
    ['  secret key       ', strong(secretKey)],
    ['  publishable key  ', strong(publishableKey)],
    '',
  ]
}
