import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import type { ChatRow } from '../api-types.ts'
import { Combobox, type Option } from '../parts/combobox.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/notice.tsx'

/** Of a dialog that does something with a chat. */
export interface ActProps {
  chat: ChatRow
  onClose: () => void
  onDone: () => void
}

interface PickProps<One extends Option> {
  title: string
  /** Of the field. */
  label: string
  options: One[]
  /** What else a text stands for that is the title of no option. */
  made?: (text: string) => One
  error: ApiError | null
  onPick: (option: One) => void
  onClose: () => void
  children?: ComponentChildren
}

/** A dialog in which one of some options is chosen, by typing a part of its title or with the arrow keys, and Enter. */
export function Pick<One extends Option>({
  title,
  label,
  options,
  made,
  error,
  onPick,
  onClose,
  children,
}: PickProps<One>) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const fitting = options.filter((one) => one.title.toLowerCase().includes(typed.toLowerCase()))
  if (made && typed && !options.some((one) => one.title === typed)) fitting.push(made(typed))
  return (
    <Dialog title={title} onClose={onClose}>
      <Combobox
        label={label}
        list={title}
        text={text}
        onInput={setText}
        options={fitting}
        onChoose={(one) => {
          setText('')
          onPick(one)
        }}
      />
      {children}
      <Problem error={error} />
    </Dialog>
  )
}
