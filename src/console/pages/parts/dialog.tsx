import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { Icon } from './icon.tsx'

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
