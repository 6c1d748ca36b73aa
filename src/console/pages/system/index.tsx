import { useEffect, useState } from 'preact/hooks'
import { sizeText } from '../../../lib/bytes.ts'
import { api, read } from '../api.ts'
import type { Finding, SystemView } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Notice, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useAction } from '../parts/use-action.ts'
import { useData } from '../parts/use-data.ts'
import { Fact, Foreign, Status } from '../parts/values.tsx'
import { session } from '../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { system as t } from '../texts/en/system.ts'
import { Backups } from './backups.tsx'
import { Mail } from './mail.tsx'
import { Pictures } from './pictures.tsx'
import { Workspaces } from './workspaces.tsx'

const POLL_MS = 2_000

/** The installation, for those who run it. */
export default function System() {
  return session.value?.member.isOperator ? (
    <Installation />
  ) : (
    <Page title={t.title}>
      <Notice>{t.operators}</Notice>
    </Page>
  )
}

function Installation() {
  const { data, error, reload, set } = useData(() => read(api.GET('/system')), 'system')
  const isRunning = data?.backups.isRunning ?? false
  useEffect(() => {
    if (!isRunning) return
    const poll = setInterval(reload, POLL_MS)
    return () => clearInterval(poll)
  }, [isRunning, reload])
  return (
    <SettingsPage
      title={t.title}
      command="storewire doctor"
      isLoaded={data !== undefined}
      error={error}
      onRetry={reload}
      mayChange
    >
      {data && (
        <>
          <Machine view={data} />
          <Findings />
          <Backups backups={data.backups} onChange={reload} />
          <Mail />
          <Pictures pictures={data.pictures} onChange={(pictures) => set({ ...data, pictures })} />
          <Workspaces workspaces={data.workspaces} onChange={reload} />
        </>
      )}
    </SettingsPage>
  )
}

function Machine({ view: { versions, files } }: { view: SystemView }) {
  return (
    <section class="card">
      <h2>{t.versions}</h2>
      <dl class="facts">
        {versions.map(({ name, version }) => (
          <Fact key={name} title={t.names[name] ?? name}>
            {version}
          </Fact>
        ))}
      </dl>
      <h3>{t.disk}</h3>
      <dl class="facts">
        <Fact title={t.database}>{sizeText(files.database)}</Fact>
        <Fact title={t.log}>{sizeText(files.log)}</Fact>
        <Fact title={t.free}>{sizeText(files.free)}</Fact>
      </dl>
    </section>
  )
}

const TONES = { ok: 'good', warning: 'waiting', problem: 'bad' } as const

/** What the doctor finds, when somebody asks: it takes a while. */
function Findings() {
  const [findings, setFindings] = useState<Finding[]>([])
  const work = useAction(async () => setFindings((await read(api.GET('/system/findings'))).data))
  return (
    <section class="card stack">
      <h2>{t.findings}</h2>
      <p class="quiet">{t.findingsHelp}</p>
      <ul class="rows">
        {findings.map(({ check, level, found, todo }) => (
          <li key={`${check} ${found}`}>
            <Status tone={TONES[level]}>{t.levels[level]}</Status>
            <span>
              <code>{check}</code> <Foreign>{found}</Foreign>
              {todo && (
                <>
                  <br />
                  <Foreign>{todo}</Foreign>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Problem error={work.error} />
      <Button onClick={work.run} isBusy={work.isBusy}>
        {t.check}
      </Button>
    </section>
  )
}
