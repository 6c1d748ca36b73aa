import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const running = new Set<ChildProcess>()
const folders = new Set<string>()

/** Registers a process of this run, so that it ends with the run. */
export function own<C extends ChildProcess>(child: C): C {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Starts a TypeScript file of this folder as a process that receives messages. */
export function forkFile(name: string, ...args: string[]): ChildProcess {
  const file = new URL(name, import.meta.url)
  return own(fork(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
}

/** Ends one process of this run and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** A folder that is removed at the end of the run at the latest. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'storewire-attack-'))
  folders.add(folder)
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    folders.delete(folder)
  }
  return { folder, remove }
}

/** From now on all registered processes end with this one, except after its own SIGKILL. */
export function endAllAtExit(): void {
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL')
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}
