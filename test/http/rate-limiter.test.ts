import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseList } from 'structured-headers'
import { HttpError } from '../../src/http/errors.ts'
import { createRateLimiter, type LimitName, noRateLimits, type RateLimits } from '../../src/http/limits/rate-limit.ts'
import { fc } from '../support/properties.ts'
import { testClock } from '../support/server.ts'

/** A limiter with a clock of its own, and what one call of `key` gets: taken or not, and what it is told of the first limit. */
function limiterAt(now: number, limits: Partial<RateLimits>, names: LimitName[] = ['calls']) {
  const clock = testClock(now)
  const limiter = createRateLimiter({ ...noRateLimits, ...limits }, clock)
  const call = (key = 'key') => {
    try {
      return { taken: true, ...told(limiter.take(names, key)) }
    } catch (error) {
      assert.ok(error instanceof HttpError)
      return { taken: false, ...told(error.headers) }
    }
  }
  /** Calls so often; how many were taken. */
  const burst = (calls: number) => Array.from({ length: calls }, () => call()).filter(({ taken }) => taken).length
  return { clock, call, burst, limiter }
}

function told(headers: Record<string, string>) {
  const [, state] = parseList(headers.ratelimit ?? '')[0] ?? []
  return { r: Number(state?.get('r')), t: Number(state?.get('t')), retryAfter: headers['retry-after'] }
}

/** A limit, and the pauses between calls. */
const traffic = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(30_000), { maxLength: 60 }))

test('no 60 seconds have more calls than the limit, and a call is rejected only if they are full', () => {
  fc.assert(
    fc.property(traffic, ([limit, pauses]) => {
      const { clock, call } = limiterAt(0, { calls: limit })
      const accepted: number[] = []
      for (const pause of pauses) {
        clock.advance(pause)
        const within = accepted.filter((time) => time > clock.now() - 60_000).length
        const { taken } = call()
        assert.equal(taken, within < limit)
        if (taken) accepted.push(clock.now())
      }
    }),
  )
})

test('r is the number of calls left, t the time until the oldest stops counting, and Retry-After is never earlier', () => {
  fc.assert(
    fc.property(traffic, ([limit, pauses]) => {
      const { clock, call } = limiterAt(0, { calls: limit })
      let counted: number[] = []
      for (const pause of pauses) {
        clock.advance(pause)
        counted = counted.filter((time) => time > clock.now() - 60_000)
        const { taken, r, t, retryAfter } = call()
        if (taken) counted.push(clock.now())
        assert.equal(r, limit - counted.length)
        assert.equal(t, Math.ceil(((counted[0] ?? 0) + 60_000 - clock.now()) / 1_000))
        assert.ok(t >= 1 && t <= 60)
        assert.equal(retryAfter, taken ? undefined : '60')
      }
    }),
  )
})

test('a burst at the end of a minute leaves nothing for the beginning of the next', () => {
  const { clock, burst } = limiterAt(59_999, { calls: 600 })
  assert.equal(burst(700), 600)
  clock.advance(1)
  assert.equal(burst(700), 0)
  clock.advance(59_998)
  assert.equal(burst(700), 0)
  clock.advance(1)
  assert.equal(burst(700), 600)
})

test('calls become available one by one, as they were made', () => {
  const { clock, burst } = limiterAt(0, { calls: 3 })
  for (let second = 0; second < 3; second++) {
    assert.equal(burst(1), 1)
    clock.advance(1_000)
  }
  clock.advance(57_000)
  assert.equal(burst(5), 1)
  clock.advance(1_000)
  assert.equal(burst(5), 1)
})

test('a caller who retries while rejected is accepted as soon as one who waits', () => {
  const { clock, burst } = limiterAt(0, { calls: 1 })
  assert.equal(burst(1), 1)
  for (let second = 1; second < 60; second++) {
    clock.advance(1_000)
    assert.equal(burst(10), 0)
  }
  clock.advance(1_000)
  assert.equal(burst(1), 1)
})

