import { useMemo } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { PAGE } from '../data/place.ts'
import { Rows } from '../data/rows.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty, Loading, Notice, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Paging } from '../parts/table.tsx'
import { decided, useData } from '../parts/use-data.ts'
import { Fact } from '../parts/values.tsx'
import { CountText, ruleText, useCounts } from '../segments/shown-segment.tsx'
import { data as texts } from '../texts/en/data.ts'
import { segments as t } from '../texts/en/segments.ts'

/** One segment: its rule, how many customers fit it, and who they are. */
export default function Segment() {
  const { id = '' } = useRoute().params
  const { cursor } = useLocation().query
  const query = { limit: PAGE, ...(cursor ? { cursor } : {}) }
  const { data, error, reload } = useData(
    () => read(api.GET('/segments/{id}', { params: { path: { id }, query } })),
    `segment ${id} ${cursor}`,
    [decided('segment')],
  )
  const counted = useMemo(() => [{ id }], [id])
  const counts = useCounts(counted)
  const address = at(`/segments/${id}`)
  const next = data?.nextCursor
  return (
    <Page title={data?.segment.name ?? texts.segments} command={`storewire segments customers ${id}`}>
      <a class="back" href={at('/segments')}>
        <Icon name="back" />
        {texts.segments}
      </a>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && (
        <div class="stack">
          <section class="card">
            <dl class="facts">
              <Fact title={t.rule}>{ruleText(data.segment.rule)}</Fact>
              <Fact title={t.customers}>
                <CountText count={counts.get(id)} />
              </Fact>
            </dl>
            <p class="hint">{t.totals}</p>
          </section>
          {!data.isComplete && <Notice>{t.incomplete}</Notice>}
          {data.data.length > 0 && <Rows type="customers" rows={data.data} />}
          {data.data.length === 0 && <Empty title={next ? t.noneHere : t.nobody} />}
          <Paging
            label={texts.pagesLabel}
            links={[
              { title: texts.first, href: cursor ? address : undefined },
              { title: texts.next, href: next ? `${address}?${new URLSearchParams({ cursor: next })}` : undefined },
            ]}
          />
        </div>
      )}
    </Page>
  )
}
