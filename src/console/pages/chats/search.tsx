import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { ExportButton } from '../parts/export-list.tsx'
import { Icon } from '../parts/icon.tsx'
import { useData } from '../parts/use-data.ts'
import { foreign } from '../parts/values.tsx'
import { Views } from '../parts/views.tsx'
import { chats as t } from '../texts/en/chats.ts'
import { addressOf, exportPath, type Place } from './place.ts'
import style from './style.module.css'

/** How long nobody types before the server is asked. */
const PAUSE_MS = 250

/** A field that finds chats by words, whatever their state is. The address holds the words. */
export function Search({ place }: { place: Place }) {
  const { route } = useLocation()
  const [text, setText] = useState(place.q ?? '')
  const current = useRef(place)
  current.current = place
  /** The words that this field put into the address last: other ones come from a link. */
  const own = useRef(place.q)
  useEffect(() => {
    if (place.q !== own.current) setText(place.q ?? '')
    own.current = place.q
  }, [place.q])
  useEffect(() => {
    const q = text.trim() || undefined
    if (q === current.current.q) return
    const timer = setTimeout(() => {
      own.current = q
      route(addressOf({ ...current.current, q }), true)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label class={style.search}>
      <Icon name="search" />
      <span class="hidden">{t.search}</span>
      <input
        type="search"
        value={text}
        placeholder={t.search}
        maxLength={200}
        spellcheck={false}
        onInput={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </label>
  )
}

/** Why the chats were handed over, and one of their tags. */
export function Filters({ place }: { place: Place }) {
  const { route } = useLocation()
  const { data } = useData(() => read(api.GET('/chat-tags')), 'chat tags', ['chat'])
  const go = (change: Partial<Place>) => route(addressOf({ ...place, ...change }))
  const choice = (
    label: string,
    any: string,
    value: string | undefined,
    options: [string, string][],
    name: 'reason' | 'tag',
  ) => (
    <Choice {...{ label, any, options }} value={value ?? ''} onChange={(next) => go({ [name]: next || undefined })} />
  )
  return (
    <div class={style.filters}>
      {choice(t.reason, t.anyReason, place.reason, Object.entries(t.reasons), 'reason')}
      {choice(t.tag, t.anyTag, place.tag, data?.data.map((tag) => [tag, foreign(tag)]) ?? [], 'tag')}
      <Views
        list="chats"
        shown={{ show: place.show === 'waiting' ? undefined : place.show, reason: place.reason, tag: place.tag }}
        addressOf={(view) => at(`/chats?${view}`)}
      />
      <ExportButton path={exportPath(place)} name="chats" />
    </div>
  )
}

interface ChoiceProps {
  label: string
  any: string
  value: string
  options: [value: string, title: string][]
  onChange: (value: string) => void
}

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <>
      <label class="hidden" for={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{any}</option>
        {options.map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
    </>
  )
}
