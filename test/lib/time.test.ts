import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTime, toIso } from '../../src/lib/time.ts'
import { fc } from '../support/properties.ts'

const accepted: [input: string | number, iso: string][] = [
  ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30Z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00.5Z', '2026-03-01T09:30:00.500Z'],
  ['2026-03-01T09:30:00.123456789Z', '2026-03-01T09:30:00.123Z'],
  ['2026-03-01T09:30:00,25Z', '2026-03-01T09:30:00.250Z'],
  ['2026-03-01T09:30:00.9999Z', '2026-03-01T09:30:00.999Z'],
  ['2026-03-01 09:30:00z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01t09:30:00Z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00+02:00', '2026-03-01T07:30:00.000Z'],
  ['2026-03-01T09:30:00-0530', '2026-03-01T15:00:00.000Z'],
  ['2026-03-01T00:30:00+01', '2026-02-28T23:30:00.000Z'],
  ['2026-03-01T09:30:00-00:00', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00+14:00', '2026-02-28T19:30:00.000Z'],
  ['2025-12-31T23:30:00-01:00', '2026-01-01T00:30:00.000Z'],
  ['2026-03-01T00:00:00+23:59', '2026-02-28T00:01:00.000Z'],
  ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2024-02-29T23:59:59.999-12:00', '2024-03-01T11:59:59.999Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59.999Z'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['0000-02-29T12:00:00+00:00', '0000-02-29T12:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['0001-01-31T00:00:00Z', '0001-01-31T00:00:00.000Z'],
  ['0099-06-30T00:00:00+00:00', '0099-06-30T00:00:00.000Z'],
  ['20260102T030405Z', '2026-01-02T03:04:05.000Z'],
  ['20260102T030405.5Z', '2026-01-02T03:04:05.500Z'],
  ['20260102T0304Z', '2026-01-02T03:04:00.000Z'],
  ['20260102t030405,25z', '2026-01-02T03:04:05.250Z'],
  ['20260102T030405+0200', '2026-01-02T01:04:05.000Z'],
  ['20260102T030405-05', '2026-01-02T08:04:05.000Z'],
  ['20260102T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T030405Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-01T24:00:00Z', '2026-01-02T00:00:00.000Z'],
  ['2026-12-31T24:00Z', '2027-01-01T00:00:00.000Z'],
  ['2024-02-28T24:00:00.000+00:00', '2024-02-29T00:00:00.000Z'],
  ['20260228T240000-0100', '2026-03-01T01:00:00.000Z'],
  [1_767_225_600_000, '2026-01-01T00:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  [-1, '1969-12-31T23:59:59.999Z'],
  [-62_167_219_200_000, '0000-01-01T00:00:00.000Z'],
  [253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
]

for (const [input, iso] of accepted) {
  test(`${input} is ${iso}`, () => {
    const time = parseTime(input)
    assert.equal(time, Date.parse(iso))
    assert.equal(toIso(Number(time)), iso)
  })
}

test('an accepted time is the number of milliseconds that it names', () => {
  assert.equal(parseTime('1970-01-01T00:00:00Z'), 0)
  assert.equal(parseTime('1970-01-01T01:00:00.001+01:00'), 1)
  assert.equal(parseTime('2026-03-01T09:30:00+02:00'), 1_772_350_200_000)
  assert.equal(parseTime('2000-02-29T23:59:59.999Z'), 951_868_799_999)
  assert.ok(Object.is(parseTime(-0), 0))
})

const NOT_ISO = 'must be an ISO-8601 time with a time zone, such as 2026-03-01T09:30:00Z, or epoch milliseconds'
const IN_QUOTES = 'is a number in quotes: use an ISO-8601 time, or epoch milliseconds without quotes'
const NO_ZONE = 'has no time zone: end it with Z or an offset such as +02:00'
const NO_DATE = 'has a day that does not exist'
const NO_OFFSET = 'has a time zone offset that does not exist: use -23:59 to +23:59'
const NOT_WHOLE = 'must be a whole number of milliseconds'
const AFTER_24 = 'is after 24:00, the end of the day: use the next day'
const TOO_FAR = 'must be in the years 0000 to 9999, in UTC'

const refused: [input: string | number, problem: string][] = [
  ['2026-03-01T09:30:00', NO_ZONE],
  ['2026-03-01T09:30', NO_ZONE],
  ['2026-03-01T09:30:00.123', NO_ZONE],
  ['2026-03-01 09:30:00', NO_ZONE],
  ['2026-03-01', NO_ZONE],
  ['2026-02-29T00:00:00Z', NO_DATE],
  ['1900-02-29T00:00:00Z', NO_DATE],
  ['2100-02-29T00:00:00Z', NO_DATE],
  ['2026-02-30T00:00:00Z', NO_DATE],
  ['2024-02-30T00:00:00Z', NO_DATE],
  ['2026-04-31T00:00:00Z', NO_DATE],
  ['2026-01-32T00:00:00Z', NO_DATE],
  ['2026-13-01T00:00:00Z', NO_DATE],
  ['2026-00-10T00:00:00Z', NO_DATE],
  ['2026-01-00T00:00:00Z', NO_DATE],
  ['2026-01-01T24:00:01Z', AFTER_24],
  ['2026-01-01T24:01Z', AFTER_24],
  ['2026-01-01T24:00:00.000000001Z', AFTER_24],
  ['20260101T240001Z', AFTER_24],
  ['2026-01-01T24:00', NO_ZONE],
  ['9999-12-31T24:00Z', TOO_FAR],
  ['20260102T030405', NO_ZONE],
  ['20260102', NO_ZONE],
  ['20260230T030405Z', NO_DATE],
  ['2026-0102T030405Z', NOT_ISO],
  ['202601-02T030405Z', NOT_ISO],
  ['20260102T03:0405Z', NOT_ISO],
  ['20260102T0304:05Z', NOT_ISO],
  ['20260102T03Z', NOT_ISO],
  ['20260102030405Z', NOT_ISO],
  ['0260102T030405Z', NOT_ISO],
  ['2026-01-01T25:00:00Z', NOT_ISO],
  ['2026-01-01T23:60:00Z', NOT_ISO],
  ['2026-01-01T23:59:60Z', NOT_ISO],
  ['2026-01-01T00:00:00+24:00', NO_OFFSET],
  ['2026-01-01T00:00:00-99:00', NO_OFFSET],
  ['2026-01-01T00:00:00+01:75', NO_OFFSET],
  ['2026-01-01T00:00:00+1:00', NOT_ISO],
  ['2026-01-01T00:00:00+01:00:00', NOT_ISO],
  ['2026-01-01T00:00:00 Z', NOT_ISO],
  ['2026-01-01T00:00:00 01:00', NOT_ISO],
  ['2026-01-01T00:00:00Europe/Berlin', NOT_ISO],
  ['2026-01-01T00:00:00.Z', NOT_ISO],
  ['2026-1-1T00:00:00Z', NOT_ISO],
  ['26-01-01T00:00:00Z', NOT_ISO],
  ['12026-01-01T00:00:00Z', NOT_ISO],
  ['-002026-01-01T00:00:00Z', NOT_ISO],
  [' 2026-01-01T00:00:00Z', NOT_ISO],
  ['2026-01-01T00:00:00Z\n', NOT_ISO],
  ['٢٠٢٦-01-01T00:00:00Z', NOT_ISO],
  ['Sun, 01 Mar 2026 09:30:00 GMT', NOT_ISO],
  ['1767225600', IN_QUOTES],
  ['1767225600000', IN_QUOTES],
  ['2026030109300', IN_QUOTES],
  ['yesterday', NOT_ISO],
  ['', NOT_ISO],
  [1.5, NOT_WHOLE],
  [86_400_000.5, NOT_WHOLE],
  [Number.NaN, NOT_WHOLE],
  [Number.POSITIVE_INFINITY, NOT_WHOLE],
  [253_402_300_800_000, TOO_FAR],
  [-62_167_219_200_001, TOO_FAR],
  ['0000-01-01T00:00:00+00:01', TOO_FAR],
  ['9999-12-31T23:59:59-00:01', TOO_FAR],
]

for (const [input, problem] of refused) {
  test(`${JSON.stringify(input)} ${problem}`, () => assert.deepEqual(parseTime(input), { problem }))
}

const FROM = Date.UTC(1980)
const UNTIL = Date.UTC(2100)

test('a time from 1980 to 2099 is accepted in milliseconds, and reported in seconds, microseconds and nanoseconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: FROM, max: UNTIL - 1 }), (ms) => {
      assert.equal(parseTime(ms), ms)
      const other = (unit: string, shown = ms) => ({ problem: `looks like ${unit}: use milliseconds, ${shown}` })
      const seconds = Math.floor(ms / 1_000)
      assert.deepEqual(parseTime(seconds), other('seconds', seconds * 1_000))
      assert.deepEqual(parseTime(ms / 1_000), other('seconds'))
      assert.deepEqual(parseTime(ms * 1_000), other('microseconds'))
      assert.deepEqual(parseTime(ms * 1_000_000), other('nanoseconds'))
    }),
  )
})

