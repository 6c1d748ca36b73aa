import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignInLimits, type Guess } from '../../src/access/sign-in-limits.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { fc } from '../support/properties.ts'
import { testClock } from '../support/server.ts'

const MINUTE_MS = 60_000

const wrong = async () => {
  throw new DomainError('UNAUTHORIZED', 'sign_in_refused', 'wrong')
}
const right = async () => {}

function guesses() {
  const clock = testClock()
  const limits = createSignInLimits(clock)
  /** Whether a guess was checked. */
  const isChecked = async (guess: Guess, work: () => Promise<void> = wrong): Promise<boolean> => {
    try {
      await limits.try(guess, work)
      return true
    } catch (error) {
      assert.ok(error instanceof Error)
      return !(error instanceof DomainError && error.reason === 'too_many_tries')
    }
  }
  const checkedOf = async (guess: Guess, tries: number, work?: () => Promise<void>) => {
    let checked = 0
    for (let n = 0; n < tries; n++) if (await isChecked(guess, work)) checked++
    return checked
  }
  return { clock, limits, isChecked, checkedOf }
}

/** The n-th network of as many IPv6 networks as a /32 has. */
const ofIPv6 = (n: number) => `2001:db8:${(n >> 16).toString(16)}:${(n & 65_535).toString(16)}::/64`

const ada = (network: string, by: 'stranger' | 'known' = 'stranger'): Guess => ({
  by,
  name: 'ada@shop.example',
  network,
})

test('whatever 70,000 networks guess, known networks, sessions and links have counters of their own', async () => {
  const { isChecked, checkedOf } = guesses()
  for (let n = 0; n < 70_000; n++) {
    await isChecked({ by: 'stranger', name: `name${n}@shop.example`, network: ofIPv6(n) })
    await isChecked({ by: 'link', network: ofIPv6(n) })
  }
  const others: Guess[] = [
    ada('203.0.113.7', 'known'),
    ada(ofIPv6(1), 'known'),
    ada('198.51.100.1'),
    ada('2a02:1:2:3::/64'),
    { by: 'session', sessionId: 'mses_1' },
    { by: 'link', network: '198.51.100.1' },
    { by: 'link', network: '2a02:1:2:3::/64' },
  ]
  for (const guess of others) assert.ok(await isChecked(guess, right), JSON.stringify(guess))
  // Their own wrong guesses are limited as ever.
  assert.equal(await checkedOf(ada('203.0.113.7', 'known'), 10), 5)
  assert.equal(await checkedOf({ by: 'session', sessionId: 'mses_1' }, 10), 5)
})

test('beyond 20,000 networks a neighborhood has ten times the tries of a network', async () => {
  const { clock, isChecked, checkedOf } = guesses()
  for (let n = 0; n < 20_000; n++) await isChecked({ by: 'link', network: ofIPv6(n) })
  const fromMany = async (network: (n: number) => string) => {
    let checked = 0
    for (let n = 0; n < 200; n++) if (await isChecked({ by: 'link', network: network(n) })) checked++
    return checked
  }
  assert.equal(await fromMany((n) => ofIPv6(30_000 + n)), 50)
  assert.equal(await fromMany((n) => `2a02:1:2:${n.toString(16)}::/64`), 50)
  assert.equal(await fromMany((n) => `198.51.100.${n}`), 50)
  assert.equal(await fromMany((n) => `198.51.101.${n}`), 50)
  // Those that were counted before continue to be.
  assert.equal(await checkedOf({ by: 'link', network: ofIPv6(7) }, 10), 4)
  clock.advance(15 * MINUTE_MS)
  assert.equal(await checkedOf({ by: 'link', network: ofIPv6(30_000) }, 10), 5)
})

test('of too many neighborhoods the oldest is forgotten, and nobody else is refused', async () => {
  const { isChecked } = guesses()
  for (let n = 0; n < 20_000; n++) await isChecked({ by: 'link', network: ofIPv6(n) })
  // Of an IPv6 /32 more neighborhoods than are counted.
  for (let n = 0; n < 20_000; n++) await isChecked({ by: 'link', network: `2400:1:${n.toString(16)}:1::/64` })
  assert.ok(await isChecked({ by: 'link', network: '2a02:1:2:3::/64' }))
  assert.ok(await isChecked({ by: 'link', network: '198.51.100.1' }))
})

test('only a wrong guess costs a try: a fault, a refusal for another reason and a right one cost none', async () => {
  const { isChecked, checkedOf } = guesses()
  const outcomes: (() => Promise<void>)[] = [
    right,
    () => Promise.reject(new Error('the disk is full')),
    () => Promise.reject(new DomainError('SERVICE_UNAVAILABLE', 'disk_full', 'full')),
    () => Promise.reject(new DomainError('UNAUTHORIZED', 'code_needed', 'code')),
    () => Promise.reject(new DomainError('TOO_MANY_REQUESTS', 'busy_with_passwords', 'busy')),
  ]
  for (const outcome of outcomes) assert.equal(await checkedOf(ada('203.0.113.7'), 20, outcome), 20)
  assert.equal(await checkedOf(ada('203.0.113.7'), 20), 5)
  assert.ok(!(await isChecked(ada('203.0.113.7'), right)))
})

test('guesses at the same time cannot exceed the limit together, and those that were right count no longer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), async (areWrong) => {
      const { isChecked, checkedOf } = guesses()
      const gate = Promise.withResolvers<void>()
      let wrongOnes = 0
      const running = areWrong.map((isWrong) =>
        isChecked(ada('203.0.113.7'), async () => {
          if (isWrong) wrongOnes++
          await gate.promise
          if (isWrong) await wrong()
        }),
      )
      gate.resolve()
      const checked = (await Promise.all(running)).filter(Boolean).length
      assert.equal(checked, Math.min(5, areWrong.length))
      assert.equal(await checkedOf(ada('203.0.113.7'), 10), 5 - wrongOnes)
    }),
  )
})

test('a try that is refused because of unfinished ones may be made again in seconds', async () => {
  const { limits } = guesses()
  const gate = Promise.withResolvers<void>()
  const running = Array.from({ length: 5 }, () => limits.try(ada('203.0.113.7'), () => gate.promise))
  await assert.rejects(limits.try(ada('203.0.113.7'), right), { facts: { retryAfter: 5 } })
  gate.resolve()
  await Promise.all(running)
  await limits.try(ada('203.0.113.7'), right)
})

test('guesses that were never checked displace nobody: a name stays locked', async () => {
  const { isChecked, checkedOf } = guesses()
  assert.equal(await checkedOf(ada('203.0.113.7'), 6), 5)
  const busy = () => Promise.reject(new DomainError('TOO_MANY_REQUESTS', 'busy_with_passwords', 'busy'))
  for (let n = 0; n < 30_000; n++)
    await isChecked({ by: 'stranger', name: `name${n}@shop.example`, network: ofIPv6(n) }, busy)
  assert.ok(!(await isChecked(ada('198.51.100.1'))))
})
