import type { ComponentChildren } from 'preact'
import { isOffline } from '../interruptions.ts'
import { Icon, type IconName } from './icon.tsx'

export interface ButtonProps {
  children: ComponentChildren
  kind?: 'primary' | 'plain' | 'danger'
  type?: 'button' | 'submit'
  icon?: IconName
  /** The button's work is under way: it does not fire again. */
  isBusy?: boolean
  disabled?: boolean
  onClick?: (event: MouseEvent) => void
  autoFocus?: boolean
}

/** A button that does something on the server: without a connection it can't. */
export function Button({
  children,
  kind = 'plain',
  type = 'button',
  icon,
  isBusy = false,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={`button ${kind}`}
      aria-busy={isBusy}
      disabled={disabled || isBusy || isOffline.value}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}
