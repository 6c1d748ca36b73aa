// Asks for the state while the page is open, and shows the page again when another state has other forms.
;(() => {
  var box = document.getElementById('storewire-status')
  if (!box || box.dataset.state === 'none' || box.dataset.state === 'stopped') {
    return
  }
  var first = null
  function ask() {
    fetch(window.storewireSettings.url, { credentials: 'same-origin', cache: 'no-store' })
      .then((response) => response.json())
      .then((answer) => {
        var now = answer.data
        first = first || now.state
        if (now.state !== first || now.state.indexOf(box.dataset.state) !== 0) {
          window.location.reload()
          return
        }
        // Not while somebody uses what is in it.
        if (!box.contains(document.activeElement)) {
          box.innerHTML = now.html
        }
        later()
      })
      .catch(later)
  }
  function later() {
    setTimeout(ask, document.hidden ? 30000 : 4000)
  }
  ask()
})()
