import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Problem } from './notice.tsx'
import type { Action } from './use-action.ts'

interface DialogProps {
  title: string
  children: ComponentChildren
  onClose: () => void
  /** A dialog with a value that is shown once does not close with Esc or a click outside. */
  staysOpen?: boolean
}

/** The browser's own dialog: it keeps the focus inside, closes with Esc, and gives the focus back. */
export function Dialog({ title, children, onClose, staysOpen = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Without this, while the dialog is still on the page, the browser would not give the focus back to what opened it.
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!staysOpen) onClose()
      }}
      // What is sent within is not for a form that the dialog is in.
      onSubmit={(event) => event.stopPropagation()}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {!staysOpen && (
          <button type="button" class="icon-button" aria-label={en.common.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  )
}

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
    // The focus stays with a person who types a reason.
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
          <button type="button" class="button" onClick={onClose}>
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

const SETTLED_MS = 500

/**
 * Whether a part is where it was half a second ago. A click that was meant for what was there before must not do something that can't be
 * undone.
 */
function useSettled(part: RefObject<HTMLElement | null>): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!part.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      setSettled(false)
      clearTimeout(timer)
      timer = setTimeout(() => setSettled(true), SETTLED_MS)
    }
    // A dialog is in the middle of the window: its buttons move when its size changes, or that of the window.
    const sizes = new ResizeObserver(moved)
    sizes.observe(part.current)
    addEventListener('resize', moved)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', moved)
      clearTimeout(timer)
    }
  }, [])
  return isSettled
}
