import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const checkVersion = (version: string) =>
  spawnSync(
    process.execPath,
    [
      '-e',
      `import('${path('scripts/node-version.js')}').then(({ checkNodeVersion }) => checkNodeVersion('${version}'))`,
    ],
    { encoding: 'utf8' },
  )

test('on a Node.js that is too old npm start prints one clear line and exits with 1', () => {
  for (const version of ['20.20.2', '22.18.0', '22.9.1', '18.0.0']) {
    const { status, stderr } = checkVersion(version)
    assert.equal(status, 1)
    assert.match(stderr, new RegExp(`^storewire needs Node\\.js 22\\.19 or newer, and this is ${version}\\..*\n$`))
  }
  for (const version of ['22.19.0', '22.100.0', '24.0.0', '26.10.0']) {
    const { status, stdout, stderr } = checkVersion(version)
    assert.deepEqual([status, stdout, stderr], [0, '', ''])
  }
})

const machineNode = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => {
  const { stdout } = spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return Number(stdout?.split('.')[0]) < 22
})

test('package.json asks for the same Node.js', () => {
  const { engines } = JSON.parse(readFileSync(path('package.json'), 'utf8'))
  assert.equal(engines.node, '>=22.19')
})

test('the command reports a Node.js that is too old, without a crash', {
  skip: machineNode ? false : 'this machine has no old Node.js',
}, () => {
  const { status, stdout, stderr } = spawnSync(machineNode ?? '', [path('bin/storewire.js'), 'serve'], {
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^storewire needs Node\.js 22\.19 or newer.*\n$/)
})

test("a shop's own test on an old Node.js reports it in one line", {
  skip: machineNode ? false : 'this machine has no old Node.js',
}, () => {
  const program = `import { startStorewire } from ${JSON.stringify(path('bin/testing.js'))}
    await startStorewire().catch((error) => console.error(error))`
  const { stdout, stderr } = spawnSync(machineNode ?? '', ['--input-type=module', '-e', program], { encoding: 'utf8' })
  assert.equal(stdout, '')
  assert.match(stderr, /^\[Error: storewire needs Node\.js 22\.19 or newer, and this is [^\n]*\]\n$/)
})
