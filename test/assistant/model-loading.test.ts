import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'

test('the client of models is loaded by nothing that serves, nor by turns without a model', async () => {
  const loaded = new Set<string>()
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      loaded.add(specifier)
      return next(specifier, context)
    },
  })
  await import('../../src/serve/start.ts')
  await import('../../src/assistant/turns.ts')
  await import('../../src/cli/commands/assistant.ts')
  assert.ok(!loaded.has('openai'))
  // The control: this is what a turn with a model does.
  const { createClient } = await import('../../src/assistant/model/client.ts')
  assert.ok(!loaded.has('openai'))
  await createClient({ baseUrl: 'https://models.example/v1' }, fetch)
  assert.ok(loaded.has('openai'))
  hooks.deregister()
})
