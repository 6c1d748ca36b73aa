import { useState } from 'preact/hooks'
import { at } from '../base.ts'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { isManager } from '../session.ts'
import { importing as t } from '../texts/en/importing.ts'
import { Choose, type Chosen } from './choose.tsx'
import { Interrupted } from './interrupted.tsx'
import { Match } from './match.tsx'
import { run } from './runner.ts'
import { Running } from './running.tsx'
import { storedImport } from './state.ts'

/** Imports a file: choose it, match its columns, check its first rows, send it. */
export default function ImportFile() {
  const [chosen, setChosen] = useState<Chosen>()
  const [stored, setStored] = useState(storedImport)
  return (
    <Page title={t.title} command="storewire import orders orders.csv">
      <a class="back" href={at('/imports')}>
        <Icon name="back" />
        {t.back}
      </a>
      {isManager.value ? (
        <>
          {run.value && (
            <Running
              run={run.value}
              onFinish={() => {
                setChosen(undefined)
                setStored(undefined)
              }}
            />
          )}
          {!run.value && stored && <Interrupted state={stored} onDiscard={() => setStored(undefined)} />}
          {!run.value && !stored && !chosen && <Choose onChoose={setChosen} />}
          {!run.value && !stored && chosen && <Match chosen={chosen} onOther={() => setChosen(undefined)} />}
        </>
      ) : (
        <Notice>{t.askManager}</Notice>
      )}
    </Page>
  )
}
