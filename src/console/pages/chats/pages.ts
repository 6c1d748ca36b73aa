/** The pages of chats, which are loaded together. */
export { default as Chat } from '../chat/index.tsx'
export { default as Chats } from './index.tsx'
