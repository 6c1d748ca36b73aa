import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Store } from '../../src/store/store.ts'

const note = (id: string) =>
  ['INSERT INTO workspaces (id, name, plan, test, created_at) VALUES (?, ?, ?, 0, 0)', id, id, 'scale'] as const
const ids = async (store: Store) =>
  (await store.read.all<{ id: string }>('SELECT id FROM workspaces ORDER BY id')).map(({ id }) => id)

/**
 * What everything above the store relies on, whichever engine is below: the contract in `src/store/store.ts`, sentence by sentence.
 *
 * @param open makes a new, empty database that ends with the test
 */
export function testEngine(engine: string, open: (t: TestContext) => Promise<Store>): void {
  test(`${engine}: a work sees what it and earlier works of its group wrote; a reader sees what is committed`, async (t) => {
    const store = await open(t)
    assert.deepEqual(await ids(store), [])
    const first = store.write((tx) => tx.run(...note('a')))
    const second = store.write((tx) => tx.all('SELECT id FROM workspaces'))
    assert.deepEqual(await ids(store), [])
    await first
    assert.deepEqual(await second, [{ id: 'a' }])
    assert.deepEqual(await ids(store), ['a'])
  })

  test(`${engine}: of hundreds of works in one turn those that throw are undone alone, and the others are kept in their order`, async (t) => {
    const store = await open(t)
    const fails = (index: number) => index % 50 === 25
    const works = Array.from({ length: 200 }, (_, index) =>
      store.write(async (tx) => {
        await tx.run(...note(`w${String(index).padStart(3, '0')}`))
        const { count } = (await tx.get<{ count: number }>('SELECT count(*) AS count FROM workspaces')) ?? { count: 0 }
        if (fails(index)) throw new Error(`${index} will not`)
        return count
      }),
    )
    const results = await Promise.allSettled(works)
    let kept = 0
    for (const [index, result] of results.entries()) {
      if (!fails(index)) kept++
      assert.equal(
        result.status === 'fulfilled' ? result.value : result.reason.message,
        fails(index) ? `${index} will not` : kept,
      )
    }
    assert.equal((await ids(store)).length, 196)
    assert.ok(!(await ids(store)).includes('w025'))
  })

  test(`${engine}: a work that violates the schema undoes everything it did`, async (t) => {
    const store = await open(t)
    const twice = store.write(async (tx) => {
      await tx.run(...note('a'))
      await tx.run(...note('a'))
    })
    const [broken, whole] = await Promise.allSettled([twice, store.write((tx) => tx.run(...note('b')))])
    assert.deepEqual([broken?.status, whole?.status], ['rejected', 'fulfilled'])
    assert.deepEqual(await ids(store), ['b'])
  })

  test(`${engine}: a reader cannot write`, async (t) => {
    const store = await open(t)
    await assert.rejects(store.read.all('DELETE FROM workspaces RETURNING id'))
    await store.write((tx) => tx.run(...note('a')))
    assert.deepEqual(await ids(store), ['a'])
  })

  test(`${engine}: many() runs one statement for many rows and returns what each did`, async (t) => {
    const store = await open(t)
    const [sql] = note('a')
    const ran = await store.write((tx) =>
      tx.many(
        `${sql} ON CONFLICT (id) DO NOTHING`,
        [note('a').slice(1), note('b').slice(1), note('a').slice(1)].map((row) => row as string[]),
      ),
    )
    assert.deepEqual(
      ran.map(({ changes }) => changes),
      [1, 1, 0],
    )
  })

  test(`${engine}: rows without a number get numbers above those of all rows that are committed`, async (t) => {
    const store = await open(t)
    const add = (...workspaces: string[]) =>
      store.write((tx) =>
        tx.many(
          "INSERT INTO search_spaces (workspace_id, resource) VALUES (?, '')",
          workspaces.map((id) => [id]),
        ),
      )
    for (const id of 'abcde') await store.write((tx) => tx.run(...note(id)))
    await add('a', 'b')
    await store.write((tx) => tx.run("DELETE FROM search_spaces WHERE workspace_id = 'a'"))
    await Promise.all([add('c', 'd'), add('e')])
    const rows = await store.read.all<{ id: string }>('SELECT workspace_id AS id FROM search_spaces ORDER BY number')
    assert.equal(rows.map(({ id }) => id).join(''), 'bcde')
  })

  test(`${engine}: a resolved write is visible to every later read`, async (t) => {
    const store = await open(t)
    for (const id of ['a', 'b', 'c']) {
      await store.write((tx) => tx.run(...note(id)))
      assert.ok((await ids(store)).includes(id))
    }
  })

  test(`${engine}: works run one after another, each on the result of the one before`, async (t) => {
    const store = await open(t)
    await store.write((tx) => tx.run(...note('counter')))
    const counted = Array.from({ length: 100 }, () =>
      store.write(async (tx) => {
        const row = await tx.get<{ name: string }>("SELECT name FROM workspaces WHERE id = 'counter'")
        const next = (Number(row?.name) || 0) + 1
        await tx.run("UPDATE workspaces SET name = ? WHERE id = 'counter'", String(next))
        return next
      }),
    )
    assert.deepEqual(
      await Promise.all(counted),
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
  })

  test(`${engine}: background writes are committed like all others, also one after another`, async (t) => {
    const store = await open(t)
    const works = ['a', 'b', 'c'].map((id) => store.writeInBackground((tx) => tx.run(...note(id))))
    await Promise.all([...works, store.write((tx) => tx.run(...note('d')))])
    assert.deepEqual(await ids(store), ['a', 'b', 'c', 'd'])
  })

  test(`${engine}: text is compared and ordered byte by byte`, async (t) => {
    const store = await open(t)
    const sorted = ['A', 'Z', 'a', 'a ', 'aa', 'z', 'É', 'é', '\uffee', '\u{1f9e3}']
    for (const id of sorted.toReversed()) await store.write((tx) => tx.run(...note(id)))
    assert.deepEqual(await ids(store), sorted)
    assert.equal(await store.read.get('SELECT id FROM workspaces WHERE id = ?', 'É '), undefined)
  })

  test(`${engine}: integers are read as numbers, up to the largest safe one; text, bytes and null unchanged`, async (t) => {
    const store = await open(t)
    for (const value of [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
      const row = await store.write(async (tx) => {
        await tx.run('DELETE FROM workspaces')
        await tx.run(
          'INSERT INTO workspaces (id, name, plan, test, created_at) VALUES (?, ?, ?, 0, ?)',
          'a',
          'ü🧣',
          'scale',
          value,
        )
        return tx.get<{ name: string; created_at: number }>('SELECT name, created_at FROM workspaces')
      })
      assert.deepEqual(row, { name: 'ü🧣', created_at: value })
    }
    const bytes = Buffer.from([0, 255, 128, 0])
    await store.write((tx) => tx.run('CREATE TABLE kept (bytes BLOB, missing TEXT)'))
    await store.write((tx) => tx.run('INSERT INTO kept VALUES (?, ?)', bytes, null))
    assert.deepEqual(await store.read.get('SELECT bytes, missing FROM kept'), { bytes, missing: null })
  })

  test(`${engine}: an error of a work is rejected as it was thrown, and leaves nothing behind`, async (t) => {
    const store = await open(t)
    const error = new Error('mine')
    const failing = store.write(async (tx) => {
      await tx.run(...note('a'))
      throw error
    })
    await assert.rejects(failing, (thrown) => thrown === error)
    assert.deepEqual(await ids(store), [])
  })

  test(`${engine}: works beside one that throws may run again, and resolve with the result of the committed run`, async (t) => {
    const store = await open(t)
    const heard: string[] = []
    store.onChanged((ids) => void heard.push(...ids))
    const runs = { a: 0, b: 0, c: 0 }
    const work = (id: keyof typeof runs) =>
      store.write(async (tx) => {
        const name = `${id} of run ${++runs[id]}`
        tx.changed(name)
        await tx.run(
          'INSERT INTO workspaces (id, name, plan, test, created_at) VALUES (?, ?, ?, 0, 0)',
          id,
          name,
          'scale',
        )
        if (id === 'b') throw new Error('b will not')
        return name
      })
    const [a, b, c] = await Promise.allSettled([work('a'), work('b'), work('c')])
    assert.equal(b.status === 'rejected' && b.reason.message, 'b will not')
    const kept = [`a of run ${runs.a}`, `c of run ${runs.c}`]
    assert.deepEqual(
      [a, c].map((result) => result.status === 'fulfilled' && result.value),
      kept,
    )
    const rows = await store.read.all<{ name: string }>('SELECT name FROM workspaces ORDER BY id')
    assert.deepEqual(
      rows.map(({ name }) => name),
      kept,
    )
    assert.deepEqual(
      heard.filter((id) => !id.startsWith('b')),
      kept,
    )
  })

  test(`${engine}: a reader sees nothing of a work in progress`, async (t) => {
    const store = await open(t)
    let seen: string[] | undefined
    await store.write(async (tx) => {
      await tx.run(...note('a'))
      seen = await ids(store)
    })
    assert.deepEqual(seen, [])
    assert.deepEqual(await ids(store), ['a'])
  })

  test(`${engine}: a listener gets a changed workspace once after each commit, and none of a failed commit`, async (t) => {
    const store = await open(t)
    const heard: string[] = []
    const end = store.onChanged((ids) => void heard.push(...ids))
    await store.write(async (tx) => {
      for (const id of ['a', 'a']) tx.changed(id)
      assert.deepEqual(heard, [])
    })
    const lost = store.write(async (tx) => {
      tx.changed('lost')
      throw new Error('undone')
    })
    await assert.rejects(lost, /undone/)
    end()
    await store.write(async (tx) => tx.changed('b'))
    assert.deepEqual(heard, ['a'])
  })

  test(`${engine}: until() reads up to and including the first row that ends it`, async (t) => {
    const store = await open(t)
    for (const id of ['a', 'b', 'c']) await store.write((tx) => tx.run(...note(id)))
    const isEnd = ({ id }: { id: string }) => id === 'b'
    const sql = 'SELECT id FROM workspaces ORDER BY id'
    const found = [{ id: 'a' }, { id: 'b' }]
    assert.deepEqual(await store.read.until(isEnd, sql), found)
    assert.deepEqual(await store.write((tx) => tx.until(isEnd, sql)), found)
  })

  test(`${engine}: closing waits for writes in progress`, async (t) => {
    const store = await open(t)
    const writes = ['a', 'b', 'c'].map((id) => store.write((tx) => tx.run(...note(id))))
    await store.close()
    await Promise.all(writes)
  })
}
