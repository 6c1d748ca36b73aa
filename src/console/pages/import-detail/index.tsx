import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { BatchTable, ImportProgress, ImportState, resultsText } from '../imports/progress.tsx'
import { numberText } from '../parts/chart.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loading, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { decided, useData, useNews } from '../parts/use-data.ts'
import { Fact, Moment } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { imports as t } from '../texts/en/imports.ts'
import { EraseImport, objectsText } from './erase-import.tsx'

/** Between two looks at how far an erasure is. */
const LOOK_MS = 2_000

/** One import: how far it is, and its batches. */
export default function ImportDetail() {
  const { id = '' } = useRoute().params
  const { data, error, reload } = useData(
    () => read(api.GET('/imports/{id}', { params: { path: { id } } })),
    `import ${id}`,
  )
  useNews('batch', reload)
  useNews('settings', reload, decided('import').concerns)
  const shown = data?.import
  const isErasing = shown?.erasure != null && shown.erasure.endedAt === null
  useEffect(() => {
    if (!isErasing) return
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [isErasing, reload])
  return (
    <Page
      title={shown ? shown.label || shown.id : t.title}
      command={`storewire backfills show ${id}`}
      actions={isManager.value && shown?.finishedAt && !isErasing && <EraseImport shown={shown} onErasing={reload} />}
    >
      <a class="back" href={at('/imports')}>
        <Icon name="back" />
        {t.back}
      </a>
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {shown && (
        <section class="card">
          <dl class="facts">
            <Fact title={t.state}>
              <ImportState of={shown} />
            </Fact>
            <Fact title={t.progress}>
              <ImportProgress of={shown} />
            </Fact>
            <Fact title={t.results}>{resultsText(shown.results)}</Fact>
            <Fact title={t.failedBatches}>{numberText(shown.batches.failed)}</Fact>
            <Fact title={t.started}>
              <Moment at={shown.createdAt} />
            </Fact>
            {shown.finishedAt && (
              <Fact title={t.finished}>
                <Moment at={shown.finishedAt} />
              </Fact>
            )}
            {shown.erasure && (
              <Fact title={t.erasure}>
                {(isErasing ? t.erasing : t.erased)(objectsText(shown.erasure.erased))}{' '}
                <Moment at={shown.erasure.endedAt ?? shown.erasure.startedAt} />
              </Fact>
            )}
          </dl>
        </section>
      )}
      {data && data.batches.length > 0 && <BatchTable title={t.batches} batches={data.batches} />}
    </Page>
  )
}
