import type { ComponentChildren } from 'preact'
import { at } from '../base.ts'
import style from './style.module.css'

interface TileProps {
  title: string
  /** Where there is more. */
  href?: string
  isWide?: boolean
  children: ComponentChildren
}

export function Tile({ title, href, isWide = false, children }: TileProps) {
  return (
    <section class={`card ${style.tile} ${isWide ? style.wide : ''}`}>
      <h2>{href === undefined ? title : <a href={at(href)}>{title}</a>}</h2>
      {children}
    </section>
  )
}
