import { useRef } from 'preact/hooks'
import { ACCEPTED } from '../../../widget/pages/accepted.ts'
import { Icon } from '../parts/icon.tsx'
import { foreign } from '../parts/values.tsx'
import { pictures as t } from '../texts/en/pictures.ts'
import style from './attachments.module.css'
import { type Attachments, MOST } from './use-attachments.ts'

/** What was chosen: a preview of each, whether it is there, and what to do if it is not. */
export function Chosen({ attachments: { list, problem, retry, remove } }: { attachments: Attachments }) {
  if (list.length === 0 && problem === null) return null
  return (
    <div class={style.chosen}>
      <ul>
        {list.map(({ key, name, preview, id, problem }) => (
          <li key={key} class={id === null && problem === null ? style.busy : ''}>
            <img src={preview} alt={foreign(name)} />
            <button type="button" class={style.remove} aria-label={t.remove(foreign(name))} onClick={() => remove(key)}>
              <Icon name="close" />
            </button>
            {problem !== null && (
              <button type="button" class={style.retry} onClick={() => retry(key)}>
                {t.again}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" class="hint">
        {list.find(({ problem }) => problem !== null)?.problem ??
          problem ??
          list.filter(({ id }) => id === null).map(({ name }) => t.sending(foreign(name)))[0]}
      </p>
    </div>
  )
}

/** Opens the browser's dialog for files. */
export function AddPictures({ attachments }: { attachments: Attachments }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        class="hidden"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        accept={ACCEPTED}
        multiple
        onChange={({ currentTarget }) => {
          attachments.add(currentTarget.files ?? [])
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        class={style.add}
        aria-label={t.add}
        title={t.add}
        disabled={attachments.list.length >= MOST}
        onClick={() => field.current?.click()}
      >
        <Icon name="image" />
      </button>
    </>
  )
}

/** The pictures in what is pasted or dropped. */
export function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}
