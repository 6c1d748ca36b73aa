// Runs before `npm start` and `npm test`, on whatever Node.js the machine has (20 or newer): installs what is missing, and makes
// sure that the Node.js which npm uses next is new enough. Plain JavaScript without dependencies, since none may be installed yet.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkNodeVersion } from './node-version.js'

const root = fileURLToPath(new URL('..', import.meta.url))

if (!isInstalled()) {
  console.error('storewire: installing its packages, once…')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']]
  const { status } = spawnSync(command, [...args, '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) {
    console.error('storewire: the packages could not be installed; see the lines above, then run the command again.')
    process.exit(1)
  }
}
checkNodeVersion(execFileSync('node', ['-p', 'process.versions.node'], { cwd: root, encoding: 'utf8' }).trim())

/** Whether node_modules matches the lock file. Packages for other systems are optional and may be missing. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json')
  const wanted = readPackages('package-lock.json')
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional || (installed[path]?.version === version && existsSync(`${root}/${path}`)),
  )
}

function readPackages(path) {
  return existsSync(`${root}/${path}`) ? JSON.parse(readFileSync(`${root}/${path}`, 'utf8')).packages : {}
}
