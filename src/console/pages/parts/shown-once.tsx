import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { CopyField } from './copy.tsx'
import { Dialog } from './dialog.tsx'

interface ShownOnceProps {
  title: string
  /** What to do with the value now. */
  why: string
  /** What the value is. */
  label: string
  value: string
  /** What the button says. */
  done: string
  onClose: () => void
  children?: ComponentChildren
}

/** A key, secret or link, the one time that it can be shown. */
export function ShownOnce({ title, why, label, value, done, onClose, children }: ShownOnceProps) {
  return (
    <Dialog title={title} onClose={onClose} staysOpen>
      <p>{why}</p>
      <CopyField text={value} label={label} />
      {children}
      <footer>
        <Button kind="primary" onClick={onClose}>
          {done}
        </Button>
      </footer>
    </Dialog>
  )
}
