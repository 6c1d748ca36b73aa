// Preloaded into a process, kills it right before its change of files number DIE_AT, counted from 0.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

type Change = (...args: unknown[]) => unknown
const files = fs as unknown as Record<string, Change>
let left = Number(process.env.DIE_AT)

for (const name of ['linkSync', 'renameSync', 'rmSync', 'fsyncSync']) {
  const change = files[name] as Change
  files[name] = (...args) => {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL')
    return change(...args)
  }
}
syncBuiltinESMExports()
