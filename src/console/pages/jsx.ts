/*
 * What the bundler makes of every tag: `h('p', null, text)`. The types are those of the automatic transform, which names the children of
 * each, and makes the pages 1 KiB larger as browsers load them.
 */
export { Fragment, h } from 'preact'
