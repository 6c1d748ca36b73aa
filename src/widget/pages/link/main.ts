import './link.css'
import { nameOf } from '../loader/kept.ts'

/*
 * The page that a link in a mail leads to. Programs that look for viruses open links, run scripts and press nothing: the link is used only
 * once somebody presses the button. Its token is after the `#`, which no server and no log sees; mail clients that stop mails by
 * themselves have it in the query.
 */

/** What the server has done. */
interface Used {
  chat: { key: string; sessionId: string; token: string; expiresAt: string } | null
}

const button = document.querySelector('button')
const status = document.querySelector('[role=status]')
const { done = '', gone = '', lost = '', busy = '' } = document.body.dataset
const token = location.hash.slice(1) || (new URLSearchParams(location.search).get('t') ?? '')

function say(text: string): void {
  if (status) status.textContent = text
}

function end(text: string): void {
  button?.remove()
  say(text)
}

/** The chat is a page of its own, which continues the session that it finds. */
function openChat({ key, sessionId, token, expiresAt }: NonNullable<Used['chat']>): void {
  const session = { id: sessionId, token, expiresAt, customerId: null }
  localStorage.setItem(nameOf(key), JSON.stringify({ session, draft: '', unsent: [] }))
  const { lang } = document.documentElement
  location.replace(`../chat?${new URLSearchParams({ key, locale: lang })}`)
}

async function use(): Promise<void> {
  say(busy)
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    credentials: 'omit',
  }).catch(() => undefined)
  if (response?.status === 404) return end(gone)
  if (!response?.ok) return say(lost)
  const { chat } = (await response.json()) as Used
  if (chat) openChat(chat)
  else end(done)
}

if (token === '') end(gone)
else
  button?.addEventListener('click', async () => {
    button.disabled = true
    await use()
    button.disabled = false
  })
