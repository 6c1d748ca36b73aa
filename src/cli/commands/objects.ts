import { Argument, Command, Option } from 'commander'
import { objectsFile } from '../../console/exports/lists.ts'
import { listUpTo } from '../../lookup/list.ts'
import { requireObject } from '../../lookup/stories.ts'
import type { StoredCustomer } from '../../lookup/story/customer.ts'
import { eraseObject } from '../../objects/erase.ts'
import type { Filter, FilterValues } from '../../objects/find/filter.ts'
import type { Resource } from '../../objects/resource.ts'
import { resources } from '../../objects/resources.ts'
import { tagCustomer, untagCustomer } from '../../objects/tag-customer.ts'
import { hooks } from '../../serve/features.ts'
import { confirm } from '../kit/confirm.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { exportCommand, exportList } from '../kit/export-list.ts'
import { listCommand, time, type WorkspaceOptions, wholeNumber, workspaceCommand } from '../kit/options.ts'
import { print, printJson, warn } from '../kit/output.ts'
import { printCustomer } from '../objects/customer.ts'
import type { ObjectView } from '../objects/view.ts'
import { views } from '../objects/views.ts'

/** One command for each type of pushed object, such as `storewire orders …`. */
export function objectCommands(): Command[] {
  return views.map((view) => {
    const { name, noun } = view.resource
    const command = new Command(name).description(`list, show, export and delete ${name} that your shop pushed`)
    addList(command, view)
    addExport(command, view)
    addShow(command, view)
    addDelete(command, view)
    if (noun === 'customer') addTag(command)
    return command
  })
}

interface ListOptions extends WorkspaceOptions {
  limit: number
  cursor?: string
  /** Epoch milliseconds. */
  updatedSince?: number
}

function addList(command: Command, { resource, printList }: ObjectView): void {
  const { name } = resource
  const list = listCommand(command.command('list')).description(`list ${name}, newest change first`)
  withFilters(list, resource)
    .addOption(new Option('--limit <n>', 'maximum number of rows').default(20).argParser(wholeNumber(1, 1_000)))
    .addOption(new Option('--cursor <cursor>', 'continue an earlier list from the cursor that it printed'))
    .action(async ({ db, workspace, json, limit, cursor, updatedSince, ...given }: ListOptions & FilterValues) => {
      const page = await withWorkspace({ db, workspace }, async (store, id, clock) => {
        const filters = filtersIn(resource, given)
        const tests = await hooks.testsOf(store, id, filters, clock.now())
        return listUpTo(store.read, resource, id, { limit, cursor, updatedSince, filters, tests })
      })
      if (json) {
        printJson(page)
        return
      }
      if (page.data.length === 0) print(`No ${name} found.`)
      else await printList(page.data)
      // Not on standard output: a script that counts lines must not count it.
      if (page.nextCursor !== null) warn(`More: repeat with --cursor ${page.nextCursor}`)
    })
}

function withFilters(command: Command, { name, filters }: Resource): Command {
  for (const filter of filters) command.addOption(filterOption(filter))
  return command.addOption(
    new Option('--updated-since <time>', `only ${name} that changed at this time or later`).argParser(time),
  )
}

function filtersIn({ filters }: Resource, given: FilterValues): FilterValues {
  return Object.fromEntries(filters.map((filter) => [filter.name, given[filter.name]]))
}

function addExport(command: Command, { resource }: ObjectView): void {
  withFilters(exportCommand(command, resource.name), resource).action(
    async (file: string, { updatedSince, ...options }: WorkspaceOptions & { updatedSince?: number } & FilterValues) => {
      const filters = filtersIn(resource, options)
      await exportList(file, options, {
        list: resource.name,
        filters: { ...filters, updatedSince },
        rowsOf: (opened) => objectsFile(opened, resource, opened.workspaceId, { filters, updatedSince }),
      })
    },
  )
}

