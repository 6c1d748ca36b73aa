import { managersOnly } from '../texts/en/managers-only.ts'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'

/** What agents see at the address of a page that their menu does not name. */
export function ManagersOnly({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Notice>{managersOnly}</Notice>
    </Page>
  )
}
