/** Lines on a grid of 24 by 24, drawn for this console. */
const lines = {
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  chat: 'M4 5h16v11H10l-4 4v-4H4z',
  refund: 'M4 8h11a5 5 0 0 1 0 10H8M4 8l4-4M4 8l4 4',
  bars: 'M4 20h16M7 20v-7M12 20V5M17 20v-10',
  data: 'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3M4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  book: 'M12 6c-2-1.5-5-2-8-1.5V19c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V4.5C17 4 14 4.5 12 6zM12 6v14.5',
  log: 'M12 3v12M7 8l5-5 5 5M4 15v5h16v-5',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5M12 12v6M9 15l3 3 3-3',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5L20 20',
  window: 'M4 5h16v12h-7l-4 3v-3H4z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  spark: 'M12 4l2 6 6 2-6 2-2 6-2-6-6-2 6-2z',
  play: 'M8 5l11 7-11 7z',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1',
  server: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  key: 'M14.5 9.5a4 4 0 1 0-3.4 4L13 15h2v2h2v2h3v-3z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c.6-4 3-6 6.5-6s5.9 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.3M18 14.5c2 .8 3.2 2.7 3.5 5.5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M5 20c.6-4 3.2-6 7-6s6.4 2 7 6',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4',
  more: 'M4.5 12h1M11.5 12h1M18.5 12h1',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 13l4 4L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  arrow: 'M9 6l6 6-6 6',
  filter: 'M4 6h16M7 12h10M10 18h4',
  plus: 'M12 5v14M5 12h14',
  down: 'M7 10l5 5 5-5',
  back: 'M15 6l-6 6 6 6',
  code: 'M8 8l-5 4 5 4M16 8l5 4-5 4M13.5 6l-3 12',
  out: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  snow: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9',
} as const

export type IconName = keyof typeof lines

/** A picture beside a word that says the same: readers of the screen skip it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={lines[name]} />
    </svg>
  )
}
