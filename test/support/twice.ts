import type { Store } from '../../src/store/store.ts'

/** A store that runs each work twice and keeps the second result, as happens if another work of the transaction throws. */
export function twice(store: Store): Store {
  const again =
    <T, A extends Parameters<Parameters<Store['writeInBackground']>[0]>>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const [tx] = args
      await tx.run('SAVEPOINT first_run')
      await work(...args).catch(() => {})
      await tx.run('ROLLBACK TO first_run')
      await tx.run('RELEASE first_run')
      return work(...args)
    }
  return {
    ...store,
    write: (work, share) => store.write((tx) => again(work)(tx, false, () => false), share),
    writeInBackground: (work) => store.writeInBackground(again(work)),
  }
}
