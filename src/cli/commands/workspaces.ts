import { Command, Option } from 'commander'
import {
  changeWorkspace,
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  type Plan,
  plans,
  type Workspace,
} from '../../access/workspaces.ts'
import { operator, withStore } from '../kit/context.ts'
import { type CommonOptions, dbOption, jsonOption, wideOption } from '../kit/options.ts'
import { printJson, printTable } from '../kit/output.ts'
import { cut } from '../kit/table.ts'
import { deleteCommand, exportCommand } from './workspace-data.ts'

export function workspacesCommand(): Command {
  const command = new Command('workspaces').description(
    'create, list, change, export and delete workspaces: one shop each',
  )
  command
    .command('create <name>')
    .description('create a workspace')
    .addOption(new Option('--plan <plan>', 'plan').choices(plans).default('scale').env('STOREWIRE_PLAN'))
    .addOption(new Option('--test', 'mark it as a test workspace').env('STOREWIRE_TEST'))
    .addOption(dbOption())
    .addOption(jsonOption())
    .addOption(wideOption())
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
    .addOption(wideOption())
    .action(async ({ db, json }: CommonOptions) => {
      const all = await withStore(db, (store) => listWorkspaces(store.read))
      if (json) printJson(all)
      else await table(all)
    })
  command
    .command('set <workspace>')
    .description('change the name, plan or test mark of a workspace, named by its id or name')
    .addOption(new Option('--name <name>', 'new name'))
    .addOption(new Option('--plan <plan>', 'new plan').choices(plans))
    .addOption(new Option('--test <on|off>', 'whether it is a test workspace').choices(['on', 'off']))
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(set)
  command.addCommand(exportCommand())
  command.addCommand(deleteCommand())
  return command
}

type SetOptions = CommonOptions & { name?: string; plan?: Plan; test?: 'on' | 'off' }

async function set(idOrName: string, { db, json, name, plan, test }: SetOptions, command: Command): Promise<void> {
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
    ...(test === undefined ? {} : { test: test === 'on' }),
  }
  if (Object.keys(change).length === 0) command.error('error: Nothing to change: add --name, --plan or --test.')
  const changed = await withStore(db, async (store, clock) => {
    const { id } = await findWorkspace(store.read, idOrName)
    return store.write((tx) => changeWorkspace(tx, operator(), id, change, clock.now()))
  })
  await show(json, changed)
}

async function show(json: boolean | undefined, workspace: Workspace): Promise<void> {
  if (json) printJson(workspace)
  else await table([workspace])
}

function table(workspaces: Workspace[]): Promise<void> {
  return printTable(
    ['ID', cut('NAME'), 'PLAN', 'TEST'],
    workspaces.map(({ id, name, plan, test }) => [id, name, plan, test ? 'yes' : 'no']),
  )
}
