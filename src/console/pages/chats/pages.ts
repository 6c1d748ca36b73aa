/** The inbox, which is loaded at once with all that opens in it. */
export { default as Chats } from './index.tsx'
