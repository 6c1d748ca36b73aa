import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { at } from '../base.ts'
import { namedPages } from '../menu.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { isShortcut } from '../parts/use-keys.ts'
import { areLettersOn } from '../preferences.ts'
import { en } from '../texts/en.ts'
import { CONTROL } from './find.tsx'

const t = en.refunds.keys
/** The keys of the pages of refunds and chats. */
const OF_REFUNDS: [keys: string[], title: string][] = [
  [['j', 'k'], t.rows],
  [['Enter'], t.open],
  [['a'], t.approve],
  [['x'], t.reject],
  [['Esc'], t.back],
  [['r'], en.menu.writeReply],
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
      if (entry) route(at(entry.path))
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
      <h3>{en.menu.refundsAndChats}</h3>
      <dl class="facts">
        {OF_REFUNDS.map(([keys, title]) => (
          <div key={title}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
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
