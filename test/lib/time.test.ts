import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseTime, toIso } from '../../src/lib/time.ts'

const accepted: [input: string | number, iso: string][] = [
  ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30Z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00.5Z', '2026-03-01T09:30:00.500Z'],
  ['2026-03-01T09:30:00.123456789Z', '2026-03-01T09:30:00.123Z'],
  ['2026-03-01T09:30:00,25Z', '2026-03-01T09:30:00.250Z'],
  ['2026-03-01 09:30:00z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00+02:00', '2026-03-01T07:30:00.000Z'],
  ['2026-03-01T09:30:00-0530', '2026-03-01T15:00:00.000Z'],
  ['2026-03-01T00:30:00+01', '2026-02-28T23:30:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59.999Z'],
  ['0001-01-31T00:00:00Z', '0001-01-31T00:00:00.000Z'],
  ['0099-06-30T00:00:00+00:00', '0099-06-30T00:00:00.000Z'],
  [1_767_225_600_000, '2026-01-01T00:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  [-1, '1969-12-31T23:59:59.999Z'],
]

for (const [input, iso] of accepted) {
  test(`${input} is ${iso}`, () => {
    const time = parseTime(input)
    assert.equal(typeof time === 'number' ? toIso(time) : time, iso)
  })
}

const refused: [input: string | number, problem: RegExp][] = [
  ['2026-03-01T09:30:00', /no time zone/],
  ['2026-03-01', /no time zone/],
  ['2026-02-29T00:00:00Z', /calendar/],
  ['1900-02-29T00:00:00Z', /calendar/],
  ['2026-02-30T00:00:00Z', /calendar/],
  ['2026-04-31T00:00:00Z', /calendar/],
  ['2026-13-01T00:00:00Z', /calendar/],
  ['2026-00-10T00:00:00Z', /calendar/],
  ['2026-01-00T00:00:00Z', /calendar/],
  ['2026-01-01T24:00:00Z', /ISO-8601/],
  ['2026-01-01T23:60:00Z', /ISO-8601/],
  ['2026-01-01T23:59:60Z', /ISO-8601/],
  ['2026-01-01T00:00:00+24:00', /offset/],
  ['2026-01-01T00:00:00+01:75', /offset/],
  ['1767225600000', /ISO-8601/],
  ['yesterday', /ISO-8601/],
  ['', /ISO-8601/],
  [1.5, /whole number/],
  [Number.NaN, /whole number/],
  [Number.POSITIVE_INFINITY, /whole number/],
  [253_402_300_800_000, /years/],
]

for (const [input, problem] of refused) {
  test(`${JSON.stringify(input)} is refused`, () => {
    const result = parseTime(input)
    assert.match(typeof result === 'number' ? String(result) : result.problem, problem)
  })
}

test('every instant that is written is read back as the same instant, in every zone', () => {
  const instants = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9998-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  const offsets = fc.integer({ min: -1439, max: 1439 })
  fc.assert(
    fc.property(instants, offsets, (instant, offset) => {
      assert.equal(parseTime(instant.toISOString()), instant.getTime())
      const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1)
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
      const zone = `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
      assert.equal(parseTime(local + zone), instant.getTime())
    }),
  )
})
