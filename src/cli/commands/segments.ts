import { Command, InvalidArgumentError, Option } from 'commander'
import { badRequest, DomainError } from '../../lib/errors.ts'
import { isProblem } from '../../lib/schema.ts'
import { listMembers } from '../../segments/members.ts'
import { type Rule, readRule } from '../../segments/rule.ts'
import {
  createSegment,
  deleteSegment,
  listSegments,
  MAX_NAME,
  MAX_SEGMENTS,
  requireSegment,
  type Segment,
} from '../../segments/segments.ts'
import { confirm } from '../kit/confirm.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { readNamedFile } from '../kit/named-file.ts'
import { type WorkspaceOptions, wholeNumber, wideOption, workspaceCommand } from '../kit/options.ts'
import { print, printJson, printTable, strong, warn } from '../kit/output.ts'
import { cut } from '../kit/table.ts'
import { customerView } from '../objects/customer.ts'
import { printFacts } from '../objects/view.ts'

/** `storewire segments …` */
export function segmentsCommand(): Command {
  const segments = new Command('segments').description('rules that select customers, such as all who bought recently')
  segments.addCommand(createCommand())
  segments.addCommand(listCommand())
  segments.addCommand(showCommand())
  segments.addCommand(customersCommand())
  segments.addCommand(deleteCommand())
  return segments
}

function createCommand(): Command {
  return workspaceCommand(new Command('create'))
    .argument('<name>', 'unique in the workspace', segmentName)
    .description('create a segment')
    .addOption(new Option('--rule <json>', 'the rule, as in the API'))
    .addOption(new Option('--rule-file <file>', 'file with the rule').conflicts('rule'))
    .action(
      async (
        name: string,
        { db, workspace, json, rule, ruleFile }: WorkspaceOptions & { rule?: string; ruleFile?: string },
      ) => {
        const checked = givenRule(rule, ruleFile)
        const segment = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
          const wanted = { workspaceId, actor: operator(), name, rule: checked }
          return store.write((tx) => createSegment(tx, wanted, clock.now()))
        })
        if (json) printJson(segment)
        else print(`The segment ${segment.name} is created: ${segment.id}`)
      },
    )
}

function segmentName(text: string): string {
  if (text === '' || [...text].length > MAX_NAME)
    throw new InvalidArgumentError(`A name has 1 to ${MAX_NAME} characters.`)
  return text
}

function listCommand(): Command {
  return workspaceCommand(new Command('list'))
    .description('list segments, the oldest first')
    .addOption(wideOption())
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const segments = await withWorkspace({ db, workspace }, async ({ read }, workspaceId) =>
        listSegments(read, workspaceId, { limit: MAX_SEGMENTS }),
      )
      if (json) printJson(segments)
      else if (segments.length === 0) print('No segments.')
      else
        await printTable(
          ['ID', cut('NAME'), cut('RULE')],
          segments.map(({ id, name, rule }) => [id, name, JSON.stringify(rule)]),
        )
    })
}

function showCommand(): Command {
  return workspaceCommand(new Command('show'))
    .argument('<id>')
    .description('show the rule of one segment')
    .action(async (id: string, { db, workspace, json }: WorkspaceOptions) => {
      const segment = await withWorkspace({ db, workspace }, async ({ read }, workspaceId) =>
        requireSegment(read, workspaceId, id),
      )
      if (json) printJson(segment)
      else printSegment(segment)
    })
}

function printSegment({ id, name, rule, createdAt }: Segment): void {
  print([strong(`Segment ${name}`)])
  printFacts({ id, created: createdAt, rule: JSON.stringify(rule) })
}

function customersCommand(): Command {
  return workspaceCommand(new Command('customers'))
    .argument('<id>')
    .description('list the customers that fit a segment now, in the order of their ids')
    .addOption(new Option('--limit <n>', 'maximum number of rows').default(20).argParser(wholeNumber(1, 100)))
    .addOption(new Option('--cursor <cursor>', 'continue an earlier list from the cursor that it printed'))
    .addOption(wideOption())
    .action(
      async (
        id: string,
        { db, workspace, json, limit, cursor }: WorkspaceOptions & { limit: number; cursor?: string },
      ) => {
        const page = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) =>
          listMembers(store, { workspaceId, id, limit, cursor }, clock.now()),
        )
        if (json) return printJson(page)
        if (page.data.length > 0) await customerView.printList(page.data)
        else print(page.nextCursor === null ? 'No customers found.' : 'No customers found yet.')
        if (page.incomplete) warn('Customers may be missing: storewire is still counting.')
        if (page.nextCursor !== null) warn(`More: repeat with --cursor ${page.nextCursor}`)
      },
    )
}

function deleteCommand(): Command {
  return workspaceCommand(new Command('delete'))
    .argument('<id>')
    .description('delete one segment; its customers stay')
    .addOption(new Option('--yes', 'do not ask for confirmation'))
    .action(async (id: string, { db, workspace, json, yes }: WorkspaceOptions & { yes?: boolean }) => {
      const deleted = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        const segment = await requireSegment(store.read, workspaceId, id)
        if (!yes && !(await confirm(`Delete the segment ${segment.name}?`))) return undefined
        await store.write((tx) => deleteSegment(tx, { workspaceId, actor: operator(), id }, clock.now()))
        return segment
      })
      if (!deleted) print('Nothing was deleted.')
      else if (json) printJson(deleted)
      else print(`The segment ${deleted.name} is deleted.`)
    })
}

/** @throws DomainError BAD_REQUEST */
function givenRule(given: string | undefined, file: string | undefined): Rule {
  const text = file === undefined ? given : readNamedFile(file)
  if (text === undefined)
    throw new DomainError('BAD_REQUEST', 'no_rule', 'The rule is missing. Give it with --rule or --rule-file.')
  const rule = readRule(parsed(text))
  if (!isProblem(rule)) return rule
  const issues = rule.map(({ path, message }) => ({ path: ['rule', ...path], message }))
  throw badRequest(
    `Invalid rule: ${issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
    issues,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DomainError('BAD_REQUEST', 'invalid_json', `The rule is not JSON: ${(error as Error).message}.`)
  }
}
