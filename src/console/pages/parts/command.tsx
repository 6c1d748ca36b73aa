import { useId } from 'preact/hooks'
import { en } from '../texts/en.ts'
import { CopyBlock } from './copy-field.tsx'
import { Icon } from './icon.tsx'

/** The `</>` button: the command that does the same as the page. */
export function Command({ children }: { children: string }) {
  const id = useId()
  return (
    <>
      <button type="button" class="icon-button" popovertarget={id} aria-label={en.common.command}>
        <Icon name="code" />
      </button>
      <div id={id} popover class="command">
        <p>{en.common.commandTitle}</p>
        <CopyBlock text={children} label={en.common.commandTitle} />
      </div>
    </>
  )
}
