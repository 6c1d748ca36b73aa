import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newOrderedId, newOrderedIdAfter } from '../../src/lib/ids.ts'

const orderOf = (id: string) => id.slice(id.indexOf('_') + 1)

test('ids of one process sort in order of creation, whatever the clock says', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4e12 }), { minLength: 2 }), (times) => {
      const ids = times.map((now) => newOrderedId('msg', now))
      assert.deepEqual(ids.toSorted(), ids)
      assert.equal(new Set(ids).size, ids.length)
    }),
  )
})

test('an id sorts after those of another process, even if that process was in the future or at the end of its counter', () => {
  const far = ['conv_zzzzzzzy000000000000000', 'msg_zzzzzzzzzzzy00000000000', 'mov_9zzzzzzzzzzzzzzzzzzzzzz']
  for (const earlier of far.map((id) => [id])) {
    const id = newOrderedIdAfter(earlier, 'msg', 1)
    assert.match(id, /^msg_[0-9A-Za-z]{23}$/)
    assert.ok(orderOf(id) > orderOf(earlier[0] ?? ''), id)
  }
  assert.match(newOrderedIdAfter([], 'mov', 1), /^mov_[0-9A-Za-z]{23}$/)
})
