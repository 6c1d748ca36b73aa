import { common } from './en/common.ts'
import { link } from './en/link.ts'
import { menu } from './en/menu.ts'
import { presence } from './en/presence.ts'
import { refundSettings } from './en/refund-settings.ts'
import { refunds } from './en/refunds.ts'
import { shortcuts } from './en/shortcuts.ts'
import { signIn } from './en/sign-in.ts'

/** Texts that several areas of the pages share, one file a page; those of a single area are imported by it alone. Another language satisfies this type, so that a missing text fails the type check. */
export const en = {
  common,
  link,
  menu,
  presence,
  refundSettings,
  refunds,
  shortcuts,
  signIn,
}
