import type { Role } from '../../access/actor.ts'
import type { NewLink } from '../../access/member-links.ts'
import { findMember, type Member, memberOf, noSuchMember } from '../../access/members.ts'
import { consoleUrl } from '../../http/console-url.ts'
import { toIso } from '../../lib/time.ts'
import type { Reader } from '../../store/store.ts'
import { print, printJson, strong } from './output.ts'

/** The member of a workspace whom a command names. @throws DomainError NOT_FOUND */
export async function memberByEmail(
  reader: Reader,
  workspaceId: string,
  email: string,
): Promise<Member & { role: Role }> {
  const member = await findMember(reader, email)
  if (!member) throw noSuchMember()
  return memberOf(reader, workspaceId, member.id)
}

/** Prints a one-time link, which is known only now. @param url the address of the server */
export function printLink(
  { link: { id, fragment, expiresAt }, isMailed }: { link: NewLink; isMailed: boolean },
  url: string,
  json: boolean | undefined,
): void {
  const link = consoleUrl(url, fragment)
  if (json) {
    printJson({ id, url: link, expiresAt: toIso(expiresAt), isMailed })
    return
  }
  print([strong(link)])
  const how = isMailed ? 'The server also mails one.' : 'No e-mail is sent: pass it on yourself.'
  print(`It works once, until ${toIso(expiresAt)}. ${how}`)
}
