import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'
import type { Action } from './use-action.ts'
import { useSettled } from './use-settled.ts'

interface ConfirmDialogProps {
  title: string
  /** What the button does, with the object and the amount: `Refund €39.00 to Ada`. */
  action: string
  isDanger?: boolean
  work: Action<[]>
  onClose: () => void
  children: ComponentChildren
}

/** Asks before something is done that can't be undone. Enter confirms. */
export function ConfirmDialog({ title, action, isDanger = false, work, onClose, children }: ConfirmDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const isInert = !useSettled(form)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [])
  useEffect(() => {
    // Who types a reason goes on typing.
    if (!isInert && !document.activeElement?.matches('input, textarea'))
      form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }, [isInert])
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isInert) void work.run()
        }}
      >
        {children}
        <Problem error={work.error} />
        <footer>
          <button type="button" class="button plain" onClick={onClose}>
            {en.common.cancel}
          </button>
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} isBusy={work.isBusy} disabled={isInert}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
