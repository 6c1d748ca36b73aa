/** Settings, loaded together: together they are smaller. */
export { default as Account } from '../account/index.tsx'
export { default as AssistantSettings } from '../assistant-settings/index.tsx'
export { default as LetterSettings } from '../letter-settings/index.tsx'
export { default as PictureSettings } from '../picture-settings/index.tsx'
export { default as RefundSettings } from '../refund-settings/index.tsx'
export { default as WidgetSettings } from './index.tsx'
