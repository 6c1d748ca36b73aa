import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSetupLink } from '../../access/first-owner.ts'
import { hasOwner } from '../../access/members.ts'
import { consoleUrl } from '../../http/console-url.ts'
import { escapeHtml } from '../../lib/escape.ts'
import { random160 } from '../../lib/ids.ts'
import type { Store } from '../../store/store.ts'
import { operator } from './context.ts'

/** What the start of a server prints about the console. */
export type ConsoleStart =
  /** Somebody can sign in at this address. */
  | { kind: 'sign_in'; url: string }
  /** Nobody can. The link makes the first owner; it is known only now. */
  | { kind: 'set_up'; url: string }
  /** Nobody can, and a link in a log would let its readers in. */
  | { kind: 'no_owner' }

/**
 * Makes a new link for the first owner, if nobody owns a workspace and a person reads the output. The link of an earlier start ends.
 *
 * @param address of the server in links, with or without `/api/v1`
 */
export async function startConsole(
  store: Store,
  { address, isTerminal, now }: { address: string; isTerminal: boolean; now: number },
): Promise<ConsoleStart> {
  if (await hasOwner(store.read)) return { kind: 'sign_in', url: consoleUrl(address) }
  const workspace = await store.read.get<{ id: string }>(
    'SELECT id FROM workspaces WHERE deleted_at IS NULL ORDER BY created_at, id LIMIT 1',
  )
  if (!isTerminal || !workspace) return { kind: 'no_owner' }
  const { fragment } = await store.write((tx) => createSetupLink(tx, operator(), workspace.id, now))
  return { kind: 'set_up', url: consoleUrl(address, fragment) }
}

/** How long the browser may take to read the file. */
const READ_MS = 60_000

const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Whether a person sits before this machine: nobody does under continuous integration, or at the other end of a connection. */
export function hasDisplay({ CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  if (CI || SSH_CONNECTION) return false
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)
}

/**
 * Opens an address that holds a secret in the person's browser. Every user of the machine can read the arguments of a program, so the
 * browser gets a file that only this user can read and that leads on. It is beside the database, since browsers in a sandbox see no
 * temporary folders. Without a browser nothing happens: the address is printed, too.
 */
export function openBrowser(url: string, databaseFile: string): void {
  const opener = OPENERS[process.platform]
  if (!opener) return
  const file = join(dirname(databaseFile), `open-console-${random160()}.html`)
  const page = `<!doctype html><meta charset="utf-8"><title>storewire</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${escapeHtml(url)}">\n`
  const remove = () => rmSync(file, { force: true })
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' })
  process.once('exit', remove)
  setTimeout(remove, READ_MS).unref()
  const [command, ...args] = opener
  const child = spawn(command, [...args, file], { stdio: 'ignore', detached: true })
  // There may be no such command: the person opens the printed address then.
  child.once('error', remove)
  child.unref()
}
