// Preloaded into a process, sends it the signal INTERRUPTED_BY two turns after it made a temporary folder, in the middle of its work.
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { mkdtemp } = files
const interrupt = () => process.kill(process.pid, process.env.INTERRUPTED_BY as NodeJS.Signals)

files.mkdtemp = (async (prefix: string) => {
  const folder = await mkdtemp(prefix)
  setImmediate(() => setImmediate(interrupt))
  return folder
}) as typeof mkdtemp
syncBuiltinESMExports()
