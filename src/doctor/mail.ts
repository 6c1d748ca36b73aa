import { DAY_MS, toIso } from '../lib/time.ts'
import { mailState } from '../mail/setup.ts'
import type { SmtpMailer } from '../mail/smtp.ts'
import type { Reader } from '../store/store.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MAIL = 'e-mail'

/** Checks the mails that a server has sent: whether its SMTP server could be used, and what was refused in the last day. */
export async function checkMails(read: Reader, now: number): Promise<Finding[]> {
  const state = await mailState(read)
  if (!state) return []
  const { failedAt, succeededAt, problem: reason, host } = state
  const failed = await read.get<{ count: number }>(
    `SELECT count(*) AS count FROM mails WHERE state = 'failed' AND created_at > ?`,
    now - DAY_MS,
  )
  const findings: Finding[] = []
  if (failedAt !== null && failedAt > (succeededAt ?? 0))
    findings.push(
      problem(
        MAIL,
        `the last e-mail could not be sent, at ${toIso(failedAt)}: ${reason}`,
        'Correct the settings of e-mail, then send a test from the console: System.',
      ),
    )
  if (failed && failed.count > 0)
    findings.push(
      warning(
        MAIL,
        `e-mails have failed in the last day: ${failed.count}`,
        'The reason is shown beside each address in the console.',
      ),
    )
  return findings.length > 0 ? findings : [ok(MAIL, `no e-mail by ${host} has failed in the last day`)]
}

/** Signs in to the SMTP server of the settings, and sends nothing. */
export async function checkSmtp(mailer: SmtpMailer): Promise<Finding> {
  const failure = await mailer.check()
  const host = mailer.setup?.host ?? ''
  if (!failure) return ok(MAIL, `the SMTP server ${host} accepts the sign-in`)
  return problem(MAIL, failure.explanation, 'Correct STOREWIRE_SMTP_URL or the file of the password.')
}
