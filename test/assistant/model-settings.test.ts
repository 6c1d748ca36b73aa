import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { plainSecrets, resealSecrets } from '../../src/access/secrets.ts'
import { changeModel, clearModel, type ModelChange } from '../../src/assistant/model/change-settings.ts'
import { getModel, getModelSettings } from '../../src/assistant/model/model-settings.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { secretTables } from '../../src/serve/features.ts'
import { owner, startServer } from '../support/server.ts'

const KEY = 'sk-proj-1234567890abcdef'
const POLICY = { allowPrivate: false, allowEndpoints: ['127.0.0.1:11434', 'ollama:11434'] }

test('the key of a model is sealed, resealed with the others, and only its ending is shown', async (t) => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const { store, clock, workspaceId, sealer } = await startServer(t, { encryptionKey: first })
  const change: ModelChange = { baseUrl: 'https://models.example/v1/', model: 'small', apiKey: KEY }
  const set = (given: ModelChange) =>
    store.write((tx) => changeModel(tx, owner, { workspaceId, change: given }, { sealer, policy: POLICY }, clock.now()))
  const shown = await set(change)
  assert.deepEqual(shown, {
    baseUrl: 'https://models.example/v1',
    model: 'small',
    apiKeyEnding: 'cdef',
    use: 'understand',
    extraHeaders: {},
    extraBody: {},
    shareTickets: false,
    callsPerDay: 2_000,
    tokensPerDay: 2_000_000,
  })
  assert.equal(await plainSecrets(store.read, secretTables), 0)
  assert.equal((await getModel(store.read, workspaceId, sealer))?.apiKey, KEY)
  const next = createSealer(second)
  await store.write((tx) => resealSecrets(tx, owner, { tables: secretTables, old: sealer, next }, clock.now()))
  assert.equal((await getModel(store.read, workspaceId, next))?.apiKey, KEY)
  await assert.rejects(getModel(store.read, workspaceId, sealer), /cannot be decrypted/)
  const audited = await store.read.all<{ details: string }>(
    "SELECT details FROM audit_log WHERE action LIKE 'assistant_model%'",
  )
  assert.ok(!JSON.stringify(audited).includes(KEY))
  assert.equal(await store.write((tx) => clearModel(tx, owner, workspaceId, clock.now())), true)
  assert.equal(await getModelSettings(store.read, workspaceId), null)
})

test('a stored key does not follow a change of the host', async (t) => {
  const { store, clock, workspaceId, sealer } = await startServer(t)
  const set = (change: ModelChange) =>
    store.write((tx) => changeModel(tx, owner, { workspaceId, change }, { sealer, policy: POLICY }, clock.now()))
  await set({ baseUrl: 'https://models.example/v1', model: 'small', apiKey: KEY })
  await assert.rejects(set({ baseUrl: 'https://elsewhere.example/v1' }), /belongs to another host/)
  assert.equal((await set({ baseUrl: 'https://models.example/v2' })).apiKeyEnding, 'cdef')
  assert.equal((await set({ baseUrl: 'https://elsewhere.example/v1', apiKey: null })).apiKeyEnding, null)
})

test('addresses of models pass the check of refund endpoints; plain http needs the name of the operator', async (t) => {
  const { store, clock, workspaceId, sealer } = await startServer(t)
  const set = (change: ModelChange) =>
    store.write((tx) => changeModel(tx, owner, { workspaceId, change }, { sealer, policy: POLICY }, clock.now()))
  const refused: [ModelChange, RegExp][] = [
    [{ baseUrl: 'http://127.0.0.1:8000/v1' }, /^The URL of the model uses plain http/],
    [{ baseUrl: 'http://models.example/v1' }, /^The URL of the model uses plain http/],
    [{ baseUrl: 'https://127.0.0.1:8000/v1' }, /is a loopback address/],
    [{ baseUrl: 'https://169.254.169.254/v1' }, /in a special range/],
    [{ baseUrl: 'https://10.0.0.7/v1' }, /in a private network/],
    [{ baseUrl: 'https://key@models.example/v1' }, /user name or password/],
    [{ baseUrl: 'https://models.example/v1?api-version=1' }, /has a query/],
    [{ baseUrl: 'models.example' }, /https:\/\/api\.openai\.com/],
    [{ extraHeaders: { Authorization: 'x' } }, /Authorization cannot be set/],
    [{ extraHeaders: { 'api-key': 'x' } }, /stored encrypted/],
    [{ extraBody: { tools: [] } }, /tools .* cannot be set/],
    [{ apiKey: 'two words' }, /printable ASCII/],
    [{ callsPerDay: 0 }, /calls per day/],
    [{ model: ' ' }, /name of the model/],
  ]
  for (const [change, message] of refused)
    await assert.rejects(
      set({ baseUrl: 'https://models.example/v1', model: 'm', ...change }),
      ({ message: text }: Error) => message.test(text),
      JSON.stringify(change),
    )
  assert.equal(await getModelSettings(store.read, workspaceId), null)
  for (const baseUrl of ['http://127.0.0.1:11434/v1', 'http://ollama:11434/v1']) await set({ baseUrl, model: 'm' })
})
