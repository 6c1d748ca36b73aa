/** The style of the shop's page, for both themes, from a small phone on. */
export const SHOP_STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#2b2622, #efe8df);
  --quiet: light-dark(#6b6159, #b3a89c);
  --paper: light-dark(#fbf8f3, #171412);
  --card: light-dark(#ffffff, #211d1a);
  --line: light-dark(#e6ddd1, #3a332d);
  --accent: light-dark(#96402a, #eba38c);
  --on-accent: light-dark(#ffffff, #2a0f07);
  font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
}
body.plain { --accent: var(--ink); --on-accent: var(--paper); --paper: light-dark(#f7f7f6, #151515); --line: light-dark(#e2e2e0, #333) ; background: var(--paper) }
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; overflow-wrap: break-word }
h1, h2, h3, p, ul { margin: 0; padding: 0 }
ul { list-style: none }
a { color: inherit }
a:hover { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
h1, h2, .brand { font-family: Georgia, "Iowan Old Style", serif; font-weight: 600; letter-spacing: -.01em; line-height: 1.15 }
h1 { font-size: clamp(1.9rem, 5vw, 3.1rem) }
h2 { font-size: 1.5rem; margin-bottom: 1rem }
h3 { font-size: 1rem; font-weight: 600; line-height: 1.3; margin-top: .7rem }
.quiet { color: var(--quiet); font-size: .9rem }
img { display: block; width: 100%; height: auto }
.strip, header, main, footer { padding-inline: max(16px, (100% - 1120px) / 2) }
.strip { background: light-dark(#221d1a, #0d0b0a); color: #efe8df; font-size: .85rem; padding-block: .45rem; display: flex; flex-wrap: wrap; gap: .2rem 1rem }
.strip span { flex: 1 1 12rem }
.strip a, .strip a:hover { color: #fff }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1.6rem; padding-block: 1rem; border-bottom: 1px solid var(--line); background: var(--card) }
.brand { display: flex; align-items: center; gap: .6rem; font-size: 1.35rem }
.brand svg { color: light-dark(#96402a, #b5563c); flex: none }
nav { display: flex; gap: 1.2rem; flex: 1 }
nav a { text-decoration: none; padding-block: .3rem }
#sign-in label { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .6rem; color: var(--quiet); font-size: .9rem }
select, button { font: inherit; color: inherit }
select { background: var(--paper); color: var(--ink); border: 1px solid light-dark(#8d8177, #7b7067); border-radius: 8px; padding: .45rem .6rem; max-width: 100% }
main { display: grid; gap: clamp(2rem, 5vw, 3.5rem); padding-block: clamp(1.2rem, 4vw, 2.5rem) 6rem }
main > * { min-width: 0 }
.hero { display: grid; gap: 1.5rem 3rem; align-items: center }
.hero p { color: var(--quiet); font-size: 1.1rem; margin-top: .8rem; max-width: 34rem }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem }
.hero .actions { margin-top: 1.4rem; font-size: .95rem }
button { cursor: pointer; border: 0; border-radius: 99px; padding: .7rem 1.5rem; font-weight: 600; background: var(--accent); color: var(--on-accent) }
button:hover { filter: brightness(1.1) }
.collage { display: grid; grid-template-columns: repeat(3, 1fr); gap: 10px }
.collage img { border-radius: 14px }
.grid { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 1.8rem 1.2rem }
.grid img, .grid .tile { border-radius: 14px; border: 1px solid var(--line) }
.tile { display: grid; place-items: center; aspect-ratio: 1; background: light-dark(#efe7db, #2b2521); color: light-dark(#6b5f52, #b3a89c); font: 600 2.2rem Georgia, serif }
.price { font-weight: 600; margin-top: .2rem }
.chip { display: inline-block; border-radius: 99px; padding: .05rem .6rem; font-size: .8rem; font-weight: 500; background: light-dark(#efe7db, #332c27); color: var(--ink); white-space: nowrap }
.chip.good { background: light-dark(#e0efdf, #22351f); color: light-dark(#1f5227, #a9dba8) }
.chip.going { background: light-dark(#e4eaf6, #232c42); color: light-dark(#2c4378, #b4c6f3) }
.orders { border: 1px solid var(--line); border-radius: 14px; background: var(--card) }
.orders li { display: grid; grid-template-columns: 5rem 7.5rem auto 1fr auto; align-items: center; gap: .3rem 1rem; padding: .7rem 1rem }
.orders.guest li { grid-template-columns: 5rem 1fr auto }
.orders li + li, .lines li { border-top: 1px solid var(--line) }
.orders a { font-weight: 600; padding-block: .2rem }
.thumbs { display: flex; gap: 6px; justify-content: flex-end }
.thumbs > * { width: 40px; height: 40px; border-radius: 8px; font-size: 1rem }
.total { font-variant-numeric: tabular-nums; font-weight: 600; text-align: right }
.lead { color: var(--quiet); margin: -.5rem 0 1rem }
.mail { overflow-wrap: anywhere; min-width: 0 }
.empty { color: var(--quiet) }
.notice { padding: .8rem 1rem; border-radius: 12px; background: light-dark(#fdf3dd, #352a12); color: light-dark(#5c3b00, #f0bd63) }
.order { border: 1px solid var(--line); border-radius: 18px; background: var(--card); padding: clamp(1rem, 3vw, 2rem) }
.order h1 { font-size: clamp(1.6rem, 4vw, 2.1rem) }
.order .head { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1rem }
.lines { margin-top: 1rem }
.lines li { display: grid; grid-template-columns: 64px 1fr auto; gap: .4rem 1rem; align-items: center; padding-block: .7rem }
.lines img, .lines .tile { width: 64px; height: 64px; border-radius: 10px }
.sum { display: flex; justify-content: space-between; border-top: 1px solid var(--line); padding-top: .7rem }
.parcel { margin-top: 1rem; padding: .8rem 1rem; border-radius: 12px; background: light-dark(#f5efe6, #2a2420) }
.order .actions { margin-top: 1.2rem }
footer { border-top: 1px solid var(--line); color: var(--quiet); font-size: .9rem; padding-block: 1.5rem 5rem; display: flex; flex-wrap: wrap; gap: .3rem 2rem }
@media (min-width: 760px) {
  .hero.drawn { grid-template-columns: 1fr 1fr }
}
@media (max-width: 900px) {
  .grid { grid-template-columns: repeat(3, minmax(0, 1fr)) }
}
@media (prefers-color-scheme: dark) {
  img { filter: brightness(.9) }
}
@media (max-width: 620px) {
  .grid { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  nav { order: 3; flex-basis: 100% }
  .orders li { grid-template-columns: 1fr auto }
  .orders:not(.guest) li .date { grid-row: 2 }
  .orders:not(.guest) li .chip { grid-column: 2; grid-row: 1 }
  .orders:not(.guest) li .total { grid-column: 2; grid-row: 2 }
  .orders.guest li { grid-template-columns: 1fr auto }
  .orders.guest li .mail { grid-column: 1 / -1; grid-row: 2 }
  .lines li { grid-template-columns: 44px 1fr auto }
  .lines img, .lines .tile { width: 44px; height: 44px }
  .thumbs { display: none }
}
`
