/** What a shop's own script does: it says who is signed in, and when somebody signs out. */
export const SHOP_SCRIPT = `
window.storewire = Object.assign((...call) => storewire.q.push(call), { q: [] })
addEventListener('DOMContentLoaded', () => {
  const { customer, tokens } = document.body.dataset
  if (customer)
    storewire('identify', async () => {
      const answer = await fetch(tokens, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ customerId: customer }),
      })
      return (await answer.json()).token
    })
  const form = document.querySelector('#sign-in')
  form?.addEventListener('submit', () => storewire('logout'))
  form?.addEventListener('change', () => form.requestSubmit())
})
`
