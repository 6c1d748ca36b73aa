import type { ImportField } from '../api-types.ts'
import { ChoiceField } from '../parts/field.tsx'
import { Table } from '../parts/table.tsx'
import { importing as t } from '../texts/en/importing.ts'
import type { Look } from './look.ts'
import type { Matches, Plan } from './plan.ts'
import style from './style.module.css'

interface ColumnTableProps {
  look: Look
  plan: Plan
  fields: ImportField[]
  onChange: (part: Pick<Plan, 'matches'> | Pick<Plan, 'amounts'>) => void
}

/** The columns of a file, each with its first values and the fields that it is matched with. */
export function ColumnTable({ look: { table, values }, plan, fields, onChange }: ColumnTableProps) {
  const rows = (table?.headings ?? []).map((heading, index) => ({ heading, index }))
  const { matches, amounts, isRemembered } = plan
  const hasAmounts = fields.some(({ name, kind }) => kind === 'money' && matches.flat().includes(name))
  return (
    <>
      <p class="lead">{isRemembered ? t.matchedBefore : t.columnsLead}</p>
      <Table
        label={t.columns}
        columns={[
          { title: t.column, cell: ({ heading }: (typeof rows)[number]) => <strong>{heading || '–'}</strong> },
          { title: t.sample, cell: ({ index }) => <span class="quiet">{shortened(values[index] ?? [])}</span> },
          {
            title: t.field,
            cell: ({ heading, index }) => (
              <FieldsOf
                heading={heading}
                names={matches[index] ?? []}
                fields={fields}
                onChange={(names) => onChange({ matches: matches.with(index, names) })}
              />
            ),
          },
        ]}
        rows={rows}
        rowKey={({ index }) => String(index)}
      />
      {hasAmounts && (
        <div class="fields">
          <ChoiceField
            label={t.amounts}
            value={amounts}
            options={t.amountForms}
            onChange={(form) => onChange({ amounts: form })}
          />
        </div>
      )}
    </>
  )
}

interface FieldsOfProps {
  heading: string
  names: string[]
  fields: ImportField[]
  onChange: (names: string[]) => void
}

/** The fields that one column feeds: mostly one, or none. */
function FieldsOf({ heading, names, fields, onChange }: FieldsOfProps) {
  const chosen = (place: number, name: string) =>
    onChange(name === '' ? names.filter((_, index) => index !== place) : names.with(place, name))
  const select = (name: string, label: string, onName: (name: string) => void) => (
    <select key={label} aria-label={label} value={name} onChange={(event) => onName(event.currentTarget.value)}>
      <option value="">{t.leaveOut}</option>
      {fields.map((field) => (
        <option key={field.name} value={field.name}>
          {field.name === 'id' ? t.required(field.name) : field.name}
        </option>
      ))}
      {heading !== '' && <option value={ownField(heading)}>{t.own(heading.replace(/^custom\./, ''))}</option>}
    </select>
  )
  if (names.length === 0) return select('', `${t.field}: ${heading}`, (name) => onChange([name]))
  return (
    <div class={style.fields}>
      {names.map((name, place) =>
        select(name, place === 0 ? `${t.field}: ${heading}` : t.furtherField(heading, place + 1), (other) =>
          chosen(place, other),
        ),
      )}
      <button
        type="button"
        class="button"
        aria-label={t.anotherFieldOf(heading)}
        onClick={() => onChange([...names, fields.find((field) => !names.includes(field.name))?.name ?? ''])}
      >
        {t.anotherField}
      </button>
    </div>
  )
}

/** The field of a column that the shop keeps for itself; a dot would begin a field within it. */
function ownField(heading: string): string {
  return heading.startsWith('custom.') ? heading : `custom.${heading.replaceAll('.', '_')}`
}

function shortened(values: string[]): string {
  const text = values.join(' · ')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** Why a file cannot be read with these matches, for people. */
export function matchingProblem(matches: Matches): string | undefined {
  const names = matches.flat()
  if (!names.includes('id')) return t.noId
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? undefined : t.twice(twice)
}
