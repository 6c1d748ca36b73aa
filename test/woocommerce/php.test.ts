// The plugin for WooCommerce, by its own tests in PHP: `php plugins/woocommerce/tests/run.php NAME`.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const plugin = fileURLToPath(new URL('../../plugins/woocommerce/', import.meta.url))
const hasPhp = spawnSync('php', ['--version']).status === 0
const skip = hasPhp ? false : 'php is not installed (Debian: apt-get install php-cli php-mbstring)'

const php = (...args: string[]) => spawnSync('php', args, { encoding: 'utf8', cwd: plugin })

test('every file of the plugin is valid PHP', { skip }, () => {
  for (const file of globSync('**/*.php', { cwd: plugin })) {
    const { status, stdout, stderr } = php('-d', 'display_errors=1', '-l', file)
    assert.equal(status, 0, `${file}: ${stdout}${stderr}`)
  }
})

test('the plugin brings the license of the project, as that demands of each copy', () => {
  assert.equal(readFileSync(`${plugin}license.txt`, 'utf8'), readFileSync(`${plugin}../../LICENSE`, 'utf8'))
})

for (const file of globSync('tests/*-test.php', { cwd: plugin }).sort()) {
  const name = basename(file, '-test.php')
  test(`the plugin's tests of ${name} pass`, { skip }, () => {
    const { status, stdout, stderr } = php('tests/run.php', name)
    assert.equal(status, 0, `${stdout}${stderr}`)
  })
}
