import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const folder = fileURLToPath(new URL('.', import.meta.url))

/** The folder for all files of a run. */
export const build = `${folder}build`

/** Installs the tools, without running their install scripts. Nothing else installs them. */
export async function installTools(): Promise<void> {
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder })
}

const commandOf = (name: string) => `${folder}node_modules/.bin/${name}`

/** Runs a tool until it exits. @throws Error with its whole output if it fails */
export async function tool(name: string, ...args: string[]): Promise<void> {
  try {
    await promisify(execFile)(commandOf(name), args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${name} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }
}

/** Starts a tool that keeps running, and resolves once it has printed `ready`. */
export function startTool(name: string, args: string[], ready: RegExp): Promise<ChildProcess> {
  const child = spawn(commandOf(name), args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      if (ready.test(output)) resolve(child)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`${name} ended:\n${output}`)))
  })
}
