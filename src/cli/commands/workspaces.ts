import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { deleteWorkspace, deleteWorkspaceRows } from '../../access/delete-workspace.ts'
import { exportWorkspace } from '../../access/export-workspace.ts'
import { createWorkspaceWithKeys } from '../../access/first-run.ts'
import { hasOwner } from '../../access/members.ts'
import {
  changeWorkspace,
  findWorkspace,
  listWorkspaces,
  type Plan,
  plans,
  setTimeZone,
  type Workspace,
} from '../../access/workspaces.ts'
import { syncFolder } from '../../lib/files.ts'
import { PROGRAM } from '../../lib/program.ts'
import { hooks, workspaceTables } from '../../serve/features.ts'
import { assertWritable, inTemporaryFolder } from '../../store/temporary.ts'
import { operator, stopSignal, withStore } from '../kit/context.ts'
import { keyLines } from '../kit/listening.ts'
import { type CommonOptions, databaseCommand, wideOption } from '../kit/options.ts'
import { print, printJson, printTable, showMeanwhile } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'

export function workspacesCommand(): Command {
  const command = new Command('workspaces').description(
    'create, list, change, export and delete workspaces: one shop each',
  )
  databaseCommand(command.command('create <name>'))
    .description('create a workspace with its keys, and print them once')
    .addOption(new Option('--plan <plan>', 'plan').choices(plans).default('scale').env('STOREWIRE_PLAN'))
    .addOption(new Option('--test', 'mark it as a test workspace').env('STOREWIRE_TEST'))
    .addOption(wideOption())
    .action(create)
  databaseCommand(command.command('list'))
    .description('list every workspace')
    .addOption(wideOption())
    .action(async ({ db, json }: CommonOptions) => {
      const all = await withStore(db, (store) => listWorkspaces(store.read))
      if (json) printJson(all)
      else await table(all)
    })
  databaseCommand(command.command('set <workspace>'))
    .description('change the name, plan, test mark or time zone of a workspace, named by its id or name')
    .addOption(new Option('--name <name>', 'new name'))
    .addOption(new Option('--plan <plan>', 'new plan').choices(plans))
    .addOption(new Option('--test <on|off>', 'whether it is a test workspace').choices(['on', 'off']))
    .addOption(new Option('--time-zone <name>', 'zone in which its days begin, such as Europe/Berlin'))
    .action(set)
  command.addCommand(exportCommand())
  command.addCommand(deleteCommand())
  return command
}

async function create(
  name: string,
  { db, json, plan, test = false }: CommonOptions & { plan: Plan; test?: boolean },
  command: Command,
): Promise<void> {
  const { created, isFirst } = await withStore(
    db,
    async (store, clock) => ({
      created: await store.write((tx) => createWorkspaceWithKeys(tx, operator(), { name, plan, test }, clock.now())),
      isFirst: !(await hasOwner(store.read)),
    }),
    { create: true },
  )
  const dbOption = command.getOptionValueSource('db') !== 'default' ? ['--db', db] : []
  const email = isFirst ? [] : ['EMAIL']
  const inviteOwner = [PROGRAM, 'members', 'invite', ...email, '--owner', '--workspace', created.id, ...dbOption].join(
    ' ',
  )
  if (json) return printJson({ ...created, inviteOwner })
  await table([created])
  print('', ...keyLines(created))
  print(
    isFirst
      ? 'Nobody can sign in to the console yet. Make a link for its first owner:'
      : 'Nobody is a member of this workspace yet. Make a link for its owner:',
    `  ${inviteOwner}`,
  )
}

type SetOptions = CommonOptions & { name?: string; plan?: Plan; test?: 'on' | 'off'; timeZone?: string }

async function set(idOrName: string, { db, json, timeZone, ...set }: SetOptions, command: Command): Promise<void> {
  const { name, plan, test } = set
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(plan === undefined ? {} : { plan }),
    ...(test === undefined ? {} : { test: test === 'on' }),
  }
  const isChange = Object.keys(change).length > 0
  if (!isChange && timeZone === undefined)
    command.error('error: Nothing to change: add --name, --plan, --test or --time-zone.')
  const changed = await withStore(db, async (store, clock) => {
    const { id } = await findWorkspace(store.read, idOrName)
    return store.write(async (tx) => {
      const zoned = timeZone === undefined ? undefined : await setTimeZone(tx, operator(), id, timeZone, clock.now())
      return isChange || !zoned ? changeWorkspace(tx, operator(), id, change, clock.now()) : zoned
    })
  })
  await show(json, changed)
}

