import { useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import type { ImportFields } from '../api-types.ts'
import { ChoiceField, Field } from '../parts/field.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { importing as t } from '../texts/en/importing.ts'
import { en } from '../texts/en.ts'
import { UnreadableFile } from './records.ts'
import type { Type } from './send.ts'
import { lookAt, type Source } from './source.ts'

/** A file that can be read, and what its columns can be matched with. */
export interface Chosen {
  file: File
  type: Type
  source: Source
  fields: ImportFields
}

export function Choose({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const [type, setType] = useState<Type>('orders')
  const [problem, setProblem] = useState('')
  const work = useAction(async (file: File) => {
    setProblem('')
    try {
      const source = await lookAt(file)
      const fields = await read(api.GET('/import-fields/{type}', { params: { path: { type } } }))
      onChoose({ file, type, source, fields })
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      setProblem(error.message)
    }
  })
  return (
    <section class="card form">
      <p class="quiet">{t.lead}</p>
      <div class="fields">
        <ChoiceField label={t.type} value={type} options={en.common.types} onChange={setType} />
        <FileField onFile={work.run} error={problem || undefined} />
      </div>
      <Problem error={work.error} />
    </section>
  )
}

export function FileField({ onFile, error }: { onFile: (file: File) => void; error: string | undefined }) {
  return (
    <Field label={t.file} hint={t.fileHint} error={error}>
      {(ids) => (
        <input
          {...ids}
          type="file"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) onFile(file)
          }}
        />
      )}
    </Field>
  )
}
