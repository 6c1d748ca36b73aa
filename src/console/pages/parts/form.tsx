import type { ComponentChildren, FormHTMLAttributes, Ref } from 'preact'
import type { ApiError } from '../api.ts'
import { en } from '../texts/en.ts'
import { Button } from './button.tsx'
import { Problem } from './notice.tsx'
import type { Action } from './use-action.ts'

interface FormProps extends Pick<FormHTMLAttributes<HTMLFormElement>, 'onDragOver' | 'onDrop'> {
  class?: string | undefined
  action?: string | undefined
  'aria-labelledby'?: string
  onSubmit: () => unknown
  place?: Ref<HTMLFormElement>
  children: ComponentChildren
}

/** A form that the page sends itself. */
export function Form({ onSubmit, place = null, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      ref={place}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}

interface ActionFormProps {
  work: Action<[]>
  /** What the button says. */
  label: string
  kind?: 'primary' | 'plain'
  /** The problem above the button. Some problems are shown beside their field instead. */
  problem?: ApiError | null
  isNarrow?: boolean
  disabled?: boolean
  autoFocus?: boolean
  /** In a dialog: the way back beside the button. */
  onCancel?: () => void
  /** Where a browser's password manager thinks that the form is sent. */
  action?: string
  children?: ComponentChildren
}

/** A form that does its work when it is sent, with the button for that. */
export function ActionForm({
  work,
  label,
  kind = 'primary',
  problem = work.error,
  isNarrow = false,
  disabled = false,
  autoFocus = false,
  onCancel,
  action,
  children,
}: ActionFormProps) {
  const button = (
    <Button type="submit" kind={kind} isBusy={work.isBusy} disabled={disabled} autoFocus={autoFocus}>
      {label}
    </Button>
  )
  return (
    <Form
      class={isNarrow ? 'form narrow' : 'form'}
      action={action}
      onSubmit={() => {
        if (!disabled) void work.run()
      }}
    >
      {children}
      <Problem error={problem} />
      {onCancel ? (
        <footer>
          <button type="button" class="button" onClick={onCancel}>
            {en.common.cancel}
          </button>
          {button}
        </footer>
      ) : (
        button
      )}
    </Form>
  )
}
