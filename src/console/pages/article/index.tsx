import { useLocation, useRoute } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { addressOf } from '../data/place.ts'
import { Icon } from '../parts/icon.tsx'
import { Loading, Notice, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { article as t } from '../texts/en/article.ts'
import { Editor } from './editor.tsx'

/** The beginning of the ids of articles that were written here. */
const WRITTEN_HERE = /^written_/

/** Writes an article, or changes one: for shops that push none. */
export default function Article() {
  const { id = '' } = useRoute().params
  const { title = '' } = useLocation().query
  const isNew = id === 'new'
  const { data, error, reload } = useData(
    async () =>
      isNew
        ? undefined
        : (await read(api.GET('/data/{type}/{id}', { params: { path: { type: 'articles', id } } }))).object,
    `article ${id}`,
  )
  return (
    <Page title={isNew ? t.write : t.edit} command="storewire import articles articles.json">
      <a class="back" href={addressOf({ type: 'articles', filters: {} })}>
        <Icon name="back" />
        {t.back}
      </a>
      <Problem error={error} onRetry={reload} />
      {!isManager.value && <Notice>{t.askManager}</Notice>}
      {!isNew && !data && !error && <Loading />}
      {data && !WRITTEN_HERE.test(id) && <Notice>{t.pushed}</Notice>}
      {isManager.value && (isNew || data) && <Editor stored={data} title={title} />}
    </Page>
  )
}
