import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whenBack } from '../../src/lib/when-back.ts'

const inEnglish = (day: string, time: string) => `${day} at ${time}`

function back(at: string, more: { now?: string; locale?: string; zone?: string; shopZone?: string | null } = {}) {
  const { now = '2026-03-27T18:00:00Z', locale = 'en-GB', zone = 'Europe/Berlin', shopZone = 'Europe/Berlin' } = more
  // ICU puts a space of its own before AM and PM.
  return whenBack({ at: Date.parse(at), now: Date.parse(now), locale, zone, shopZone }, inEnglish).replaceAll(' ', ' ')
}

test('the day is today, tomorrow, a weekday, or after a week a date', () => {
  assert.equal(back('2026-03-27T20:00:00Z'), 'today at 21:00')
  assert.equal(back('2026-03-28T08:00:00Z'), 'tomorrow at 9:00')
  // Clocks went forward in between.
  assert.equal(back('2026-03-30T07:00:00Z'), 'Monday at 9:00')
  assert.equal(back('2026-04-02T07:00:00Z'), 'Thursday at 9:00')
  assert.equal(back('2026-04-03T07:00:00Z'), 'Friday 3 April at 9:00')
})

test('calendar and clock are those of the reader, whose zone is named only if the shop has another time', () => {
  assert.equal(back('2026-03-28T08:00:00Z', { zone: 'Europe/Madrid' }), 'tomorrow at 9:00')
  assert.equal(back('2026-03-28T08:00:00Z', { zone: 'America/Los_Angeles' }), 'tomorrow at 01:00 GMT-7')
  assert.equal(
    back('2026-03-27T20:00:00Z', { zone: 'Asia/Tokyo' }),
    'today at 05:00 GMT+9',
    'there it is Saturday already',
  )
  assert.equal(back('2026-03-27T20:00:00Z', { zone: 'Pacific/Kiritimati', shopZone: null }), 'today at 10:00')
})

test('a weekday has its article in Spanish', () => {
  assert.equal(back('2026-03-30T07:00:00Z', { locale: 'es-ES' }), 'el lunes at 9:00')
  assert.equal(back('2026-03-28T08:00:00Z', { locale: 'es' }), 'mañana at 9:00')
})
