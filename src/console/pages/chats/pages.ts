/** The pages of chats and the assistant's trials, which are loaded together, and what else frames a panel. */
export { default as Try } from '../try/index.tsx'
export { Preview } from '../widget-settings/preview.tsx'
export { default as Chats } from './index.tsx'
