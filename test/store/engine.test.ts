import { join } from 'node:path'
import { openStore } from '../../src/store/sqlite/open.ts'
import { tempFolder } from '../support/server.ts'
import { testEngine } from './engine.ts'

testEngine('SQLite', async (t) => {
  const store = await openStore(join(await tempFolder(t), 'store.db'), { create: true })
  t.after(() => store.close())
  return store
})