test('only numbers are judged by their unit, and only those that are likely times in another one', () => {
  for (const seconds of [FROM / 1_000, UNTIL / 1_000 - 1]) {
    assert.match((parseTime(seconds) as { problem: string }).problem, /^looks like seconds/)
    assert.equal(parseTime(new Date(seconds).toISOString()), seconds)
  }
  const day = 24 * 3_600_000
  for (const ms of [0, 1, FROM / 1_000 - 1, UNTIL / 1_000, FROM - 1, UNTIL, -day, Date.UTC(1975), Date.UTC(1800)])
    assert.equal(parseTime(ms), ms)
})

test('29 February is a date in leap years and in no other', () => {
  for (let year = 0; year <= 9999; year++) {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
    const time = parseTime(`${String(year).padStart(4, '0')}-02-29T00:00:00Z`)
    assert.equal(typeof time === 'number', leap, String(year))
  }
})

test('a date is accepted if the calendar has it, and means that day', () => {
  const part = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(part(9999), part(14), part(33), fc.boolean(), (year, month, day, isUsual) => {
      const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      // Two ways of writing the zone, since the most usual form is read by a way of its own.
      const time = parseTime(`${date}T12:00:00${isUsual ? 'Z' : '+00:00'}`)
      const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
      assert.deepEqual(
        typeof time === 'number' ? toIso(time) : time,
        exists ? `${date}T12:00:00.000Z` : { problem: NO_DATE },
      )
    }),
    { numRuns: 2_000 },
  )
})

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

