import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNewPassword, createPasswords, KNOWN } from '../../src/access/passwords.ts'
import { headersOf, statusOf } from '../../src/http/errors.ts'
import type { DomainError } from '../../src/lib/errors.ts'
import { cheapHash, PASSWORD } from '../support/console.ts'
import { fc } from '../support/properties.ts'

test('a password is stored as scrypt in PHC form, with its cost and a salt of its own', async () => {
  const passwords = createPasswords()
  const [first, second] = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)])
  for (const stored of [first, second]) {
    assert.match(stored, /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/)
    assert.equal(await passwords.verify(PASSWORD, stored), true)
  }
  assert.notEqual(first, second)
  assert.equal(await passwords.verify(`${PASSWORD} `, first), false)
})

test('a password keeps the cost that it was stored with', async () => {
  assert.equal(await createPasswords().verify(PASSWORD, cheapHash()), true)
})

test('without a stored password the same hashing work is done, and no password is accepted', async () => {
  const passwords = createPasswords()
  // Processor time, also of the threads that hash: what others do on the machine does not count.
  const msOf = async (stored: string | null) => {
    const start = process.cpuUsage()
    assert.equal(await passwords.verify('a wrong password', stored), false)
    return process.cpuUsage(start).user / 1_000
  }
  const stored = await passwords.hash(PASSWORD)
  const [some, none] = [await msOf(stored), await msOf(null)]
  // Without the work it would be a hundredth.
  assert.ok(none > some / 5, `${none} ms without a password, ${some} ms with one`)
})

test('two passwords are hashed at once, twenty wait, and further ones are rejected with a time to retry', async () => {
  const passwords = createPasswords()
  const stored = cheapHash()
  const tries = Array.from({ length: 24 }, () => passwords.verify(PASSWORD, stored))
  const settled = await Promise.allSettled(tries)
  assert.deepEqual(
    settled.map(({ status }) => status),
    [...Array.from({ length: 22 }, () => 'fulfilled'), 'rejected', 'rejected'],
  )
  const { reason } = settled[23] as PromiseRejectedResult
  const { code, reason: why } = reason as DomainError
  assert.deepEqual([statusOf[code], why, headersOf(reason)], [429, 'busy_with_passwords', { 'retry-after': '5' }])
  assert.equal(await passwords.verify(PASSWORD, stored), true)
})

test('strangers who guess passwords keep neither known callers nor distant strangers out', async () => {
  const passwords = createPasswords()
  const stored = cheapHash()
  const verify = (from: string) => passwords.verify(PASSWORD, stored, from)
  const guesses = Promise.allSettled(
    Array.from({ length: 1_000 }, (_, n) => verify(`2001:db8:1:${n.toString(16)}::/64`)),
  )
  const distant = verify('198.51.100.1')
  const known = Array.from({ length: 20 }, () => verify(KNOWN))
  assert.deepEqual(await Promise.all([distant, ...known]), Array(21).fill(true))
  assert.equal((await guesses).filter(({ status }) => status === 'fulfilled').length, 10)
})

test('a character that devices encode differently is the same character', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('caf\u00e9 caf\u00e9 caf\u00e9')
  assert.equal(await passwords.verify('cafe\u0301 cafe\u0301 cafe\u0301', stored), true)
})

test('a password of twelve characters is accepted unless it resembles a common one', () => {
  for (const password of ['correct horse', 'wool & felt 7', '839201748392', 'xk7!Pq92mz#L', '🐑🐑🐑wool&felt!'])
    checkNewPassword(password)
  for (const password of ['wool & felt', 'dragondragon', 'Password1234', '!!letmein2026', '111111111111'])
    assert.throws(() => checkNewPassword(password), { reason: 'weak_password' }, password)
})

test('the password check handles any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1_200 }), (text) => {
      try {
        checkNewPassword(text)
      } catch (error) {
        assert.equal((error as DomainError).reason, 'weak_password')
      }
    }),
  )
})
