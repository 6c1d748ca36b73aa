/** The page of chats, and what else frames a panel. The page to try the assistant is loaded apart: together they are too large. */
export { Preview } from '../widget-settings/preview.tsx'
export { default as Chats } from './index.tsx'
