import type { ComponentChildren } from 'preact'
import { Icon } from '../parts/icon.tsx'

interface RowProps {
  /** What is seen of it while it is closed. */
  line: ComponentChildren
  /** Under the line, such as what is wrong. */
  below?: ComponentChildren
  children: ComponentChildren
}

/** One thing of a list; opened, it shows everything about it. It stays open while the page updates itself. */
export function Row({ line, below, children }: RowProps) {
  return (
    <details class="dev-row">
      <summary>
        <Icon name="arrow" />
        <span class="dev-line">{line}</span>
        {below && <span class="dev-below">{below}</span>}
      </summary>
      <div class="dev-body">{children}</div>
    </details>
  )
}
