/* The script of the document that comes instead of the panel's if there is no chat on this page. It gives the reason to the loader. */
const { reason }: { reason: string } = JSON.parse(document.querySelector('#config')?.textContent ?? '')
parent.postMessage({ storewire: location.hash.slice(1), refused: reason }, '*')
