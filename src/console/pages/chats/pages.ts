/** The pages of chats and the assistant's trials, which are loaded together. */
export { default as Try } from '../try/index.tsx'
export { default as Chats } from './index.tsx'
