import { readAsset } from '../lib/assets.ts'

let known: Set<string> | undefined

/**
 * Whether a password is among the most common ones, or little more than one of them: with a few digits and signs around it, or several
 * times, as people write when a longer one is asked for.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(lines(readAsset('common-passwords.txt').toString('latin1')))
  const typed = password.toLowerCase()
  const word = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const core = word.length >= typed.length / 2 ? word : typed
  return [typed, core, repeated(typed), repeated(core)].some((text) => known?.has(text) || text.length === 1)
}

/** What comes several times and is all there is; otherwise the text itself. */
function repeated(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