async function show(json: boolean | undefined, workspace: Workspace): Promise<void> {
  if (json) printJson(workspace)
  else await table([workspace])
}

function table(workspaces: Workspace[]): Promise<void> {
  return printTable(
    ['ID', cut('NAME'), 'PLAN', 'TEST', spare('TIME ZONE')],
    workspaces.map(({ id, name, plan, test, timeZone }) => [id, name, plan, test ? 'yes' : 'no', timeZone]),
  )
}

function exportCommand(): Command {
  return databaseCommand(new Command('export'))
    .description('export all data of a workspace to a new folder: one NDJSON file for each kind of data, no secrets')
    .argument('<workspace>', 'id or name')
    .argument('<folder>', 'folder to create; must not exist')
    .action(exportTo)
}

async function exportTo(name: string, target: string, { db, json }: CommonOptions): Promise<void> {
  const folder = resolve(target)
  if (existsSync(folder)) throw new Error(`${target} already exists. Name a folder that does not exist.`)
  const parent = dirname(folder)
  assertWritable(parent, `write ${target}`)
  const signal = stopSignal('the export was complete')
  const { workspace, files } = await withStore(db, async ({ read }) => {
    const found = await findWorkspace(read, name)
    const written = await inTemporaryFolder(parent, async (temporary) => {
      const complete = join(temporary, basename(folder))
      await mkdir(complete, { mode: 0o700 })
      const onRows = (rows: number) => showMeanwhile(`${rows} objects written`)
      const made = await exportWorkspace(read, workspaceTables, found, complete, { signal, onRows })
      syncFolder(complete)
      // An empty folder that was created in the meantime is replaced, which loses nothing.
      await rename(complete, folder)
      syncFolder(parent)
      return made
    })
    return { workspace: found, files: written }
  })
  showMeanwhile(undefined)
  if (json) return printJson({ workspace: workspace.id, folder, files })
  await printTable(
    ['FILE', 'OBJECTS'],
    files.map(({ file, rows }) => [file, String(rows)]),
  )
  print('', `${workspace.name} (${workspace.id}) is exported to ${folder}. It contains personal data: keep it safe.`)
}

interface DeleteOptions extends CommonOptions {
  confirm?: string
  force?: boolean
}

function deleteCommand(): Command {
  return databaseCommand(new Command('delete'))
    .description('delete a workspace and all its data, except the audit log; only a backup can bring it back')
    .argument('<workspace>', 'id or name')
    .addOption(new Option('--confirm <name>', 'name of the workspace; on a terminal, the command asks for it'))
    .addOption(new Option('--force', 'delete even if refunds are in progress; their outcome is lost'))
    .action(remove)
}

async function remove(given: string, { db, json, confirm, force = false }: DeleteOptions): Promise<void> {
  const { workspace, rows } = await withStore(db, async (store, clock) => {
    const found = await findWorkspace(store.read, given)
    const { id: workspaceId, name } = found
    const confirmed = { workspaceId, force, name: confirm ?? (await askForName(name)) }
    const deleting = { ...confirmed, onDeleting: hooks.onDeletingWorkspace }
    await store.write((tx) => deleteWorkspace(tx, operator(), deleting, clock.now()))
    const onRows = (count: number) => showMeanwhile(`${count} rows deleted`)
    return { workspace: found, rows: await deleteWorkspaceRows(store, workspaceTables, workspaceId, { onRows }) }
  })
  showMeanwhile(undefined)
  if (json) printJson({ workspace: workspace.id, name: workspace.name, rows })
  else
    print(
      `${workspace.name} (${workspace.id}) is deleted: ${rows} rows. Its audit log stays.`,
      'Earlier backups and exports still contain its data. Delete them too if the data must be gone.',
    )
}

/** @throws Error if standard input is not a terminal */
async function askForName(name: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error(
      `Deleting a workspace can't be undone. Confirm it with --confirm and the name of the workspace: ${name}.`,
    )
  print(`This deletes ${name} and all of its data. Its keys stop working at once.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question('Type its name to delete it: ')
  } finally {
    lines.close()
  }
}
