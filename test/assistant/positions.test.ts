import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBefore, isNear, positionsAmong, positionsOf } from '../../src/assistant/understand/positions.ts'
import { fc } from '../support/properties.ts'

const positions = fc.array(fc.nat({ max: 40 }), { maxLength: 8 })

test('two concepts are near each other if five words at most are from one to the other', () => {
  fc.assert(
    fc.property(positions, positions, (ones, others) => {
      const isFound = ones.some((one) => others.some((other) => one !== other && Math.abs(one - other) <= 5))
      assert.equal(isNear(ones, others), isFound)
    }),
  )
})

test('a concept is before another if one of its positions is before one of the other', () => {
  fc.assert(
    fc.property(positions, positions, (ones, others) => {
      assert.equal(
        isBefore(ones, others),
        ones.some((one) => others.some((other) => one < other)),
      )
    }),
  )
})

test('the positions of several concepts are found by their names', () => {
  const found = positionsOf([
    { concept: 'not', at: 0 },
    { concept: 'arrive', at: 1 },
    { concept: 'not', at: 4 },
  ])
  assert.deepEqual(positionsAmong(found, ['not', 'lost', 'arrive']), [0, 4, 1])
})
