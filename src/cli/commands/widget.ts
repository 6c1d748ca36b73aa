import { Command } from 'commander'
import { findWorkspace } from '../../access/workspaces.ts'
import { addOrigin, listOrigins, removeOrigin } from '../../widget/origins.ts'
import { operator, withStore } from '../kit/context.ts'
import { type CommonOptions, dbOption, jsonOption, workspaceOption } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'

type WorkspaceOptions = CommonOptions & { workspace?: string }

export function widgetCommand(): Command {
  const command = new Command('widget').description('set the chat widget up')
  const origins = command
    .command('origins')
    .description('the origins whose pages may use the widget; none: every page may')
  addChange(origins, 'add', 'let the pages of an origin, such as https://shop.example, use the widget', addOrigin)
  addChange(origins, 'remove', 'take an origin away; after the last one every page may use the widget', removeOrigin)
  origins
    .command('list')
    .description('list the origins')
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const listed = await withStore(db, async (store) =>
        listOrigins(store.read, (await findWorkspace(store.read, workspace)).id),
      )
      await show(listed, json)
    })
  return command
}

function addChange(origins: Command, name: string, description: string, change: typeof addOrigin): void {
  origins
    .command(`${name} <origin>`)
    .description(description)
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async (origin: string, { db, workspace, json }: WorkspaceOptions) => {
      const left = await withStore(db, async (store, clock) => {
        const { id: workspaceId } = await findWorkspace(store.read, workspace)
        return store.write((tx) => change(tx, operator(), { workspaceId, origin }, clock.now()))
      })
      await show(left, json)
    })
}

async function show(origins: string[], json: boolean | undefined): Promise<void> {
  if (json) printJson(origins)
  else if (origins.length === 0) print('Every page may use the widget.')
  else
    await printTable(
      ['ORIGIN'],
      origins.map((origin) => [origin]),
    )
}
