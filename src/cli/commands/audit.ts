import { Command, Option } from 'commander'
import { type AuditFormat, type AuditLine, auditHeading, auditLine } from '../../access/audit-file.ts'
import { listAudit } from '../../access/audit-log.ts'
import { detailWords } from '../../access/audit-words.ts'
import { formatAmount } from '../../lib/amounts.ts'
import { toIso, toMinute } from '../../lib/time.ts'
import type { Reader } from '../../store/store.ts'
import { withWorkspace } from '../kit/context.ts'
import { writeNewFile } from '../kit/new-file.ts'
import {
  dbOption,
  fileName,
  jsonOption,
  time,
  type WorkspaceOptions,
  wholeNumber,
  wideOption,
  workspaceOption,
} from '../kit/options.ts'
import { print, printJson, printTable, showMeanwhile } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'

interface Filters extends WorkspaceOptions {
  actor?: string
  subject?: string
  action?: string
  since?: number
}

/** Entries of one read. */
const PAGE = 1_000

export function auditCommand(): Command {
  const command = new Command('audit').description('list and export who did what, when and from where')
  withFilters(command.command('list').description('list entries of the audit log, newest first'))
    .addOption(new Option('--limit <n>', 'maximum number of rows').default(50).argParser(wholeNumber(1, 10_000)))
    .addOption(wideOption())
    .action(list)
  withFilters(
    command
      .command('export')
      .description('write entries of the audit log to a new file, newest first: CSV, or NDJSON by the ending .ndjson')
      .argument('<file>', 'file to create; must not exist', fileName),
  ).action(exportTo)
  return command
}

function withFilters(command: Command): Command {
  return command
    .addOption(new Option('--actor <name>', 'only of this person or key'))
    .addOption(new Option('--subject <id>', 'only about this id'))
    .addOption(new Option('--action <beginning>', 'only actions that begin so, such as refund'))
    .addOption(new Option('--since <time>', 'only at this time or later').argParser(time))
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
}

async function list({ db, workspace, json, limit, ...filters }: Filters & { limit: number }): Promise<void> {
  const entries: AuditLine[] = []
  await withWorkspace({ db, workspace }, async ({ read }, workspaceId) => {
    for await (const page of pagesOf(read, workspaceId, filters, limit)) entries.push(...page)
  })
  if (json) return printJson(entries)
  await printTable(
    ['TIME', cut('WHO'), 'ACTION', cut('ABOUT'), spare('FROM'), cut('DETAILS')],
    entries.map(({ at, actor, action, subject, origin, details }) => [
      toMinute(Date.parse(at)),
      actor,
      action,
      subject,
      origin,
      detailWords(details as Record<string, unknown>, formatAmount),
    ]),
  )
}

async function exportTo(file: string, { db, workspace, json, ...filters }: Filters): Promise<void> {
  const format: AuditFormat = /\.(ndjson|jsonl)$/i.test(file) ? 'NDJSON' : 'CSV'
  let count = 0
  await writeNewFile(file, async (write) => {
    await write(auditHeading(format))
    await withWorkspace({ db, workspace }, async ({ read }, workspaceId) => {
      for await (const page of pagesOf(read, workspaceId, filters, Number.POSITIVE_INFINITY)) {
        await write(page.map((entry) => auditLine(format, entry)).join(''))
        count += page.length
        showMeanwhile(`${count} entries written`)
      }
    })
  })
  if (json) printJson({ file, entries: count })
  else print(`${count} entries are in ${file}.`)
}

/** Up to `most` entries, the newest first, page by page. */
async function* pagesOf(
  reader: Reader,
  workspaceId: string,
  { subject: target, ...filters }: Pick<Filters, 'actor' | 'subject' | 'action' | 'since'>,
  most: number,
): AsyncGenerator<AuditLine[]> {
  let cursor: string | null | undefined
  for (let left = most; left > 0 && cursor !== null; ) {
    const page = await listAudit(reader, workspaceId, { ...filters, target, limit: Math.min(left, PAGE), cursor })
    yield page.data.map(({ id, at, target: subject, ...entry }) => ({ id, at: toIso(at), ...entry, subject }))
    cursor = page.nextCursor
    left -= page.data.length
  }
}
