import { useId } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'

/** What is seldom done with an object, behind ⋯. */
export function More({ acts }: { acts: { title: string; run: () => void }[] }) {
  const menu = useId()
  return (
    <>
      <button type="button" class="icon-button" popovertarget={menu} aria-label={t.more}>
        <Icon name="more" />
      </button>
      <ul id={menu} popover class="acts">
        {acts.map(({ title, run }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => {
                document.getElementById(menu)?.hidePopover()
                run()
              }}
            >
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
