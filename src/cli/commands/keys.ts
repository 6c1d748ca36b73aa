import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import { ENOUGH_BITS, type KeyKind, keyKinds, kindByPrefix, mostRandomBits } from '../../access/key-format.ts'
import { type ApiKey, createKey, importKeys, listKeys, revokeKey, useForWidget } from '../../access/keys.ts'
import { DomainError } from '../../lib/errors.ts'
import { PROGRAM } from '../../lib/program.ts'
import { toIso, toIsoOrNull, toMinute } from '../../lib/time.ts'
import type { Tx } from '../../store/store.ts'
import { operator, withStore, withWorkspace } from '../kit/context.ts'
import {
  type CommonOptions,
  databaseCommand,
  listCommand,
  type WorkspaceOptions,
  wideOption,
  workspaceCommand,
} from '../kit/options.ts'
import { print, printJson, printTable, strong, warn } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'

const kindOption = () => new Option('--kind <kind>', 'kind of key').choices(keyKinds).env('STOREWIRE_KIND')

export function keysCommand(): Command {
  const command = new Command('keys').description('create, list, revoke and import keys')
  addCreate(command)
  addList(command)
  addChange(command, 'revoke', 'revoke a key permanently; its next request gets 401', revokeKey)
  addChange(command, 'use-for-widget', 'let the chat widget use this publishable key', useForWidget)
  addImport(command)
  return command
}

function addCreate(command: Command): void {
  workspaceCommand(command.command('create'))
    .description('create a key and print it; standard output contains only the key')
    .addOption(kindOption().default('secret'))
    .addOption(new Option('--name <name>', 'what the key is for').default('').env('STOREWIRE_NAME'))
    .action(async ({ db, json, workspace, kind, name }: WorkspaceOptions & { kind: KeyKind; name: string }) => {
      const created = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) =>
        store.write((tx) => createKey(tx, operator(), { workspaceId, kind, name }, clock.now())),
      )
      if (json) {
        printJson(created)
        return
      }
      print([strong(created.key)])
      // Not on standard output: KEY=$(storewire keys create) must contain only the key.
      warn(
        kind === 'secret'
          ? `This is the only time the key is shown. Its id is ${created.id}.`
          : `Its id is ${created.id}. "${PROGRAM} keys list" shows the key again: it may be public.`,
      )
    })
}

function addList(command: Command): void {
  listCommand(command.command('list'))
    .description('list the keys of a workspace, including revoked keys')
    .action(async ({ db, json, workspace }: WorkspaceOptions) => {
      const keys = await withWorkspace({ db, workspace }, async (store, workspaceId) =>
        listKeys(store.read, workspaceId),
      )
      if (json) printJson(keys.map(forScripts))
      else await table(keys)
    })
}

function addChange(
  command: Command,
  name: string,
  description: string,
  change: (tx: Tx, actor: ReturnType<typeof operator>, id: string, now: number) => Promise<ApiKey>,
): void {
  databaseCommand(command.command(`${name} <key-id>`))
    .description(description)
    .addOption(wideOption())
    .action(async (id: string, { db, json }: CommonOptions) => {
      const key = await withStore(db, (store, clock) => store.write((tx) => change(tx, operator(), id, clock.now())))
      if (json) printJson(forScripts(key))
      else await table([key])
    })
}

function addImport(command: Command): void {
  listCommand(command.command('import'))
    .description(
      `import existing keys from standard input, one per line; a key of fewer than ${ENOUGH_BITS} random bits can be guessed`,
    )
    .addOption(kindOption())
    .action(async ({ db, json, workspace, kind }: WorkspaceOptions & { kind?: KeyKind }) => {
      const lines = (await text(process.stdin)).split(/\r?\n/).map((line) => line.trim())
      const keys = lines.filter((line) => line !== '')
      if (keys.length === 0)
        throw new DomainError('BAD_REQUEST', 'no_keys_given', 'No keys on standard input. Pipe in one key per line.')
      // A publishable key is not a secret.
      const secrets = keys.filter((key) => (kind ?? kindByPrefix(key)) === 'secret')
      const guessable = secrets.filter((key) => mostRandomBits(key) < ENOUGH_BITS).length
      const imported = await withWorkspace({ db, workspace }, async (store, workspaceId, clock) => {
        const ids = new Set(
          await store.write((tx) => importKeys(tx, operator(), { workspaceId, kind, keys }, clock.now())),
        )
        return (await listKeys(store.read, workspaceId)).filter(({ id }) => ids.has(id))
      })
      if (guessable > 0)
        warn(
          `${guessable} of ${secrets.length} secret keys have fewer than ${ENOUGH_BITS} random bits: anyone with a copy of the database can guess such a key from its SHA-256. Replace each of them with "${PROGRAM} keys create", then revoke it.`,
        )
      if (json) printJson(imported.map(forScripts))
      else await table(imported)
    })
}

/** Times for scripts are ISO-8601 in UTC. */
function forScripts({ createdAt, lastUsedAt, revokedAt, ...key }: ApiKey): object {
  return { ...key, createdAt: toIso(createdAt), lastUsedAt: toIsoOrNull(lastUsedAt), revokedAt: toIsoOrNull(revokedAt) }
}

/** The keys, and below them the publishable ones as a whole: in the table they would leave no room for the names. */
async function table(keys: ApiKey[]): Promise<void> {
  await printTable(
    ['ID', spare('KIND'), cut('NAME'), 'KEY', spare('CREATED'), 'LAST USED', 'STATE'],
    keys.map(({ id, kind, name, prefix, suffix, widget, createdAt, lastUsedAt, revokedAt }) => [
      id,
      kind,
      name,
      `${prefix}…${suffix}`,
      toMinute(createdAt),
      lastUsedAt === null ? 'never' : toMinute(lastUsedAt),
      revokedAt !== null ? 'revoked' : widget ? 'widget' : 'active',
    ]),
  )
  const usable = keys.filter(({ kind, revokedAt }) => kind === 'publishable' && revokedAt === null)
  if (usable.length > 0) print('', 'Publishable keys, which may be public:')
  for (const { id, key } of usable)
    print(`  ${id}  ${key ?? 'is of an older version: it is shown once a page has used it again'}`)
}
