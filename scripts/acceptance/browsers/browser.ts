/** What the journeys need of a browser, whatever drives it. */
export interface DrivenBrowser {
  name: string
  version: string
  /** Its driver finds no frame in a closed shadow root, so that shops' pages make it an open one. The page for apps cannot. */
  needsOpenShadow?: true
  /** Opens an address in a fresh window without cookies and storage. */
  open(url: string): Promise<Window>
  close(): Promise<void>
}

export interface Window {
  goTo(url: string): Promise<void>
  reload(): Promise<void>
  /** The value of an expression, or of its promise, in the page. */
  inPage<T>(expression: string): Promise<T>
  /** The same in the frame of the chat window, once it is there. */
  inPanel<T>(expression: string): Promise<T>
  /** The addresses of the frames in the page. */
  frames(): Promise<string[]>
  click(x: number, y: number): Promise<void>
  /** Gives the focus to an element of the chat window, so that keys reach it. */
  focus(selector: string): Promise<void>
  /** Presses a button of the chat window, by a key or the mouse. */
  press(selector: string): Promise<void>
  /** Chooses a picture, a PNG, in a field for files of the chat window. */
  choose(selector: string, name: string, bytes: Buffer): Promise<void>
  /** Types into what has the focus. A line break is the Enter key. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

export const SIZE = { width: 1280, height: 800 }
