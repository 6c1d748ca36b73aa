import type { Command } from 'commander'
import type { Reader } from '../../store/store.ts'
import { withWorkspace } from './context.ts'
import { listCommand, type WorkspaceOptions } from './options.ts'

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
  listCommand(settings.command('show'))
    .description(description)
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const found = await withWorkspace({ db, workspace }, async ({ read: reader }, workspaceId) =>
        read(reader, workspaceId),
      )
      await print(found, json)
    })
}
