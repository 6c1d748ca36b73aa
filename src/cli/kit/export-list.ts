import type { Command } from 'commander'
import { auditExport, type ListFile } from '../../console/exports/lists.ts'
import type { Clock } from '../../lib/time.ts'
import { hooks } from '../../serve/features.ts'
import type { Store } from '../../store/store.ts'
import { operator, withWorkspace } from './context.ts'
import { writeNewFile } from './new-file.ts'
import { fileName, type WorkspaceOptions, workspaceCommand } from './options.ts'
import { print, printJson, showMeanwhile } from './output.ts'

interface Opened {
  store: Store
  hooks: typeof hooks
  clock: Clock
  workspaceId: string
}

/** `storewire … export FILE`: a list as a new CSV file. Its filters are added by the caller. */
export function exportCommand(command: Command, what: string): Command {
  return workspaceCommand(command.command('export'))
    .description(`write ${what} to a new CSV file, in the order of the list`)
    .argument('<file>', 'file to create; must not exist', fileName)
}

/** Writes a list to a file, and prints how many rows it has. The audit log has it, as it has exports of the console. */
export async function exportList(
  file: string,
  { db, workspace, json }: WorkspaceOptions,
  { list, filters, rowsOf }: { list: string; filters: object; rowsOf: (opened: Opened) => ListFile },
): Promise<void> {
  let count = 0
  await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
    await writeNewFile(file, async (write) => {
      for await (const { text, rows } of rowsOf({ store, hooks, clock, workspaceId })) {
        await write(text)
        count += rows
        showMeanwhile(`${count} ${list} written`)
      }
    })
    await store.write((tx) => auditExport(tx, { workspaceId, actor: operator(), list, filters }, clock.now()))
  })
  if (json) printJson({ file, list, rows: count })
  else print(`${count} ${list} are in ${file}.`)
}
