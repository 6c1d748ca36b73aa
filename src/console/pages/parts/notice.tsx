import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

/** Something that people should know before they act. */
export function Notice({
  children,
  tone = 'waiting',
}: {
  children: ComponentChildren
  tone?: 'waiting' | 'bad' | 'quiet'
}) {
  return (
    <div class={`notice ${tone}`}>
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  )
}
