import { api, read } from '../api.ts'
import type { SegmentView } from '../api-types.ts'
import { at } from '../base.ts'
import { DataTabs } from '../data/data-tabs.tsx'
import { CommandBlock } from '../parts/copy.tsx'
import { Empty, Loading, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { decided, useData } from '../parts/use-data.ts'
import { Foreign, Moment } from '../parts/values.tsx'
import { data as texts } from '../texts/en/data.ts'
import { segments as t } from '../texts/en/segments.ts'
import { CountText, ruleText, useCounts } from './shown-segment.tsx'

/** Rules that select customers, each with the number of customers that fit it now. */
export default function Segments() {
  const { data, error, reload } = useData(() => read(api.GET('/segments')), 'segments', [decided('segment')])
  const counts = useCounts(data?.data)
  return (
    <Page title={texts.segments} command="storewire segments list">
      <DataTabs current="segments" />
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data?.data.length === 0 && (
        <Empty title={t.none}>
          <p class="quiet">{t.noneHelp}</p>
          <CommandBlock>{t.example}</CommandBlock>
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <Table
          label={texts.segments}
          columns={[
            {
              title: t.name,
              cell: ({ id, name }: SegmentView) => (
                <a href={at(`/segments/${id}`)}>
                  <Foreign>{name}</Foreign>
                </a>
              ),
            },
            { title: t.rule, cell: ({ rule }) => ruleText(rule) },
            { title: t.customers, isNumber: true, cell: ({ id }) => <CountText count={counts.get(id)} /> },
            { title: t.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
          rows={data.data}
          rowKey={({ id }) => id}
        />
      )}
    </Page>
  )
}
