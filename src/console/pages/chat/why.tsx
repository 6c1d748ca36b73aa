import { Dialog } from '../parts/dialog.tsx'
import { chat as t } from '../texts/en/chat.ts'
import { Reason } from './reason.tsx'

/** Why the assistant wrote a message. */
export function Why({ chatId, messageId, onClose }: { chatId: string; messageId: string; onClose: () => void }) {
  return (
    <Dialog title={t.whyTitle} onClose={onClose}>
      <Reason chatId={chatId} messageId={messageId} />
    </Dialog>
  )
}
