import { Command, Option } from 'commander'
import { closedSecrets, discardClosedSecrets, resealSecrets } from '../../access/secrets.ts'
import { PROGRAM } from '../../lib/program.ts'
import { createSealer, type Sealer } from '../../lib/sealing.ts'
import { forgetKeyKept } from '../../offsite/record.ts'
import { secretTables } from '../../serve/features.ts'
import { operator, withStore } from '../kit/context.ts'
import { sealerOfEnvironment, sealerOfFile } from '../kit/encryption-key.ts'
import { type CommonOptions, databaseCommand } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'

interface RotateOptions extends CommonOptions {
  oldKeyFile?: string
  newKeyFile?: string
  plain?: boolean
}

export function secretsCommand(): Command {
  const command = new Command('secrets').description('change the encryption of the secrets in the database')
  databaseCommand(command.command('rotate-key'))
    .description('encrypt every secret with a new key; stop the server first')
    .addOption(
      new Option(
        '--old-key-file <file>',
        'file with the current key (default: STOREWIRE_ENCRYPTION_KEY or …_KEY_FILE; none)',
      ),
    )
    .addOption(new Option('--new-key-file <file>', 'file with the new key'))
    .addOption(new Option('--plain', 'store the secrets unencrypted, without a key'))
    .action(rotateKey)
  databaseCommand(command.command('discard'))
    .description('delete secrets that cannot be decrypted because their encryption key is lost')
    .addOption(new Option('--force', 'delete the secrets; without --force, the command only counts them'))
    .action(discard)
  return command
}

async function discard({ db, json, force = false }: CommonOptions & { force?: boolean }): Promise<void> {
  const sealer = sealerOfEnvironment()
  const closed = await withStore(db, (store) => closedSecrets(store.read, secretTables, sealer))
  if (closed > 0 && !force) throw new Error(refusal(closed, sealer))
  // `serving` claims the database as a server does: a running server would continue to use the deleted secrets.
  const discarded =
    closed === 0
      ? []
      : await withStore(
          db,
          (store, clock) =>
            store.write((tx) => discardClosedSecrets(tx, operator(), { tables: secretTables, sealer }, clock.now())),
          { serving: true },
        )
  if (json) printJson({ discarded: discarded.length })
  else if (discarded.length === 0) print('0 secrets are discarded: every secret can be decrypted.')
  else print(`${count(discarded.length)} discarded.`, ...new Set(discarded.flatMap((table) => RENEWALS[table] ?? [])))
}

/** How a secret is set again, by its table. What has no line is made by the server when it is needed. */
const RENEWALS: Record<string, string> = {
  refund_settings: `Create a signing secret: ${PROGRAM} refunds secret create`,
  identity_secrets: `Create identity secrets: ${PROGRAM} identity secret create`,
  assistant_models: `Set the API key of the model: ${PROGRAM} assistant model set --api-key-file FILE`,
  member_second_factors: 'Members set up their second factor again, under "My account" in the console.',
}

/** Without --force, secrets are only counted: run in a shell without the server's key, the command would delete all of them. */
function refusal(closed: number, sealer: Sealer): string {
  const why = sealer.encrypts ? 'encrypted with a key other than the one that is set' : 'encrypted, and no key is set'
  const them = closed === 1 ? 'it' : 'them'
  return `${count(closed)} ${why}. Set the key that the server uses; if that key is lost, stop the server and delete ${them} permanently with --force.`
}

async function rotateKey(
  { db, json, oldKeyFile, newKeyFile, plain = false }: RotateOptions,
  command: Command,
): Promise<void> {
  if (plain === (newKeyFile !== undefined))
    command.error('error: Name the new key with --new-key-file, or add --plain to store the secrets unencrypted.')
  const old = oldKeyFile === undefined ? sealerOfEnvironment() : sealerOfFile(oldKeyFile)
  const next = newKeyFile === undefined ? createSealer(undefined) : sealerOfFile(newKeyFile)
  // `serving` claims the database as a server does: a running server would continue to use the old key.
  const secrets = await withStore(
    db,
    (store, clock) =>
      store.write(async (tx) => {
        await forgetKeyKept(tx)
        return resealSecrets(tx, operator(), { tables: secretTables, old, next }, clock.now())
      }),
    { serving: true },
  )
  if (json) printJson({ secrets, encrypted: !plain })
  else print(`${count(secrets)} ${plain ? 'stored unencrypted' : 'encrypted with the new key'}. ${afterwards(plain)}`)
}

function count(secrets: number): string {
  return secrets === 1 ? '1 secret is' : `${secrets} secrets are`
}

function afterwards(plain: boolean): string {
  return plain
    ? 'Start the server without STOREWIRE_ENCRYPTION_KEY.'
    : 'Start the server with the new key. Keep the old key as long as you keep backups made with it.'
}
