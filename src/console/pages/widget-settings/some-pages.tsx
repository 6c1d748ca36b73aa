import { useContext } from 'preact/hooks'
import type { WidgetSettings } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { ReadOnly } from '../parts/read-only.tsx'
import { Foreign } from '../parts/values.tsx'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'

type PageGreeting = WidgetSettings['pageGreetings'][number]

interface SomePagesProps extends Pick<WidgetSettings, 'hiddenOn' | 'pageGreetings'> {
  onChange: (change: Partial<WidgetSettings>) => void
}

/** What differs on pages whose path begins with something: a bubble that greets, or no launcher. */
export function SomePages({ hiddenOn, pageGreetings, onChange }: SomePagesProps) {
  const isReadOnly = useContext(ReadOnly)
  const shown = hiddenOn.join('\n')
  return (
    <>
      <PageGreetings
        greetings={pageGreetings}
        isReadOnly={isReadOnly}
        onChange={(greetings) => onChange({ pageGreetings: greetings })}
      />
      <Field label={t.hiddenOn} hint={t.hiddenOnHint} text={shown || '–'}>
        {(ids) =>
          isReadOnly ? null : (
            <textarea
              {...ids}
              rows={Math.max(2, hiddenOn.length)}
              value={shown}
              onInput={({ currentTarget: { value } }) => onChange({ hiddenOn: value === '' ? [] : value.split('\n') })}
            />
          )
        }
      </Field>
    </>
  )
}

interface PageGreetingsProps {
  greetings: PageGreeting[]
  isReadOnly: boolean
  onChange: (greetings: PageGreeting[]) => void
}

function PageGreetings({ greetings, isReadOnly, onChange }: PageGreetingsProps) {
  if (isReadOnly && greetings.length === 0) return null
  const change = (index: number, to: Partial<PageGreeting>) =>
    onChange(greetings.map((one, at) => (at === index ? { ...one, ...to } : one)))
  return (
    <fieldset class="form">
      <legend>{t.pageGreetings}</legend>
      <p class="quiet">{t.pageGreetingsHint}</p>
      {greetings.map(({ path, after, text }, index) =>
        isReadOnly ? (
          <p key={index}>
            <code>{path}</code> <Foreign>{text}</Foreign>
          </p>
        ) : (
          <div class="fields" key={index}>
            <TextField label={t.path} value={path} maxLength={200} onInput={(to) => change(index, { path: to })} />
            <NumberField
              label={t.after}
              value={after}
              min={0}
              max={600}
              onInput={(seconds) => change(index, { after: seconds })}
            />
            <TextField label={t.says} value={text} maxLength={200} onInput={(to) => change(index, { text: to })} />
            <button
              type="button"
              class="copy"
              aria-label={t.removeGreeting(path)}
              onClick={() => onChange(greetings.filter((_, at) => at !== index))}
            >
              <Icon name="close" />
            </button>
          </div>
        ),
      )}
      {!isReadOnly && (
        <p>
          <Button onClick={() => onChange([...greetings, { path: '/', after: 10, text: '' }])}>{t.addGreeting}</Button>
        </p>
      )}
    </fieldset>
  )
}
