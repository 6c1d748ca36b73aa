import { Command } from 'commander'
import { addOrigin, listOrigins, removeOrigin } from '../../widget/origins.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { dbOption, jsonOption, type WorkspaceOptions, wideOption, workspaceOption } from '../kit/options.ts'
import { print, printJson, printTable } from '../kit/output.ts'
import { cut } from '../kit/table.ts'
import { addWidgetSettings } from './widget-settings.ts'

export function widgetCommand(): Command {
  const command = new Command('widget').description('set up the chat widget')
  const origins = command
    .command('origins')
    .description('change the origins whose pages may use the widget; without origins, every page may')
  addChange(origins, 'add', 'let the pages of an origin, such as https://shop.example, use the widget', addOrigin)
  addChange(origins, 'remove', 'remove an origin; without origins, every page may use the widget', removeOrigin)
  origins
    .command('list')
    .description('list the origins')
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .addOption(wideOption())
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const listed = await withWorkspace({ db, workspace }, async (store, workspaceId) =>
        listOrigins(store.read, workspaceId),
      )
      await show(listed, json)
    })
  addWidgetSettings(command)
  return command
}

function addChange(origins: Command, name: string, description: string, change: typeof addOrigin): void {
  origins
    .command(`${name} <origin>`)
    .description(description)
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .addOption(wideOption())
    .action(async (origin: string, { db, workspace, json }: WorkspaceOptions) => {
      const left = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) =>
        store.write((tx) => change(tx, operator(), { workspaceId, origin }, clock.now())),
      )
      await show(left, json)
    })
}

async function show(origins: string[], json: boolean | undefined): Promise<void> {
  if (json) printJson(origins)
  else if (origins.length === 0) print('Every page may use the widget.')
  else
    await printTable(
      [cut('ORIGIN')],
      origins.map((origin) => [origin]),
    )
}
