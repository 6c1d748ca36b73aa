import { signal } from '@preact/signals'

/** What a call waits for, and what to do with the answer: true sends it again. */
export interface Asked {
  kind: 'sign-in' | 'password'
  answer: (isDone: boolean) => void
}

/** The dialog that is open over the page; null: no call waits. */
export const asked = signal<Asked | null>(null)

let waiting: Promise<boolean> | undefined

/** Opens one dialog for all calls that need it at the same time. @returns whether the person did what it asks for */
function ask(kind: Asked['kind']): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    asked.value = { kind, answer: resolve }
  }).finally(() => {
    asked.value = null
    waiting = undefined
  })
  return waiting
}

export const signInAgain = () => ask('sign-in')
export const passwordAgain = () => ask('password')
