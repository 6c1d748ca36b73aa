import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandRunner } from '../support/commands.ts'
import { startServer, tempFolder } from '../support/server.ts'
import { startSmtp, USER } from '../support/smtp.ts'

const run = commandRunner()

/** Variables with which e-mail works. */
const ENV = {
  STOREWIRE_SMTP_URL: 'smtps://shop%40smtp.example@smtp.example',
  STOREWIRE_MAIL_FROM: 'support@shop.example',
  STOREWIRE_PUBLIC_URL: 'https://support.example/api/v1',
}

test('a server does not start with settings of e-mail that can’t work, and repeats no password', async (t) => {
  const folder = await tempFolder(t)
  const password = join(folder, 'password')
  await writeFile(password, 'hunter2\n')
  const all = { ...ENV, STOREWIRE_SMTP_PASSWORD_FILE: password }
  const cases: [Record<string, string>, RegExp][] = [
    [{ ...all, STOREWIRE_SMTP_URL: 'https://smtp.example' }, /give smtps:\/\/user@host/],
    [{ ...all, STOREWIRE_SMTP_URL: 'smtps://user:hunter2@smtp.example' }, /put the password into a file/],
    [{ ...all, STOREWIRE_MAIL_FROM: 'shop.example' }, /Give an e-mail address/],
    [{ ...all, STOREWIRE_MAIL_DOMAINS: 'shop.example,a b@c' }, /Give domains/],
    [{ ...ENV }, /needs a password: set --smtp-password-file/],
    [{ ...all, STOREWIRE_SMTP_URL: 'smtps://smtp.example' }, /--smtp-password-file needs a user/],
    [{ ...all, STOREWIRE_SMTP_PASSWORD_FILE: join(folder, 'none') }, /cannot read .*none: there is no such file/],
  ]
  for (const [env, message] of cases) {
    const { code, stdout, stderr } = await run(['serve', '--db', join(folder, 'shop.db'), '--port', '0'], env)
    assert.deepEqual([code, stdout], [2, ''], String(message))
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /hunter2/)
  }
  for (const missing of ['STOREWIRE_MAIL_FROM', 'STOREWIRE_PUBLIC_URL'] as const) {
    const { [missing]: _, ...env } = all
    const { stderr } = await run(['serve', '--db', join(folder, 'shop.db'), '--port', '0'], env)
    assert.match(stderr, new RegExp(missing))
  }
})

test('doctor signs in to the SMTP server, and reports what it can’t do', async (t) => {
  const { file, store } = await startServer(t)
  const smtp = await startSmtp(t, { startTls: false })
  const folder = await tempFolder(t)
  const [right, wrong] = [join(folder, 'right'), join(folder, 'wrong')]
  await writeFile(right, `${USER.password}\n`)
  await writeFile(wrong, 'wrong')
  const findings = async (env: Record<string, string>) => {
    const { stdout } = await run(['doctor', '--db', file, '--json'], env)
    const all: { check: string; level: string; found: string }[] = JSON.parse(stdout).findings
    return all.filter(({ check, level }) => check === 'e-mail' || (check === 'settings' && level === 'problem'))
  }
  const of = (url: string, passwordFile?: string) => ({
    ...ENV,
    STOREWIRE_SMTP_URL: url,
    ...(passwordFile === undefined ? {} : { STOREWIRE_SMTP_PASSWORD_FILE: passwordFile }),
  })
  assert.deepEqual(await findings({}), [])
  const url = `smtp://${encodeURIComponent(USER.user)}@127.0.0.1:${smtp.port}`
  const host = `127.0.0.1:${smtp.port}`
  assert.partialDeepStrictEqual(await findings(of(url, right)), [
    { level: 'ok', found: `the SMTP server ${host} accepts the sign-in` },
  ])
  assert.partialDeepStrictEqual(await findings(of(url, wrong)), [
    { level: 'problem', found: 'User name or password of the SMTP server is wrong.' },
  ])
  assert.partialDeepStrictEqual(await findings(of('smtp://127.0.0.1:1')), [
    { level: 'problem', found: 'Nothing listens at the SMTP server’s address 127.0.0.1:1. Check host and port.' },
  ])
  assert.partialDeepStrictEqual(await findings(of(url)), [{ check: 'settings', level: 'problem' }])
  // What a server has met is found, too.
  await store.write(async (tx) => {
    await tx.run(`INSERT INTO mail_setup VALUES (1, 'smtp.example:465', 'a@b.example', '[]', 1, 2, 'It was busy.')`)
    await tx.run(
      `INSERT INTO mails (id, kind, recipient, about, data, state, tries, due_at, created_at)
       VALUES ('mail_1', 'x', 'ada@example.com', 'x', '{}', 'failed', 1, 1, ?)`,
      Date.now(),
    )
  })
  assert.partialDeepStrictEqual(await findings({}), [
    { level: 'problem', found: 'the last e-mail could not be sent, at 1970-01-01T00:00:00.002Z: It was busy.' },
    { level: 'warning', found: 'e-mails have failed in the last day: 1' },
  ])
})
