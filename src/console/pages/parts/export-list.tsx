import { ApiError, send } from '../api.ts'
import { base } from '../base.ts'
import { en } from '../texts/en.ts'
import { Button } from './button.tsx'
import { download } from './copy.tsx'
import { toast } from './notice.tsx'
import { useAction } from './use-action.ts'

/** Saves a list as a CSV file. @param path below `exports/`, with the filters of the list */
export function ExportButton({ path, name }: { path: string; name: string }) {
  const save = useAction(async () => {
    try {
      const response = await send(`${base}/api/exports/${path}`, {})
      // A connection that breaks in the middle is a TypeError: half a list would look like a whole one.
      download(new File([await response.blob()], `${name}.csv`, { type: 'text/csv' }))
    } catch (error) {
      if (error instanceof ApiError) toast(error.message)
      else if (error instanceof TypeError) toast(en.common.exportCut)
      else throw error
    }
  })
  return (
    <Button onClick={save.run} isBusy={save.isBusy}>
      {en.common.export}
    </Button>
  )
}