test('every written instant is read back as the same instant, in every zone', () => {
  const instants = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9998-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  const offsets = fc.integer({ min: -1439, max: 1439 })
  fc.assert(
    fc.property(instants, offsets, (instant, offset) => {
      const iso = instant.toISOString()
      assert.equal(parseTime(iso), instant.getTime())
      assert.equal(toIso(Number(parseTime(iso))), iso)
      const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1)
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
      const zone = `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
      assert.equal(parseTime(local + zone), instant.getTime())
    }),
  )
})

test('a time is the same instant in every form in which ISO-8601 may write it', () => {
  const two = (value: number) => String(value).padStart(2, '0')
  const times = fc.record({
    instant: fc.date({ min: new Date('0001-01-02'), max: new Date('9998-12-31'), noInvalidDate: true }),
    offset: fc.integer({ min: -1439, max: 1439 }),
    isBasicDate: fc.boolean(),
    isBasicTime: fc.boolean(),
    isBasicZone: fc.boolean(),
    between: fc.constantFrom('T', 't', ' '),
    point: fc.constantFrom('.', ','),
    endsDay: fc.boolean(),
  })
  fc.assert(
    fc.property(times, ({ instant, offset, isBasicDate, isBasicTime, isBasicZone, between, point, endsDay }) => {
      const midnight = Math.floor(instant.getTime() / 86_400_000) * 86_400_000
      const local = new Date(endsDay ? midnight - 86_400_000 : instant.getTime() + offset * 60_000).toISOString()
      const date = local.slice(0, 10).replaceAll('-', isBasicDate ? '' : '-')
      const time = (endsDay ? '24:00:00.000' : local.slice(11, 23)).replaceAll(':', isBasicTime ? '' : ':')
      const distance = Math.abs(offset)
      const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(distance / 60))}${isBasicZone ? '' : ':'}${two(distance % 60)}`
      const written = `${date}${between}${time.replace('.', point)}${zone}`
      assert.equal(parseTime(written), endsDay ? midnight - offset * 60_000 : instant.getTime(), written)
    }),
    { numRuns: 2_000 },
  )
})

test('the end of a day is the beginning of the next one', () => {
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
      const [today, tomorrow] = [day, day + 1].map((at) => new Date(at * 86_400_000).toISOString().slice(0, 10))
      assert.equal(parseTime(`${today}T24:00Z`), parseTime(`${tomorrow}T00:00Z`))
    }),
  )
})
