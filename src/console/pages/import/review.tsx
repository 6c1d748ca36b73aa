import { api, read } from '../api.ts'
import type { ImportFields } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { ChoiceField } from '../parts/field.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { importing as t } from '../texts/en/importing.ts'
import { en } from '../texts/en.ts'
import { CheckedRows } from './checked-rows.tsx'
import { ColumnTable, matchingProblem } from './column-table.tsx'
import { Facts } from './facts.tsx'
import type { Look } from './look.ts'
import { type Plan, planFor } from './plan.ts'
import { Questions } from './questions.tsx'
import { keepAnswers, keepMatching } from './remembered.ts'
import { start } from './runner.ts'
import type { Type } from './send.ts'
import { storeImport } from './state.ts'
import { usePlan } from './use-plan.ts'

/** Of the name of a file: the name of an import has 200 characters. */
const MOST_NAME = 180

interface ReviewProps {
  look: Look
  /** What columns can be matched with, by type. */
  fields: Record<Type, ImportFields>
  onOther: () => void
}

/** Shows what a file is, asks what it can't show, lets the server check its first rows, and starts. */
export function Review({ look, fields, onOther }: ReviewProps) {
  const { file, table } = look
  const { plan, checked, problem, check, change, importedAt } = usePlan(look, fields)
  const preset = look.presets.find(({ name }) => name === plan.from)
  const isByHand = table !== undefined && !preset
  const unmatched = isByHand ? matchingProblem(plan.matches) : undefined
  const begin = useAction(async () => {
    const { id } = await read(
      api.POST('/imports', {
        body: { label: t.label(file.name.slice(0, MOST_NAME), en.common.types[plan.type].toLowerCase()) },
      }),
    )
    const { name, size, lastModified } = file
    const objects = checked?.reader.survey.objects ?? 0
    const state = {
      ...{ importId: id, plan, importedAt, objects, file: { name, size, lastModified } },
      ...{ done: 0, rejected: [], isDone: false },
    }
    keepAnswers(plan.answers)
    if (isByHand)
      keepMatching({ headings: table.headings, type: plan.type, matches: plan.matches, amounts: plan.amounts })
    storeImport(state)
    void start(file, state, fields[plan.type])
  })
  return (
    <div class="stack">
      <h2>{file.name}</h2>
      <What look={look} plan={plan} fields={fields} onChange={change} />
      {isByHand && (
        <ColumnTable
          look={look}
          plan={plan}
          fields={fields[plan.type].fields}
          onChange={(part) => change({ ...plan, ...part })}
        />
      )}
      {!isByHand && !preset && <p class="lead">{t.asTheyAre}</p>}
      {unmatched && <Notice>{unmatched}</Notice>}
      {checked && <Facts checked={checked} plan={plan} label={preset?.label} look={look} />}
      {checked && (
        <Questions
          asks={checked.reader.survey.asks}
          answers={plan.answers}
          onAnswer={(answers) => change({ ...plan, answers })}
        />
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Problem error={check.error ?? begin.error} />
      {check.isBusy && (
        <p class="quiet" role="status">
          {t.checking}
        </p>
      )}
      {checked && <CheckedRows checked={checked} />}
      <div class="page-actions">
        {checked && checked.count > checked.rejected.length ? (
          <Button
            kind="primary"
            // The second click on "Check" comes here, since this button takes its place.
            onClick={({ detail }) => detail < 2 && void begin.run()}
            isBusy={begin.isBusy}
            disabled={check.isBusy}
          >
            {checked.rejected.length > 0 ? t.startAnyway : t.start}
          </Button>
        ) : (
          <Button kind="primary" onClick={check.run} isBusy={check.isBusy} disabled={unmatched !== undefined}>
            {t.check}
          </Button>
        )}
        <button type="button" class="button" onClick={onOther}>
          {t.other}
        </button>
      </div>
    </div>
  )
}

/** Which format a file has, and what it contains. */
function What({
  look,
  plan,
  fields,
  onChange,
}: Omit<ReviewProps, 'onOther'> & { plan: Plan; onChange: (plan: Plan) => void }) {
  const named = Object.fromEntries(look.presets.map(({ name, label }) => [name, label]))
  return (
    <>
      {look.presets.length === 0 && look.table && !plan.isRemembered && !plan.matches.flat().includes('id') && (
        <Notice>
          {t.unknownFormat}
          {look.near.map(({ label, missing }) => ` ${t.nearly(label, missing.join(', '))}`).join('')}
        </Notice>
      )}
      <div class="fields">
        {look.presets.length > 0 && (
          <ChoiceField
            label={t.format}
            value={plan.from ?? ''}
            options={named}
            none={look.table ? t.ownColumns : t.ownObjects}
            onChange={(from) => onChange(planFor(look, fields, { from: from === '' ? 'none' : from }))}
          />
        )}
        <ChoiceField
          label={t.type}
          value={plan.type}
          options={en.common.types}
          onChange={(type) => onChange(planFor(look, fields, { type }))}
        />
      </div>
    </>
  )
}
