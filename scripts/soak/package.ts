// node --import tsx scripts/soak/package.ts: packs storewire, installs the package into an empty folder as a stranger would (with a network, or
// npm's cache), and calls its command.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = mkdtempSync(join(tmpdir(), 'storewire-package-'))
// Without this checkout's commands and settings in reach, which npm hands on to what it runs.
const env = { HOME: process.env.HOME, PATH: process.env.PATH?.replace(/[^:]*node_modules[^:]*:/g, '') }
const npm = (command: string, args: string[], cwd = folder) =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
try {
  npm('npm', ['pack', '--silent', '--pack-destination', folder], fileURLToPath(new URL('../..', import.meta.url)))
  const [tarball = ''] = readdirSync(folder)
  npm('npm', ['init', '--yes'])
  npm('npm', ['install', '--prefer-offline', '--loglevel=error', `./${tarball}`])
  console.log(npm('npx', ['storewire', '--version']).trim())
  console.log(npm('npx', ['storewire', 'workspaces', 'create', 'shop']).trim())
} finally {
  rmSync(folder, { recursive: true, force: true })
}
