import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildClient } from '../../scripts/client-package.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
/** Packages that the examples and types of a shop's project need, besides the client library. */
const BESIDE = ['express', 'hono', '@hono/node-server', '@types/node', 'undici-types']

/** A shop's project with the built package in its `node_modules`, and the examples of its README as files. */
export async function shopProject(): Promise<{ folder: string; packageFolder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'storewire-shop-'))
  const packageFolder = join(folder, 'node_modules/@storewire/client')
  await buildClient(packageFolder)
  for (const name of BESIDE) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(MODULES, name), link)
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8')
  for (const [, code = '', name = ''] of readme.matchAll(/^```js\n(\/\/ (\S+)\n[\s\S]*?)^```$/gm)) {
    await writeFile(join(folder, name), code)
  }
  return { folder, packageFolder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Runs a program of the project until it exits. */
export async function run(node: string, file: string, env: Record<string, string>) {
  const child = spawn(node, [file], { cwd: dirname(file), env: { ...env, PATH: process.env.PATH }, stdio: 'pipe' })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

/** Starts a server of the project that prints its port; stops with the test. @returns its address */
export async function serve(t: TestContext, node: string, file: string, env: Record<string, string>): Promise<string> {
  const child = spawn(node, [file], {
    cwd: dirname(file),
    env: { ...env, PORT: '0', PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  })
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    const [, port] = /port (\d+)/.exec(chunk) ?? []
    if (port) return `http://127.0.0.1:${port}/refunds`
  }
  throw new Error(`${file} ended before it listened`)
}
