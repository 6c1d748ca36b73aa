import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { BIN } from './process.ts'

/** One run of `storewire serve` on a file, from its start to the kill that ends it. */
export interface Life {
  child: ChildProcess
  /** `http://127.0.0.1:PORT/api/v1` */
  url: string
  /** Only known in the first life on a file. */
  secretKey: string | undefined
}

/** Starts the server on a file and waits until it is ready. Does not stop with a test: soak scripts use it too. */
export async function begin(file: string, env: Record<string, string> = {}): Promise<Life> {
  const child = spawn(
    process.execPath,
    [BIN, 'serve', '--port', '0', '--json', '--rate-limits', 'off', '--log-level', 'error', '--db', file],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.endsWith('\n')) break
  }
  const { url, secretKey } = JSON.parse(output) as { url: string; secretKey?: string }
  return { child, url, secretKey }
}

/** Kills the process and waits until it has exited. */
export async function end({ child }: Life, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Calls the API. @throws Error without a response, or for a status other than 2xx */
export async function call<T>(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}
