// Preloaded into a process, sends it the signal INTERRUPTED_BY two turns after it made a temporary folder, in the middle of its work.
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { mkdir } = files
const interrupt = () => process.kill(process.pid, process.env.INTERRUPTED_BY as NodeJS.Signals)

files.mkdir = (async (folder: string, options: { mode: number }) => {
  await mkdir(folder, options)
  setImmediate(() => setImmediate(interrupt))
}) as typeof mkdir
syncBuiltinESMExports()
