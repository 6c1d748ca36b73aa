/** An event of a stream of server-sent events. Events that are not stored have no id. */
export interface StreamEvent {
  id: string | undefined
  event: string
  data: string
}

/** Takes the text of a stream in whatever pieces it arrives, and returns the events that each piece completes. Comments are skipped. */
export function createEventParser(): (piece: string) => StreamEvent[] {
  let rest = ''
  return (piece) => {
    // A line may end in two characters that arrive apart.
    const blocks = (rest + piece).replaceAll(/\r\n|\r(?!$)/g, '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => eventOf(block) ?? [])
  }
}

function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
    const earlier = name === 'data' ? fields.get(name) : undefined
    if (name !== '') fields.set(name, earlier === undefined ? value : `${earlier}\n${value}`)
  }
  const data = fields.get('data')
  return data === undefined ? undefined : { id: fields.get('id'), event: fields.get('event') ?? 'message', data }
}

const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/**
 * The wait before the next try, after so many failures in a row: it doubles up to a minute. Half of it is left to chance, so that the
 * pages of a whole shop do not come back at the same moment after an outage.
 *
 * @param random from 0 to 1
 */
export function backoffMs(failures: number, random: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + random / 2)
}
