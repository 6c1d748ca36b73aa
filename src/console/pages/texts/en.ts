import { account } from './en/account.ts'
import { common } from './en/common.ts'
import { home } from './en/home.ts'
import { keys } from './en/keys.ts'
import { link } from './en/link.ts'
import { members } from './en/members.ts'
import { menu } from './en/menu.ts'
import { presence } from './en/presence.ts'
import { refund } from './en/refund.ts'
import { refundSettings } from './en/refund-settings.ts'
import { refundStart } from './en/refund-start.ts'
import { refunds } from './en/refunds.ts'
import { shortcuts } from './en/shortcuts.ts'
import { signIn } from './en/sign-in.ts'

/** All texts of the pages, one file a page. Another language satisfies this type, so that a missing text fails the type check. */
export const en = {
  account,
  common,
  home,
  keys,
  link,
  members,
  menu,
  presence,
  refund,
  refundSettings,
  refundStart,
  refunds,
  shortcuts,
  signIn,
}
