import { Command, Option } from 'commander'
import { closedSecrets, discardClosedSecrets, resealSecrets } from '../../access/secrets.ts'
import { createSealer, type Sealer } from '../../lib/sealing.ts'
import { secretTables } from '../../serve/features.ts'
import type { Store } from '../../store/store.ts'
import { operator, withStore } from '../kit/context.ts'
import { sealerOfEnvironment, sealerOfFile } from '../kit/encryption-key.ts'
import { type CommonOptions, dbOption, jsonOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

interface RotateOptions extends CommonOptions {
  oldKeyFile?: string
  newKeyFile?: string
  plain?: boolean
}

export function secretsCommand(): Command {
  const command = new Command('secrets').description('the encryption of the secrets in the database')
  command
    .command('rotate-key')
    .description('encrypt every secret anew, while no server runs')
    .addOption(
      new Option('--old-key-file <file>', 'the key until now (default: STOREWIRE_ENCRYPTION_KEY or …_KEY_FILE; none)'),
    )
    .addOption(new Option('--new-key-file <file>', 'the key from now on'))
    .addOption(new Option('--plain', 'no key from now on: store secrets plain'))
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(rotateKey)
  command
    .command('discard')
    .description('delete the secrets that do not open with the key that is set, where theirs is lost')
    .addOption(new Option('--force', 'do it: without, the command only counts them'))
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(discard)
  return command
}

async function discard({ db, json, force = false }: CommonOptions & { force?: boolean }): Promise<void> {
  const sealer = sealerOfEnvironment()
  const discarded = await withStore(
    db,
    async (store, clock) => {
      if (!force) await refuseToDiscard(store, sealer)
      return store.write((tx) => discardClosedSecrets(tx, operator(), { tables: secretTables, sealer }, clock.now()))
    },
    { serving: true },
  )
  if (json) printJson({ discarded })
  else
    print(
      `${count(discarded)} discarded. Make new ones with "storewire refunds secret create" and "storewire identity secret create".`,
    )
}

/** A shell that lacks the server's key would delete all of them. @throws Error where there is anything to delete */
async function refuseToDiscard({ read }: Store, sealer: Sealer): Promise<void> {
  const closed = await closedSecrets(read, secretTables, sealer)
  if (closed === 0) return
  const why = sealer.encrypts ? 'encrypted with another key than the one that is set' : 'encrypted, and no key is set'
  throw new Error(
    `${count(closed)} ${why}; where that key is lost, --force deletes ${closed === 1 ? 'it' : 'them'} for good`,
  )
}

async function rotateKey(
  { db, json, oldKeyFile, newKeyFile, plain = false }: RotateOptions,
  command: Command,
): Promise<void> {
  if (plain === (newKeyFile !== undefined))
    command.error('error: Name the new key with --new-key-file, or choose --plain to store secrets without one.')
  const old = oldKeyFile === undefined ? sealerOfEnvironment() : sealerOfFile(oldKeyFile)
  const next = newKeyFile === undefined ? createSealer(undefined) : sealerOfFile(newKeyFile)
  // Claimed as by a server: one that runs would go on with the old key.
  const secrets = await withStore(
    db,
    (store, clock) =>
      store.write((tx) => resealSecrets(tx, operator(), { tables: secretTables, old, next }, clock.now())),
    { serving: true },
  )
  if (json) printJson({ secrets, encrypted: !plain })
  else print(`${count(secrets)} ${plain ? 'stored plain' : 'encrypted with the new key'}. ${afterwards(plain)}`)
}

function count(secrets: number): string {
  return secrets === 1 ? '1 secret is' : `${secrets} secrets are`
}

function afterwards(plain: boolean): string {
  return plain
    ? 'Start the server without STOREWIRE_ENCRYPTION_KEY.'
    : 'Start the server with the new key, and keep the old one for as long as you keep backups from before.'
}
