import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { mayLeave } from '../leaving.ts'
import { Combobox } from '../parts/combobox.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/notice.tsx'
import { palette as t } from '../texts/en/palette.ts'
import { useChoices } from './use-choices.ts'

/** Leads to pages, and to what a text names. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const [text, setText] = useState('')
  const { choices, isComplete, isBusy, error } = useChoices(text)
  const hasChosen = useRef(false)
  useEffect(
    () => () => {
      // The title of the page that was chosen could not get the focus yet, or the dialog has given it back to what had it before.
      if (hasChosen.current) document.querySelector<HTMLElement>('main h1')?.focus()
    },
    [],
  )
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Combobox
        label={t.label}
        list={t.list}
        text={text}
        onInput={setText}
        options={choices}
        onChoose={({ key, run }) => {
          // A dialog of the page takes the focus itself.
          hasChosen.current = !run
          onClose()
          if (run) setTimeout(run)
          else mayLeave(() => route(key))
        }}
      />
      <Problem error={error} />
      <p class={choices.length > 0 ? 'hidden' : 'quiet'} role="status">
        {isBusy ? t.searching : t.count(choices.length)}
      </p>
      {!isComplete && <p class="hint">{t.incomplete}</p>}
    </Dialog>
  )
}
