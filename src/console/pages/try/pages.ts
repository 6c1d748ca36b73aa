/** What frames the panel of the chat window: the assistant's trials, and the preview of its settings. */
export { Preview } from '../widget-settings/preview.tsx'
export { default as Try } from './index.tsx'
