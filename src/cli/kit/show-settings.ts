import type { Command } from 'commander'
import { findWorkspace } from '../../access/workspaces.ts'
import type { Reader } from '../../store/store.ts'
import { withStore } from './context.ts'
import { dbOption, jsonOption, type WorkspaceOptions, wideOption, workspaceOption } from './options.ts'

/** Adds the command that shows the settings of one kind that a workspace has. */
export function addShow<Settings>(
  settings: Command,
  {
    description,
    read,
    print,
  }: {
    description: string
    read: (reader: Reader, workspaceId: string) => Promise<Settings>
    print: (settings: Settings, json: boolean | undefined) => Promise<void>
  },
): void {
  settings
    .command('show')
    .description(description)
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .addOption(wideOption())
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const found = await withStore(db, async ({ read: reader }) =>
        read(reader, (await findWorkspace(reader, workspace)).id),
      )
      await print(found, json)
    })
}