/** `--tracking-number <text>` for the filter `trackingNumber`. */
function filterOption({ name, description, json }: Filter): Option {
  const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const choices = json.enum as string[] | undefined
  const option = new Option(`--${flag} <${choices ? 'choice' : 'value'}>`, asHelp(description))
  return choices ? option.choices(choices) : option
}

/** A description of the API reference as help text: no capital, no period, no \`code\` marks. */
function asHelp(description: string): string {
  return (description.charAt(0).toLowerCase() + description.slice(1)).replace(/\.$/, '').replaceAll('`', '')
}

function addShow(command: Command, { resource, show }: ObjectView): void {
  listCommand(command.command('show <id>'))
    .description(SHOWN[resource.name] ?? `show one ${resource.noun}`)
    .action(async (id: string, { db, workspace, json }: WorkspaceOptions) => {
      const story = await withWorkspace({ db, workspace }, async ({ read }, workspaceId) => show(read, workspaceId, id))
      if (json) printJson(story.json)
      else await story.print()
    })
}

const SHOWN: Record<string, string> = {
  orders: 'show one order with its items, shipments, refunds and chats',
  customers: 'show one customer with orders, tickets and chats',
  products: 'show one product with its variants',
  shipments: 'show one shipment with its events',
  tickets: 'show one ticket with its messages',
  articles: 'show one article with its text',
}

function addDelete(command: Command, { resource, summary }: ObjectView): void {
  const { noun } = resource
  workspaceCommand(command.command('delete <id>'))
    .description(`erase one ${noun} permanently, like DELETE`)
    .addOption(new Option('--yes', 'do not ask for confirmation'))
    .action(async (id: string, { db, workspace, json, yes }: WorkspaceOptions & { yes?: boolean }) => {
      const isErased = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        if (!yes) {
          const object = await requireObject(store.read, resource, workspaceId, id)
          if (!(await confirm(`Permanently erase the ${noun} ${id} (${summary(object)})?`))) return false
        }
        const erased = { workspaceId, actor: operator(), id }
        await store.write((tx) => eraseObject(tx, { resource, hooks }, erased, clock.now()))
        return true
      })
      if (!isErased) print('Nothing was erased.')
      else if (json) printJson({ resource: resource.name, id })
      else print(`The ${noun} ${id} is erased.`)
    })
}

/** `storewire customers tag add|remove` */
function addTag(customers: Command): void {
  const command = customers
    .command('tag')
    .description("agents' tags of customers; pushes of the shop do not change them")
  addChange(command, 'add', 'add a tag to a customer', tagCustomer)
  addChange(command, 'remove', 'remove a tag that was added by an agent', untagCustomer)
}

function addChange(command: Command, name: string, description: string, change: typeof tagCustomer): void {
  workspaceCommand(command.command(`${name} <id> <tag>`))
    .description(description)
    .action(async (id: string, tag: string, { db, workspace, json }: WorkspaceOptions) => {
      const customer = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) =>
        store.write((tx) => change(tx, operator(), { workspaceId, id, tag }, clock.now())),
      )
      if (json) printJson(customer)
      else await printCustomer(customer as StoredCustomer)
    })
}

export function eraseCommand(): Command {
  return workspaceCommand(new Command('erase'))
    .description('erase one object, like DELETE; also accepts ids that do not fit in a URL path')
    .addArgument(new Argument('<resource>', 'type of the object').choices(resources.map(({ name }) => name)))
    .argument('<id>', "the shop's id of the object")
    .action(async (name: string, id: string, { db, workspace, json }: WorkspaceOptions) => {
      const resource = resources.find((known) => known.name === name)
      if (!resource) throw new TypeError(`No resource ${name}`)
      await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        await store.write((tx) =>
          eraseObject(tx, { resource, hooks }, { workspaceId, actor: operator(), id }, clock.now()),
        )
      })
      if (json) printJson({ resource: name, id })
      else print(`The ${resource.noun} ${id} is erased.`)
    })
}
