import { useLocation } from 'preact-iso/router'
import { Check } from '../parts/check.tsx'
import { chats as t } from '../texts/en/chats.ts'
import { addressOf, type Place, whos } from './place.ts'
import style from './style.module.css'

/** Whose chats are listed, and whether all of them or only the unread ones. The address holds the choice. */
export function Filters({ place }: { place: Place }) {
  const { route } = useLocation()
  const go = (change: Partial<Place>) => route(addressOf({ ...place, cursor: undefined, ...change }))
  return (
    <fieldset class={style.filters}>
      <legend class="hidden">{t.filters}</legend>
      <label>
        <span>{t.who}</span>
        <select
          value={place.who ?? ''}
          onChange={({ currentTarget: { value } }) => go({ who: whos.find((one) => one === value) })}
        >
          <option value="">{t.everybody}</option>
          {whos.map((one) => (
            <option key={one} value={one}>
              {t[one]}
            </option>
          ))}
        </select>
      </label>
      <Check
        label={t.unreadOnly}
        isOn={place.unread === 'true'}
        onChange={(isOn) => go({ unread: isOn ? 'true' : undefined })}
      />
    </fieldset>
  )
}
