import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { storewire } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'

const lacks = (shell: string) => (spawnSync(shell, ['--version']).status === 0 ? false : `there is no ${shell}`)

test('bash completes commands, options, their values and files', { skip: lacks('bash') }, async (t) => {
  const cwd = await tempFolder(t)
  writeFileSync(join(cwd, 'completion.bash'), (await storewire(['completion', 'bash'])).stdout)
  writeFileSync(join(cwd, 'orders.csv'), '')
  const completed = (...words: string[]) => {
    const script = `source ./completion.bash
COMP_WORDS=(storewire "$@") COMP_CWORD=$#
_storewire
printf '%s\\n' "\${COMPREPLY[@]}"`
    const output = execFileSync('bash', ['--norc', '-c', script, 'bash', ...words], { cwd, encoding: 'utf8' })
    return output.trimEnd().split('\n')
  }
  const has = (words: string[], ...expected: string[]) => {
    const found = completed(...words)
    for (const word of expected) assert.ok(found.includes(word), `${words.join(' ')}: ${found.join(' ')}`)
  }
  has([''], 'serve', 'keys', 'completion')
  assert.deepEqual(completed('ke'), ['keys'])
  assert.deepEqual(completed('keys', 'cr'), ['create'])
  has(['refunds', 'settings', ''], 'show', 'set')
  has(['keys', 'create', '--'], '--kind', '--name', '--json', '--help')
  assert.deepEqual(completed('keys', 'create', '--kind', ''), ['secret', 'publishable'])
  assert.deepEqual(completed('keys', 'create', '--kind', '=', 'p'), ['publishable'])
  assert.deepEqual(completed('refunds', 'settings', 'set', '--frozen', 'of'), ['off'])
  assert.deepEqual(completed('--db', 'keys', 'keys', 'li'), ['list'], 'a value is no command')
  has(['import', ''], 'orders', 'products')
  assert.deepEqual(completed('import', 'orders', 'ord'), ['orders.csv'])
  assert.deepEqual(completed('backup', '--db', 'ord'), ['orders.csv'])
  assert.deepEqual(completed('completion', ''), ['bash', 'zsh'])
  assert.deepEqual(completed('keys', 'revoke', ''), [''], 'nobody knows the id')
})

test('zsh completes the same', { skip: lacks('zsh') }, async (t) => {
  const cwd = await tempFolder(t)
  writeFileSync(join(cwd, 'completion.zsh'), (await storewire(['completion', 'zsh'])).stdout)
  writeFileSync(join(cwd, 'orders.csv'), '')
  // What is typed ends with a key that prints the line, which has been completed on the way.
  const lines = [
    'keys cr',
    'keys create --kin',
    'keys create --kind pu',
    'import ord',
    'import orders ord',
    '--db x.db refu',
  ]
  const script = `zmodload zsh/zpty
zpty shell zsh -f -i
await() { local text; while [[ $text != *$1* ]]; do zpty -r shell piece || exit 1; text+=$piece; done; print -r -- "$text" }
zpty -w shell "autoload -U compinit; compinit -u -d ./dump; source ./completion.zsh"
zpty -w shell 'show() { print -r -- "<$BUFFER>"; BUFFER=; zle -R }; zle -N show; bindkey "^T" show; print re""ady'
await ready >/dev/null
${lines.map((line) => `zpty -n -w shell $'storewire ${line}\\t\\x14'; await '>'`).join('\n')}
zpty -d shell`
  const output = execFileSync('zsh', ['-f', '-c', script], { cwd, encoding: 'utf8', timeout: 60_000 })
  const shown = [...output.matchAll(/<storewire ([^>]*?) *>/g)].map(([, line]) => line)
  assert.deepEqual(shown, [
    'keys create',
    'keys create --kind',
    'keys create --kind publishable',
    'import orders',
    'import orders orders.csv',
    '--db x.db refunds',
  ])
})

test('completion for an unknown shell is a usage error', async () => {
  const { code, stderr } = await storewire(['completion', 'fish'])
  assert.equal(code, 2)
  assert.match(stderr, /Allowed choices are bash, zsh\./)
})
