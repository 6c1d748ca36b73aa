import { at } from '../base.ts'
import { Tabs } from '../parts/page.tsx'
import { data as t } from '../texts/en/data.ts'
import { en } from '../texts/en.ts'
import { addressOf, types } from './place.ts'

/** The types of objects, and segments. */
export function DataTabs({ current }: { current: string }) {
  return (
    <Tabs
      label={t.tabsLabel}
      tabs={[
        ...types.map((type) => ({
          href: addressOf({ type, filters: {} }),
          title: en.common.types[type],
          isCurrent: type === current,
        })),
        { href: at('/segments'), title: t.segments, isCurrent: current === 'segments' },
      ]}
    />
  )
}
