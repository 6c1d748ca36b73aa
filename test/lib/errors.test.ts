import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError, type ErrorCode } from '../../src/lib/errors.ts'

test('only faults of the server have the place where they were thrown', () => {
  const limit = Error.stackTraceLimit
  const placesOf = (code: ErrorCode) =>
    (new DomainError(code, 'x', 'A sentence.').stack ?? '').match(/^ +at /gm)?.length
  assert.ok((placesOf('INTERNAL_SERVER_ERROR') ?? 0) > 0)
  assert.ok((placesOf('SERVICE_UNAVAILABLE') ?? 0) > 0)
  assert.equal(placesOf('TOO_MANY_REQUESTS'), undefined)
  assert.equal(placesOf('BAD_REQUEST'), undefined)
  assert.equal(Error.stackTraceLimit, limit)
})
