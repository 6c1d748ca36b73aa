/** Elements that browsers with `moveBefore` can move without loading the frames in it again. */
type Parent = Element & { moveBefore?(node: Node, before: null): void }

/** What is kept in front. */
interface InFront {
  /** The element in the page. */
  host: Element
  /** What it shows. */
  layer: HTMLElement
  /** Called when the layer is at another place in the page, with whether that has ended the frames in it. */
  onMoved(isLost: boolean): void
}

/**
 * Keeps the chat in front of the page, and within reach: in the top layer, which no transform, filter or overflow of the page changes, and
 * within the modal dialog that is open, since everything outside of that is inert, also in the top layer.
 *
 * @param signal ends it
 */
export function keepInFront(view: InFront, signal: AbortSignal): void {
  const { host, layer } = view
  // Browsers without popovers show it where the page is, by its `z-index`.
  layer.setAttribute('popover', 'manual')
  /** The modal dialogs that are open, the newest one last. */
  let modals: Parent[] = []
  // The document and the window are on the path of an event, too.
  const isModal = (node: EventTarget): node is Parent => !!(node as Partial<Element>).matches?.('dialog:modal')

  function follow(opened: EventTarget[]): void {
    const newest = opened.filter(isModal)
    modals = [...modals.filter((one) => !newest.includes(one) && one.isConnected && isModal(one)), ...newest]
    const parent = modals.at(-1) ?? (document.documentElement as Parent)
    const isAway = host.parentNode !== parent
    if (isAway) {
      // Outside the body: routers that replace the body leave the frame alone.
      const isKept = !!parent.moveBefore && host.isConnected
      if (isKept) (parent as Required<Parent>).moveBefore(host, null)
      else parent.append(host)
      view.onMoved(!isKept)
    }
    if (isAway || newest[0]) {
      layer.hidePopover?.()
      layer.showPopover?.()
    }
    observer.disconnect()
    // A page removes an open dialog with everything in it. While none is open, only what opens one matters.
    for (const root of [document, ...modals.map((one) => one.getRootNode())])
      observer.observe(root, { subtree: true, attributeFilter: ['open'], childList: modals.length > 0 })
    observer.observe(document.documentElement, { childList: true })
  }
  const observer = new MutationObserver((records) =>
    follow(records.flatMap(({ type, target }) => (type === 'attributes' ? target : []))),
  )
  follow([...document.querySelectorAll('dialog')])
  // A dialog in a shadow root shows by the focus, which it takes as it opens.
  document.addEventListener(
    'focusin',
    (event) => {
      const opened = event.composedPath().filter((node) => isModal(node) && !modals.includes(node))
      if (opened[0]) follow(opened)
    },
    { signal },
  )
  // To the dialog, a click on the chat may look like one beside it, which closes many.
  for (const type of ['pointerdown', 'click'])
    layer.addEventListener(type, (event) => modals[0] && event.stopPropagation())
  signal.addEventListener('abort', () => {
    observer.disconnect()
    host.remove()
  })
}
