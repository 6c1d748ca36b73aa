/** Pages that are loaded together, since who opens one mostly opens another, and together they are smaller. */
export { default as Article } from '../article/index.tsx'
export { default as DataObject } from '../data-object/index.tsx'
export { default as Palette } from '../palette/index.tsx'
export { default as Segment } from '../segment/index.tsx'
export { default as Segments } from '../segments/index.tsx'
export { default as Data } from './index.tsx'
