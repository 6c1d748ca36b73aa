import { Fact } from '../parts/fact.tsx'
import type { Fields } from './sort-fields.ts'
import { labelOf } from './title.ts'
import { Value } from './value.tsx'

export function FieldList({ fields, currency }: { fields: Fields; currency: string | undefined }) {
  return (
    <dl class="facts">
      {Object.entries(fields).map(([name, value]) => (
        <Fact key={name} title={labelOf(name)}>
          <Value name={name} value={value} currency={currency} />
        </Fact>
      ))}
    </dl>
  )
}
