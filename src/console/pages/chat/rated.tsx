import type { RatedChat } from '../api-types.ts'
import { Foreign, Moment, Status } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import style from './style.module.css'

/** How the customer rated the chat, with what they wrote. */
export function Rated({ rating: { rating, text, at: time } }: { rating: RatedChat }) {
  return (
    <section>
      <h2>{t.rating}</h2>
      <p>
        <Status tone={rating === 'good' ? 'good' : 'bad'}>{t.ratings[rating]}</Status>{' '}
        <span class="quiet">
          <Moment at={time} />
        </span>
      </p>
      {text && (
        <blockquote class={style.rated}>
          <Foreign>{text}</Foreign>
        </blockquote>
      )}
    </section>
  )
}
