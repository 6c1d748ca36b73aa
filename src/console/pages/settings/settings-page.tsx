import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { guardLeaving } from '../leaving.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Loading, Notice, Problem, toast } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { ReadOnly } from '../parts/read-only.tsx'
import { useAction } from '../parts/use-action.ts'
import { isManager } from '../session.ts'
import { settings as t } from '../texts/en/settings.ts'
import { type Settings, type Unsaved, unsaved } from './use-settings.ts'

interface SettingsPageProps {
  title: string
  /** What the page does, as a command. */
  command: string
  lead?: string
  actions?: ComponentChildren
  /** Whether everything that the page shows is there. */
  isLoaded?: boolean
  error?: ApiError | null
  onRetry?: () => void
  /** Whether the person may change what is on the page; if not, it is shown as text. */
  mayChange?: boolean
  children: ComponentChildren
}

/** A page of settings: cards, of which each {@link SettingsForm} is saved by the one bar that appears once something is changed. */
export function SettingsPage({
  title,
  command,
  lead,
  actions,
  isLoaded = true,
  error = null,
  onRetry = () => {},
  mayChange = isManager.value,
  children,
}: SettingsPageProps) {
  return (
    <ReadOnly.Provider value={!mayChange}>
      <Page title={title} command={command} actions={actions}>
        {/* With the actions, which take room above it on a phone. */}
        {lead && isLoaded && <p class="lead">{lead}</p>}
        {!mayChange && <Notice tone="quiet">{t.readOnly}</Notice>}
        <Problem error={error} onRetry={onRetry} />
        {!isLoaded && !error && <Loading />}
        <div class="stack">{isLoaded && children}</div>
        <SaveBar />
      </Page>
    </ReadOnly.Provider>
  )
}

/** The cards of some settings. Enter in a field saves, as the bar does. */
export function SettingsForm<T>({ settings, children }: { settings: Settings<T>; children: ComponentChildren }) {
  return (
    <Form class="stack" place={settings.form} onSubmit={() => void saveAll([...unsaved.value.values()])}>
      {children}
      {/* Without a button, Enter sends no form. */}
      <button type="submit" hidden />
    </Form>
  )
}

/** Saves what is changed; nothing if a field is not filled in as it must be, which the browser then says beside it. */
async function saveAll(all: Unsaved[]): Promise<void> {
  if (!all.every(({ form }) => form.current?.reportValidity())) return
  for (const { work } of all) await work.run()
  if (unsaved.value.size === 0) toast(t.saved)
}

function SaveBar() {
  const all = [...unsaved.value.values()]
  const isChanged = all.length > 0
  const [leave, setLeave] = useState<() => void>()
  useLayoutEffect(() => (isChanged ? guardLeaving((go) => setLeave(() => go)) : undefined), [isChanged])
  return (
    <>
      {/* Always there: readers of the screen hear what changes in it. */}
      <div class={isChanged ? 'save-bar' : undefined}>
        <p role="status">{isChanged && t.unsaved}</p>
        {isChanged && (
          <>
            <button type="button" class="button" onClick={() => discard(all)}>
              {t.discard}
            </button>
            <Button kind="primary" isBusy={all.some(({ work }) => work.isBusy)} onClick={() => saveAll(all)}>
              {t.save}
            </Button>
            {all.map(({ work }, index) => (
              <Problem key={index} error={work.error} />
            ))}
          </>
        )}
      </div>
      {leave && <Leave go={leave} all={all} onClose={() => setLeave(undefined)} />}
    </>
  )
}

const discard = (all: Unsaved[]) => {
  for (const one of all) one.discard()
}

/** Asks before changes are lost. */
function Leave({ go, all, onClose }: { go: () => void; all: Unsaved[]; onClose: () => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const work = useAction(async () => {
    discard(all)
    setLeaving(true)
  })
  // After the guard has ended, as the bar has nothing to save then.
  useEffect(() => {
    if (!isLeaving || all.length > 0) return
    onClose()
    go()
  }, [isLeaving, all.length])
  return (
    <ConfirmDialog title={t.leaveTitle} action={t.leave} isDanger work={work} onClose={onClose}>
      <p>{t.leaveWhy}</p>
    </ConfirmDialog>
  )
}
