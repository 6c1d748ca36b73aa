// node scripts/sample/write.ts: writes the files of the sample shop beside this one.
import { writeFileSync } from 'node:fs'
import { bytesOf, sampleFiles } from './files.ts'

for (const file of sampleFiles()) writeFileSync(new URL(file.name, import.meta.url), bytesOf(file))
