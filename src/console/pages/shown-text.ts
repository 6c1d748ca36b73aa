import { type ComponentChildren, options } from 'preact'
import { foreign } from './parts/values.tsx'

/** Attributes that readers of the screen speak. */
const SPOKEN = ['aria-label', 'title', 'alt'] as const

/*
 * Names, messages and answers come from shops and their customers. Whatever part shows them, characters that would reorder or hide the text
 * around them are shown as their codes, and links lead to web pages alone. Here it cannot be forgotten.
 */
const earlier = options.vnode
options.vnode = (vnode) => {
  if (typeof vnode.type === 'string') guard(vnode.props as Record<string, unknown>, vnode.type)
  earlier?.(vnode)
}

function guard(props: Record<string, unknown>, type: string): void {
  props.children = shown(props.children as ComponentChildren)
  for (const name of SPOKEN) if (typeof props[name] === 'string') props[name] = foreign(props[name])
  if (type === 'a' && typeof props.href === 'string') Object.assign(props, safeLink(props.href))
}

function shown(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return foreign(children)
  return Array.isArray(children) ? children.map(shown) : children
}

/** The console's own pages as they are; other web pages learn nothing of this one; anything else leads nowhere. */
function safeLink(href: string): { href?: string | undefined; rel?: string } {
  const url = URL.parse(href, document.baseURI)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return { href: undefined }
  return url.origin === location.origin ? {} : { rel: 'noopener noreferrer nofollow' }
}
