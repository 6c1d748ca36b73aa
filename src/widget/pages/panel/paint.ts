import { isColor, readableOn, textOn } from './contrast.ts'

/** The backgrounds of panel.css, in light and dark. */
const [LIGHT, DARK] = ['#ffffff', '#1b1f24']

/** Sets the shop's color, so that whatever it is texts can be read: on it, and in it. */
export function paint(color: string): void {
  if (!isColor(color)) return
  const { style } = document.documentElement
  style.setProperty('--color', color)
  style.setProperty('--on-color', textOn(color))
  style.setProperty('--link', `light-dark(${readableOn(color, LIGHT)}, ${readableOn(color, DARK)})`)
}
