import type { ComponentChildren } from 'preact'

interface FormProps {
  class?: string | undefined
  action?: string | undefined
  'aria-labelledby'?: string
  onSubmit: () => unknown
  children: ComponentChildren
}

/** A form that the page sends itself. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
