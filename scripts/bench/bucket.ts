// The bucket that offsite.ts copies into: the service of the tests, in a process of its own. It prints its address.
import { once } from 'node:events'
import { startBucketServer } from '../../test/support/bucket-server.ts'

const ends: (() => unknown)[] = []
const { url } = await startBucketServer({ after: (end) => ends.push(end as () => unknown) })
console.log(url)
await once(process, 'SIGTERM')
for (const end of ends) await end()
