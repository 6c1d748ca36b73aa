import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { at } from '../base.ts'
import { mayLeave } from '../leaving.ts'
import { namedPages } from '../menu.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { isShortcut } from '../parts/use-keys.ts'
import { areLettersOn } from '../preferences.ts'
import { en } from '../texts/en.ts'
import { CONTROL } from './find.tsx'

const t = en.shortcuts
type Keys = [keys: string[], title: string][]

const OF_LISTS: Keys = [
  [['j', 'k'], t.rows],
  [['Enter'], t.open],
  [['Esc'], t.back],
  [['a'], t.approve],
  [['x'], t.reject],
]

const OF_CHATS: Keys = [
  [['j', 'k'], t.nextChat],
  [['r'], t.reply],
  [['/'], t.savedReply],
  [['n'], t.note],
  [['t'], t.take],
  [['b'], t.giveBack],
  [['a'], t.assign],
  [['s'], t.snooze],
  [['e'], t.close],
  [['Esc'], t.back],
]

/** How long after `g` the second letter counts. */
const PAIR_MS = 1_500

/** Single letters lead to pages, unless they are switched off or somebody is typing. `?` lists them. */
export function Shortcuts() {
  const { route } = useLocation()
  const isListOpen = useSignal(false)
  useEffect(() => {
    let goUntil = 0
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      const { key } = event
      if (key === '?') isListOpen.value = true
      const entry = Date.now() < goUntil ? namedPages.value.find((one) => one.key === key) : undefined
      goUntil = key === 'g' ? Date.now() + PAIR_MS : 0
      if (entry) mayLeave(() => route(at(entry.path)))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (!isListOpen.value) return null
  return (
    <Dialog title={en.common.shortcuts} onClose={() => (isListOpen.value = false)}>
      <dl class="facts">
        <div>
          <dt>
            <kbd>{CONTROL}</kbd> <kbd>K</kbd> <kbd>/</kbd>
          </dt>
          <dd>{en.menu.find}</dd>
        </div>
        {namedPages.value
          .filter((entry) => entry.key !== undefined)
          .map(({ key, title }) => (
            <div key={title}>
              <dt>
                <kbd>g</kbd> <kbd>{key}</kbd>
              </dt>
              <dd>{title}</dd>
            </div>
          ))}
      </dl>
      <h3>{t.chats}</h3>
      <KeyList keys={OF_CHATS} />
      <h3>{t.lists}</h3>
      <KeyList keys={OF_LISTS} />
      <Check
        label={en.common.shortcutsOff}
        isOn={areLettersOn.value}
        onChange={(isOn) => {
          areLettersOn.value = isOn
        }}
      />
    </Dialog>
  )
}

function KeyList({ keys }: { keys: Keys }) {
  return (
    <dl class="facts">
      {keys.map(([some, title]) => (
        <div key={title}>
          <dt>
            {some.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{title}</dd>
        </div>
      ))}
    </dl>
  )
}
