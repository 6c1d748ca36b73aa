import { textOn } from '../../../widget/pages/panel/contrast.ts'
import type { WidgetSettings, WidgetTexts } from '../api-types.ts'
import { Foreign } from '../parts/foreign.tsx'
import { widgetSettings as t } from '../texts/en/widget-settings.ts'
import style from './style.module.css'

/** A picture of the chat window with settings that are not saved yet, in the first language. */
export function Preview({ settings, originals }: { settings: WidgetSettings; originals: WidgetTexts }) {
  const { color, position, languages, texts } = settings
  const language = languages[0] ?? 'en'
  const textOf = (name: 'title' | 'greeting' | 'write') =>
    texts.find((one) => one.language === language && one.name === name)?.text ?? originals[language][name]
  const colors = { background: color, color: textOn(color) }
  return (
    <figure class={style.preview} data-side={position}>
      <figcaption class="quiet">{t.preview}</figcaption>
      <div class={style.panel}>
        <p class={style.head} style={colors}>
          <Foreign>{textOf('title')}</Foreign>
        </p>
        <p class={style.theirs}>
          <Foreign>{textOf('greeting')}</Foreign>
        </p>
        <p class={style.mine} style={colors}>
          {t.previewMessage}
        </p>
        <p class={`${style.write} quiet`}>
          <Foreign>{textOf('write')}</Foreign>
        </p>
      </div>
      <span class={style.launcher} style={colors} aria-hidden="true" />
    </figure>
  )
}
