import { Command, Option } from 'commander'
import { createWorkspace, listWorkspaces, type Plan, plans, type Workspace } from '../../access/workspaces.ts'
import { operator, withStore } from '../kit/context.ts'
import { type CommonOptions, dbOption, jsonOption } from '../kit/options.ts'
import { printJson, printTable } from '../kit/output.ts'

export function workspacesCommand(): Command {
  const command = new Command('workspaces').description('create and list workspaces: one shop each')
  command
    .command('create <name>')
    .description('create a workspace')
    .addOption(new Option('--plan <plan>', 'plan').choices(plans).default('scale').env('STOREWIRE_PLAN'))
    .addOption(new Option('--test', 'mark it as a test workspace').env('STOREWIRE_TEST'))
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async (name: string, { db, json, plan, test = false }: CommonOptions & { plan: Plan; test?: boolean }) => {
      const created = await withStore(
        db,
        (store, clock) => store.write((tx) => createWorkspace(tx, operator(), { name, plan, test }, clock.now())),
        { create: true },
      )
      await show(json, created)
    })
  command
    .command('list')
    .description('list every workspace')
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async ({ db, json }: CommonOptions) => {
      const all = await withStore(db, (store) => listWorkspaces(store.read))
      if (json) printJson(all)
      else await table(all)
    })
  return command
}

async function show(json: boolean | undefined, workspace: Workspace): Promise<void> {
  if (json) printJson(workspace)
  else await table([workspace])
}

function table(workspaces: Workspace[]): Promise<void> {
  return printTable(
    ['ID', 'NAME', 'PLAN', 'TEST'],
    workspaces.map(({ id, name, plan, test }) => [id, name, plan, test ? 'yes' : 'no']),
  )
}
