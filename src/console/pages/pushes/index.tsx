import { useLocation } from 'preact-iso/router'
import { at } from '../base.ts'
import { Page } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { pushes as t } from '../texts/en/pushes.ts'
import { Calls } from './calls.tsx'
import { Causes } from './causes.tsx'

/** What shops sent, and why some of it was refused. */
export default function Pushes() {
  const { view, before } = useLocation().query
  const isAll = view === 'all'
  return (
    <Page title={t.title} command={`storewire logs tail${isAll ? '' : ' --status 4xx'}`}>
      <Tabs
        label={t.tabsLabel}
        tabs={[
          { href: at('/pushes'), title: t.refused, isCurrent: !isAll },
          { href: `${at('/pushes')}?view=all`, title: t.all, isCurrent: isAll },
        ]}
      />
      {isAll ? <Calls before={Number(before) || undefined} /> : <Causes />}
    </Page>
  )
}
