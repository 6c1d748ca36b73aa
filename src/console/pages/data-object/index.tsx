import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { at, objectAddress } from '../base.ts'
import { addressOf, placeOf, type Type } from '../data/place.ts'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loading, Problem, toast } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useRecent } from '../parts/recent.ts'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { useKeys } from '../parts/use-keys.ts'
import { isManager } from '../session.ts'
import { data as texts } from '../texts/en/data.ts'
import { dataObject as t } from '../texts/en/data-object.ts'
import { Detail } from './detail.tsx'
import { More } from './more.tsx'
import { titleOf } from './object-fields.ts'
import { OrderAbout, OrderActions } from './order.tsx'
import { ProductAbout } from './product.tsx'

/** One pushed object: its fields, what it belongs to, and what belongs to it. */
export default function DataObject() {
  const { params } = useRoute()
  const { route } = useLocation()
  const { type } = placeOf(params.type, {})
  const id = params.id ?? ''
  const [isErasing, setErasing] = useState(false)
  const { data, error, reload, set } = useData(
    () => read(api.GET('/data/{type}/{id}', { params: { path: { type, id } } })),
    `data ${type} ${id}`,
  )
  const list = addressOf({ type, filters: {} })
  const title = data && titleOf(type, data.object)
  useRecent(objectAddress(type, id), title, texts.nouns[type])
  useKeys({ Escape: () => route(list) })
  return (
    <Page
      title={title ?? texts.nouns[type]}
      command={`storewire ${type} show '${id.replaceAll("'", "'\\''")}'`}
      about={
        data &&
        (type === 'orders' ? <OrderAbout detail={data} /> : type === 'products' && <ProductAbout detail={data} />)
      }
      actions={
        <>
          {data && type === 'orders' && <OrderActions detail={data} />}
          {data && isManager.value && type === 'articles' && (
            <a class="button" href={at(`/articles/${encodeURIComponent(id)}`)}>
              {t.edit}
            </a>
          )}
          {isManager.value && <More acts={[{ title: t.erase, run: () => setErasing(true) }]} />}
        </>
      }
    >
      {/* With the rest of the page: the head above it grows by what is known of the object, and would move it. */}
      {(data || error) && (
        <a class="back" href={list}>
          <Icon name="back" />
          {t.back}
        </a>
      )}
      <Problem error={error} onRetry={reload} />
      {!data && !error && <Loading />}
      {data && <Detail type={type} detail={data} onChange={set} />}
      {data && isErasing && (
        <Erase type={type} id={id} onErased={() => route(list)} onClose={() => setErasing(false)} />
      )}
    </Page>
  )
}

interface EraseProps {
  type: Type
  id: string
  onErased: () => void
  onClose: () => void
}

/** Erases an object for good, once its id is typed. */
function Erase({ type, id, onErased, onClose }: EraseProps) {
  const [typedId, setTypedId] = useState('')
  const work = useAction(async () => {
    await api.POST('/data/{type}/{id}/erase', { params: { path: { type, id } }, body: { typedId } })
    toast(t.erased(id))
    onErased()
  })
  return (
    <ConfirmDialog
      title={t.eraseTitle(texts.nouns[type].toLowerCase(), id)}
      action={t.eraseAction(id)}
      isDanger
      work={work}
      onClose={onClose}
    >
      <p>{t.eraseWhy}</p>
      {type === 'customers' && <p>{t.eraseCustomer}</p>}
      <TextField
        label={t.typeId}
        value={typedId}
        onInput={setTypedId}
        error={work.error?.issue('typedId')}
        autoComplete="off"
        required
      />
    </ConfirmDialog>
  )
}
