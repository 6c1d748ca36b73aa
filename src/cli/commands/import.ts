import { Argument, Command, Option } from 'commander'
import { systemClock } from '../../lib/clock.ts'
import { resources } from '../../objects/resources.ts'
import type { ImportSummary } from '../import/request.ts'
import { interruptibly } from '../kit/interrupt.ts'
import { jsonOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'
import { connect, keyFileOption, type RemoteOptions, secretKey, urlOption } from '../kit/remote.ts'

interface ImportOptions extends RemoteOptions {
  label?: string
  resume?: string
  json?: boolean
}

export function importCommand(): Command {
  return new Command('import')
    .description('push a file of objects through a running server, as a history import')
    .addArgument(new Argument('<resource>', 'what the file holds').choices(resources.map(({ name }) => name)))
    .argument('<file>', 'JSON array, NDJSON or CSV with a heading, also compressed with gzip; - for standard input')
    .addOption(urlOption())
    .addOption(keyFileOption())
    .addOption(new Option('--label <text>', 'a name of your own for the import').env('STOREWIRE_LABEL'))
    .addOption(new Option('--resume <id>', 'go on with an interrupted import of the same file'))
    .addOption(jsonOption())
    .action(runImport)
}

async function runImport(name: string, file: string, { label, resume, json, ...server }: ImportOptions): Promise<void> {
  const resource = resources.find((known) => known.name === name)
  if (!resource) throw new TypeError(`No resource ${name}`)
  const [{ importFile }, { createProgress }, { openDisplay }] = await Promise.all([
    import('../import/run.ts'),
    import('../import/progress.ts'),
    import('../import/display.ts'),
  ])
  const progress = createProgress(await openDisplay(systemClock), systemClock)
  const summary = await interruptibly(async (signal) => {
    const remote = connect({ url: server.url, key: secretKey(server), signal, onWait: progress.waiting })
    return importFile({ resource, file, remote, label, resume, progress, signal })
  })
  if (json) printJson(summary)
  else print(inWords(summary))
  if (summary.rejected > 0) throw new Error(`${summary.rejected} rows were not taken: see ${summary.rejectedFile}.`)
}

function inWords({ id, resource, rows, rejected, results }: ImportSummary): string {
  if (id === null) return `The file holds no ${resource}.`
  const { created, updated, stale } = results
  return `${id}: ${rows} ${resource} read, ${created} created, ${updated} updated, ${stale} stale, ${rejected} rejected.`
}
