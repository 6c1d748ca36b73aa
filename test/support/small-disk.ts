import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A real file system of a few MiB; undefined if mounting is not allowed. Removed after the test. */
export function smallDisk(
  t: TestContext,
  mib: number,
  options = 'mode=700',
): { folder: string; resize: (mib: number) => void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'storewire-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,${options}`, 'tmpfs', folder]).status === 0
  t.after(() => {
    if (mounted) execFileSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  if (!mounted) return undefined
  return { folder, resize: (size) => execFileSync('mount', ['-o', `remount,size=${size}m`, folder]) }
}
