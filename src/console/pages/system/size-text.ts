import { numberText } from '../parts/chart.tsx'
import { system as t } from '../texts/en/system.ts'

const MIB = 1024 * 1024

export function sizeText(bytes: number): string {
  return t.mib(numberText(Math.round((bytes / MIB) * 10) / 10))
}
