import { useEffect, useState } from 'preact/hooks'
import { UnreadableFile } from '../../../rows/problem.ts'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { importing as t } from '../texts/en/importing.ts'
import { type Look, lookAt } from './look.ts'
import style from './style.module.css'

/** Somebody chooses a file, or drops it here. */
export function Choose({ onChoose }: { onChoose: (look: Look) => Promise<void> }) {
  const [problem, setProblem] = useState('')
  const work = useAction(async (file: File) => {
    setProblem('')
    try {
      await onChoose(await lookAt(file))
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      setProblem(t.unreadable(error.message))
    }
  })
  useEffect(() => onDrop((file) => void work.run(file)), [])
  return (
    <section class={`card form ${style.drop}`}>
      <p class="quiet">{t.lead}</p>
      <FileField onFile={work.run} error={problem || undefined} />
      {work.isBusy && <p role="status">{t.reading}</p>}
      <Problem error={work.error} />
    </section>
  )
}

/** Calls `take` with a file that somebody drops anywhere on the page. @returns ends it */
function onDrop(take: (file: File) => void): () => void {
  const over = (event: DragEvent) => event.preventDefault()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (file) take(file)
  }
  addEventListener('dragover', over)
  addEventListener('drop', drop)
  return () => {
    removeEventListener('dragover', over)
    removeEventListener('drop', drop)
  }
}

export function FileField({ onFile, error }: { onFile: (file: File) => void; error: string | undefined }) {
  return (
    <Field label={t.file} hint={t.fileHint} error={error}>
      {(ids) => (
        <input
          {...ids}
          type="file"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.gz"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) onFile(file)
          }}
        />
      )}
    </Field>
  )
}
