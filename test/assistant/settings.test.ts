import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { changeAssistantSettings, getAssistantSettings, isAssistantOn } from '../../src/assistant/settings.ts'
import { checkDatabase } from '../../src/doctor/database.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { nextOpening } from '../../src/tools/opening-hours.ts'
import { type AssistantSettings, defaultAssistantSettings } from '../../src/tools/settings.ts'
import { owner, startServer } from '../support/server.ts'

test('the assistant is on in a new workspace, with the default settings', async (t) => {
  const { store, clock } = await startServer(t)
  const { id } = await store.write((tx) =>
    createWorkspace(tx, owner, { name: 'new', plan: 'scale', test: false }, clock.now()),
  )
  assert.equal(await isAssistantOn(store.read, id), true)
  assert.deepEqual(await getAssistantSettings(store.read, id), defaultAssistantSettings)
})

test('settings are kept together, and invalid ones are rejected as a whole', async (t) => {
  const { store, clock, workspaceId } = await startServer(t)
  const change = (given: object) =>
    store.write((tx) =>
      changeAssistantSettings(tx, owner, { workspaceId, change: given as Partial<AssistantSettings> }, clock.now()),
    )
  const open = [{ days: ['mon'], from: '09:00', until: '17:00' }]
  const hours = { timeZone: 'Europe/Berlin', open }
  const changed = await change({ enabled: true, lowStock: 7, hours })
  assert.deepEqual(changed, { ...defaultAssistantSettings, lowStock: 7, hours })
  const invalid: [object, RegExp][] = [
    [{ lowStock: -1 }, /^lowStock must be/],
    [{ languages: ['de'], defaultLanguage: 'en' }, /^defaultLanguage must be one of languages/],
    [{ languages: ['pl'] }, /^languages\.0 must be one of/],
    [{ hours: { timeZone: 'Mars/North', open } }, /^hours\.timeZone must be an IANA time zone/],
    [{ hours: { ...hours, open: [] } }, /^hours\.open must have an entry/],
    [{ hours: { ...hours, open: [{ ...open[0], until: '08:00' }] } }, /^hours\.open\.0 must end after/],
    [{ guestOrders: 'number' }, /^guestOrders must be one of/],
    [{ unheard: 1 }, /^unheard /],
  ]
  for (const [given, message] of invalid)
    await assert.rejects(change(given), (error: Error) => message.test(error.message), JSON.stringify(given))
  assert.deepEqual(await getAssistantSettings(store.read, workspaceId), changed)
})

test('the next opening is found in the time zone of the shop, also where clocks change', () => {
  const open = [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'] as const, from: '09:00', until: '17:00' },
    { days: ['sat'] as const, from: '10:00', until: '14:00' },
  ].map((entry) => ({ ...entry, days: [...entry.days] }))
  const next = (now: string) => {
    const at = nextOpening({ timeZone: 'Europe/Berlin', open }, Date.parse(now))
    return at === null ? null : new Date(at).toISOString()
  }
  assert.equal(next('2026-03-25T08:00:00Z'), null)
  assert.equal(next('2026-03-25T16:00:00Z'), '2026-03-26T08:00:00.000Z')
  assert.equal(next('2026-03-27T20:00:00Z'), '2026-03-28T09:00:00.000Z')
  // Summer time begins on Sunday, 29 March 2026.
  assert.equal(next('2026-03-28T13:00:30Z'), '2026-03-30T07:00:00.000Z')
  assert.equal(next('2026-10-24T12:30:00Z'), '2026-10-26T08:00:00.000Z')
})

test('in a workspace from before the assistant it is off, with a hint, until somebody decides', async (t) => {
  const { store, clock, workspaceId, file } = await startServer(t)
  // As the update of the tables leaves it.
  await store.write((tx) => tx.run("UPDATE assistant_settings SET enabled = 0, settings = '{}'"))
  assert.equal(await isAssistantOn(store.read, workspaceId), false)
  const finding = async () =>
    (await checkDatabase(file, { sealer: createSealer(undefined), hasFolder: false })).find(
      ({ check }) => check === 'assistant',
    )
  assert.match(JSON.stringify(await finding()), /"warning".*shop.*storewire assistant on/)
  await store.write((tx) =>
    changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: false } }, clock.now()),
  )
  assert.equal((await finding())?.level, 'ok')
})
