import { Argument, Command, Option } from 'commander'
import { systemClock } from '../../lib/time.ts'
import { resources } from '../../objects/resources.ts'
import type { ImportSummary } from '../import/run.ts'
import { interruptibly } from '../kit/interrupt.ts'
import { jsonOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'
import { connect, keyFileOption, type RemoteOptions, secretKeyFrom, urlOption } from '../kit/remote.ts'

interface ImportOptions extends RemoteOptions {
  label?: string
  resume?: string
  json?: boolean
}

export function importCommand(): Command {
  return new Command('import')
    .description('push the objects of a file to a running server, as a history import (backfill)')
    .addArgument(
      new Argument('<resource>', 'type of the objects in the file').choices(resources.map(({ name }) => name)),
    )
    .argument('<file>', 'JSON array, NDJSON or CSV with a header line, optionally gzipped; - for standard input')
    .addOption(urlOption())
    .addOption(keyFileOption())
    .addOption(new Option('--label <text>', 'your own name for the import').env('STOREWIRE_LABEL'))
    .addOption(new Option('--resume <id>', 'continue an interrupted import of the same file'))
    .addOption(jsonOption())
    .action(runImport)
}

async function runImport(name: string, file: string, { label, resume, json, ...server }: ImportOptions): Promise<void> {
  const resource = resources.find((known) => known.name === name)
  if (!resource) throw new TypeError(`No resource ${name}`)
  const [{ importFile }, { createProgress, openDisplay }] = await Promise.all([
    import('../import/run.ts'),
    import('../import/progress.ts'),
  ])
  const progress = createProgress(await openDisplay(systemClock), systemClock)
  const summary = await interruptibly(async (signal) => {
    const remote = connect({ url: server.url, key: secretKeyFrom(server), signal, onWait: progress.waiting })
    return importFile({ resource, file, remote, label, resume, progress, signal })
  })
  if (json) printJson(summary)
  else print(sentenceOf(summary))
  if (summary.rejected > 0) throw new Error(`${summary.rejected} rows were rejected: see ${summary.rejectedFile}.`)
}

function sentenceOf({ id, resource, rows, rejected, results }: ImportSummary): string {
  if (id === null) return `The file contains no ${resource}.`
  const { created, updated, stale } = results
  return `${id}: ${rows} ${resource} read, ${created} created, ${updated} updated, ${stale} stale, ${rejected} rejected.`
}
