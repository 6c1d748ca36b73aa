const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const both = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A time to the second, as {@link Time} shows it. */
export const exactText = (at: number) => both.format(at)

/** A time by the clock of the server, which may be far ahead: "ago" would be wrong. The day is on hover. */
export function Time({ at }: { at: number | string }) {
  const moment = new Date(at)
  return (
    <time class="quiet number" dateTime={moment.toISOString()} title={both.format(moment)}>
      {time.format(moment)}
    </time>
  )
}
