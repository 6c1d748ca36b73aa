// node scripts/soak/package.ts: packs storewire, installs the package into an empty project (this needs a network or
// npm's cache), and runs its command. The project must keep its own Node.js; a Node.js that is too old gets one line.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'storewire-package-'))
// Without this checkout's commands and settings, which npm passes to the programs that it runs.
const ownPath = process.env.PATH?.replace(/[^:]*node_modules[^:]*:/g, '')
const run = (command: string, args: string[], cwd = folder, PATH = ownPath) =>
  spawnSync(command, args, { cwd, env: { HOME: process.env.HOME, PATH }, encoding: 'utf8' })
const mustRun = (...call: Parameters<typeof run>): string => {
  const { status, stdout, stderr } = run(...call)
  assert.equal(status, 0, `${call[0]} ${call[1].join(' ')}: ${stderr}`)
  return stdout.trim()
}

try {
  mustRun('npm', ['pack', '--silent', '--pack-destination', folder], root)
  const [tarball = ''] = readdirSync(folder)
  mustRun('npm', ['init', '--yes'])
  mustRun('npm', ['pkg', 'set', 'scripts.node=node -p process.execPath'])
  mustRun('npm', ['install', '--save-dev', '--prefer-offline', '--loglevel=error', `./${tarball}`])
  const installed = execFileSync('du', ['-sm', 'node_modules'], { cwd: folder, encoding: 'utf8' }).split('\t')[0]
  console.log(`installed: ${installed} MB, ${readdirSync(join(folder, 'node_modules')).length} packages`)
  assert.ok(!existsSync(join(folder, 'node_modules/.bin/node')), "the package put a Node.js into the project's .bin")
  const ownNode = realpathSync(mustRun('node', ['-p', 'process.execPath']))
  assert.equal(realpathSync(mustRun('npm', ['run', '--silent', 'node'])), ownNode)

  const withThisNode = `${dirname(process.execPath)}:${ownPath}`
  console.log(mustRun('npx', ['storewire', '--version'], folder, withThisNode))
  console.log(mustRun('npx', ['storewire', 'workspaces', 'create', 'shop'], folder, withThisNode))
  const { status, stdout, stderr } = run('npx', ['storewire', '--version'])
  console.log(`${ownNode}: exit ${status}: ${(stdout || stderr).trim()}`)
  if (status !== 0) assert.match(stderr, /^storewire needs Node\.js 22\.19 or newer.*$/m)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
