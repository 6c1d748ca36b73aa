import { useState } from 'preact/hooks'
import { sourceOf } from '../pictures.ts'
import { Icon } from './icon.tsx'

interface PictureProps {
  /** Where it is, as the server has sent it; null without one. */
  picture: string | null | undefined
  isLarge?: boolean
}

/** The picture of a product beside its name, which says the same; a tile of the same size if no picture may be loaded. */
export function Picture({ picture, isLarge = false }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  const source = sourceOf(picture)
  const size = isLarge ? 160 : 44
  const look = `picture ${isLarge ? 'large' : ''}`
  if (source === null || isBroken)
    return (
      <span class={look}>
        <Icon name="image" />
      </span>
    )
  return (
    <img
      class={look}
      src={source}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}
