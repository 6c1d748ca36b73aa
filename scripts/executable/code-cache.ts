import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { firstLine } from '../bench/first-line.ts'
import type { Program } from './run-program.ts'

/**
 * Starts a program, which serves its first calls, and writes the bytecode of all functions that ran to the file `cache`. With it,
 * a start compiles next to nothing. Without a run, V8 would know only the functions that are called as the file is loaded.
 *
 * @param recorder the arguments for Node.js: recorder.ts, with the flags of the executable
 * @param files those of the executable, by their names in it
 * @param db a new database, which is kept
 */
export async function recordCodeCache(
  program: Program,
  recorder: string[],
  files: Record<string, string>,
  db: string,
  cache: string,
): Promise<void> {
  const args = [...recorder, 'serve', '--db', db, '--port', '0', '--json', '--log-level', 'error']
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...withoutSettings(process.env), EXECUTABLE_FILES: JSON.stringify(files), EXECUTABLE_PROGRAM: program },
  })
  const ended = once(child, 'exit')
  try {
    const { url, secretKey } = JSON.parse(await firstLine(child)) as { url: string; secretKey: string }
    const pushed = await fetch(`${url}/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: [{ id: 'c_1', updatedAt: 1, email: 'ada@example.com' }] }),
    })
    const healthy = await fetch(new URL('/healthz', url))
    if (!pushed.ok || !healthy.ok) throw new Error(`the program to record answered ${pushed.status}, ${healthy.status}`)
    child.send(cache)
    const [code] = await ended
    if (code !== 0) throw new Error(`the program to record ended with ${code}`)
  } finally {
    child.kill()
  }
}

/** Without the settings of this machine: V8 rejects bytecode that was made under other flags. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('STOREWIRE_')),
  )
}
