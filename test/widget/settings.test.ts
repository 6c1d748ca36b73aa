import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listKeys, useForWidget } from '../../src/access/keys.ts'
import { changeWidgetSettings, defaultWidgetSettings, getWidgetSettings } from '../../src/widget/settings.ts'
import { commandRunner } from '../support/commands.ts'
import { owner, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const storewire = commandRunner()

test('settings are kept together, and invalid ones are rejected as a whole', async (t) => {
  const { store, clock, workspaceId } = await startServer(t)
  const change = (given: object) =>
    store.write((tx) => changeWidgetSettings(tx, owner, { workspaceId, change: given }, clock.now()))
  const texts = [{ language: 'en', name: 'greeting', text: 'Hi!' }]
  const changed = await change({ color: '#0a7f5a', texts })
  assert.deepEqual(changed, { ...defaultWidgetSettings, color: '#0a7f5a', texts })
  const invalid: [object, RegExp][] = [
    [{ color: 'green' }, /^color must be a color such as #1a56db/],
    [{ color: '#fff;}' }, /^color must be/],
    [{ position: 'top' }, /^position must be one of left, right/],
    [{ languages: [] }, /^languages must have an entry/],
    [{ languages: ['en', 'en'] }, /^languages must (not name a language twice|have at most)/],
    [{ languages: ['tlh'] }, /^languages\.0 must be one of en/],
    [{ texts: [...texts, ...texts] }, /^texts must not replace en\.greeting twice/],
    [{ texts: [{ ...texts[0], name: 'unheard' }] }, /^texts\.0\.name must be one of/],
    [{ texts: [{ ...texts[0], text: 'x'.repeat(501) }] }, /^texts\.0\.text must have at most 500/],
    [{ unheard: 1 }, /^unheard /],
  ]
  for (const [given, message] of invalid)
    await assert.rejects(change(given), (error: Error) => message.test(error.message), JSON.stringify(given))
  assert.deepEqual(await getWidgetSettings(store.read, workspaceId), changed)
})

test('the command line sets how the window looks and greets, and the frame and new sessions show it', async (t) => {
  const api = await startServer(t)
  const { key, start } = await startWidget(api)
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await storewire(['widget', 'settings', ...args, '--db', api.file])
    assert.equal(code, 0, stderr)
    return stdout
  }
  await run(
    'set',
    '--color',
    '#0a7f5a',
    '--position',
    'left',
    '--greeting',
    'en=Hi </script>!',
    '--text',
    'en.title=Help',
    '--name',
    'Mug & Kettle',
    '--radius',
    '4',
    '--bottom-space',
    '80',
    '--starter',
    'en=Which mug is the largest?',
  )
  const shown = await run('show')
  for (const line of [
    /color +#0a7f5a/,
    /position +left/,
    /en\.greeting +Hi/,
    /none is chosen for the chat.*\nMake one/,
  ])
    assert.match(shown, line)
  const { id = '' } = (await listKeys(api.store.read, api.workspaceId)).find((one) => one.key === key) ?? {}
  await api.store.write((tx) => useForWidget(tx, owner, id, api.clock.now()))
  const line = `<script async src="https://support.shop.example/widget.js" data-key="${key}" data-color="#0a7f5a" data-side="left" data-radius="4" data-y="80"></script>`
  assert.ok((await run('show')).includes(line))

  const page = await (await fetch(`${new URL(api.baseUrl).origin}/widget/frame?key=${key}&locale=tlh`)).text()
  const [, json = ''] = /id="config">(.*?)<\/script>/.exec(page) ?? []
  const { appearance, texts, locale, name, starters } = JSON.parse(json)
  assert.deepEqual([name, starters], ['Mug & Kettle', ['Which mug is the largest?']])
  assert.deepEqual(
    [appearance, texts.greeting, locale],
    [{ color: '#0a7f5a', position: 'left', theme: 'auto', radius: 4 }, 'Hi </script>!', 'en'],
  )
  assert.match(page, /<title>Help<\/title>/)
  const { appearance: told } = (await start()).body
  assert.deepEqual(told, { color: '#0a7f5a', position: 'left', greeting: 'Hi </script>!' })

  assert.doesNotMatch(await run('set', '--text', 'en.title='), /en\.title/)
  assert.doesNotMatch(await run('set', '--starter', 'en='), /en\.starter/)
  const none = await storewire(['widget', 'settings', 'set', '--db', api.file])
  assert.match(none.stderr, /Nothing to change/)
})