for (const name of ['bulk', 'widget', 'unauthorized', 'pages'] as const) {
  test(`${name} is counted separately for each caller and each limit`, () => {
    const { clock, call, limiter } = limiterAt(0, { calls: 1, [name]: 2 }, [name])
    limiter.take(['calls'], 'a')
    assert.deepEqual([call('a').taken, call('a').taken, call('a').taken], [true, true, false])
    assert.deepEqual([call('b').taken, call('b').taken, call('b').taken], [true, true, false])
    clock.advance(60_000)
    assert.equal(call('a').taken, true)
  })
}

test('a call is counted against all of its limits or none', () => {
  const { clock, call, limiter } = limiterAt(0, { calls: 3, bulk: 1 }, ['calls', 'bulk'])
  assert.deepEqual([call().taken, call().taken, call().taken], [true, false, false])
  limiter.take(['calls'], 'key')
  limiter.take(['calls'], 'key')
  assert.throws(() => limiter.take(['calls'], 'key'), {
    code: 'TOO_MANY_REQUESTS',
    facts: { limit: 3, windowSeconds: 60 },
  })
  clock.advance(60_000)
  assert.equal(call().taken, true)
})

test('a limit of 0 rejects every call, and one that is off accepts every call', () => {
  assert.equal(limiterAt(0, { calls: 0 }).burst(3), 0)
  assert.equal(limiterAt(0, { calls: null }).burst(5_000), 5_000)
})

test('a clock set back an hour locks nobody out, and the limit continues to count', () => {
  const { clock, burst } = limiterAt(10_000_000, { calls: 2 })
  assert.equal(burst(3), 2)
  clock.advance(-3_600_000)
  assert.equal(burst(3), 2)
  clock.advance(60_000)
  assert.equal(burst(3), 2)
})

test('a clock set forward an hour forgets earlier calls', () => {
  const { clock, burst } = limiterAt(0, { calls: 2 })
  assert.equal(burst(3), 2)
  clock.advance(3_600_000)
  assert.equal(burst(3), 2)
})

/** The n-th of as many IPv6 networks as an address plan of 64 bits has. */
const networkNumber = (n: number) => `2001:db8:${Math.floor(n / 65_536).toString(16)}:${(n % 65_536).toString(16)}::/64`

test('a caller with 65,536 networks is counted by its /48 when too many are known, and distant callers are not', () => {
  const { clock, call } = limiterAt(0, { unauthorized: 2 }, ['unauthorized'])
  for (let n = 0; n < 10_000; n++) assert.equal(call(networkNumber(n)).taken, true)
  // Beyond that, all further networks of the /48 have ten times the limit together.
  for (let n = 20_000; n < 20_020; n++) assert.equal(call(networkNumber(n)).taken, true)
  assert.equal(call(networkNumber(20_020)).taken, false)
  // Those that were known are still counted apart, and others elsewhere have a limit as ever.
  assert.deepEqual([call(networkNumber(5)).taken, call(networkNumber(5)).taken], [true, false])
  const ofIPv4 = Array.from({ length: 21 }, (_, n) => call(`192.0.2.${n}`).taken)
  assert.deepEqual(ofIPv4, [...Array(20).fill(true), false])
  assert.equal(call('2001:db8:ffff::/64').taken, true)
  clock.advance(120_000)
  for (const n of [20_002, 20_003, 20_004]) assert.equal(call(networkNumber(n)).taken, true)
})

test('however many networks and sessions a stranger has, nobody elsewhere is refused', () => {
  const { call, limiter } = limiterAt(0, { unauthorized: 1, widget: 1, calls: 1 }, ['unauthorized'])
  const flood = (name: LimitName, caller: string) => {
    try {
      limiter.take([name], caller)
    } catch (error) {
      assert.ok(error instanceof HttpError)
    }
  }
  for (let n = 0; n < 20_000; n++) {
    flood('widget', `${networkNumber(n)} org_1`)
    flood('calls', `session ${n}`)
  }
  for (let n = 0; n < 10_000; n++) call(`10.0.${n >> 8}.${n & 255}`)
  // 20,000 networks of 32 bits, each with its own neighbors: more than are counted.
  for (let n = 0; n < 20_000; n++) call(`${(0x2400 + (n >> 12)).toString(16)}:${(n & 4_095).toString(16)}:1::/64`)
  for (const elsewhere of ['2001:db8::/64', '2a02:1::/64', '192.0.2.1', '198.51.100.1'])
    assert.equal(call(elsewhere).taken, true, elsewhere)
})
