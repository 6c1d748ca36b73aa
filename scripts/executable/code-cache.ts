import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { firstLine } from '../first-line.ts'

/**
 * Has the program serve its first calls, and keeps the bytecode of what ran in the file `cache`: with it the executable has next to nothing to compile
 * before it serves. V8's own cache of a file that was not run knows hardly a function.
 * @param recorder what Node.js runs: recorder.ts, with the flags of the executable
 * @param files the executable's, by their names in it
 * @param db a new database, which stays
 */
export async function recordCodeCache(
  recorder: string[],
  files: Record<string, string>,
  db: string,
  cache: string,
): Promise<void> {
  const args = [...recorder, 'serve', '--db', db, '--port', '0', '--json', '--log-level', 'error']
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...withoutSettings(process.env), EXECUTABLE_FILES: JSON.stringify(files) },
  })
  const ended = once(child, 'exit')
  try {
    const { url, secretKey } = JSON.parse(await firstLine(child)) as { url: string; secretKey: string }
    await fetch(url)
    const pushed = await fetch(`${url}/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: [{ id: 'c_1', updatedAt: 1, email: 'ada@example.com' }] }),
    })
    if (!pushed.ok) throw new Error(`the program to record answered ${pushed.status}`)
    child.send(cache)
    const [code] = await ended
    if (code !== 0) throw new Error(`the program to record ended with ${code}`)
  } finally {
    child.kill()
  }
}

/** Settings of this machine are none of the executable's, and V8 takes no bytecode that was made with other flags. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('STOREWIRE_')),
  )
}
