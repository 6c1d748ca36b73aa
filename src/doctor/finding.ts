/** The result of one check. A problem needs a fix soon; a warning may be intended. */
export interface Finding {
  check: string
  level: 'ok' | 'warning' | 'problem'
  found: string
  /** What to do; null if nothing is wrong. */
  todo: string | null
}

export function ok(check: string, found: string): Finding {
  return { check, level: 'ok', found, todo: null }
}

export function warning(check: string, found: string, todo: string): Finding {
  return { check, level: 'warning', found, todo }
}

export function problem(check: string, found: string, todo: string): Finding {
  return { check, level: 'problem', found, todo }
}
