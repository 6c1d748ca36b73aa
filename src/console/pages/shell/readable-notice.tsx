import { useEffect, useState } from 'preact/hooks'
import { api, read } from '../api.ts'
import { Notice } from '../parts/notice.tsx'
import { en } from '../texts/en.ts'

/** A warning where others on the network can read what is typed. */
export function ReadableNotice() {
  const [isReadable, setReadable] = useState(false)
  useEffect(() => {
    read(api.GET('/state')).then(({ readable }) => setReadable(readable))
  }, [])
  return isReadable ? <Notice tone="bad">{en.common.readable}</Notice> : null
}
