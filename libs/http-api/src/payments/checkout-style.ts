/** The style sheet of the pages of a checkout. It is part of the page, and has light and dark colours. */
export const CHECKOUT_STYLE = `
:root { color-scheme: light dark; --ink: #1c2433; --soft: #566074; --paper: #ffffff; --ground: #eef1f6; --line: #c9d0dc;
  --accent: #1f4fd8; --on-accent: #ffffff; --warn: #fff3cf; --on-warn: #5b4200; --bad: #fde8e8; --on-bad: #8c1616;
  --good: #e3f6e8; --on-good: #14532d }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf2; --soft: #aab3c5; --paper: #1b212c; --ground: #11151c;
  --line: #3a4456; --accent: #9db8ff; --on-accent: #0c1738; --warn: #463708; --on-warn: #ffe9a8; --bad: #4d1717;
  --on-bad: #ffd3d3; --good: #12391f; --on-good: #c6f2d3 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
.test { margin: 0; padding: .6rem 1rem; background: var(--warn); color: var(--on-warn); text-align: center;
  font-weight: 600 }
main { max-width: 30rem; margin: 2rem auto; padding: 1.75rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: .75rem }
h1 { margin: 0 0 .25rem; font-size: 1.35rem; line-height: 1.3 }
p { margin: .5rem 0 }
.price { font-size: 2.2rem; font-weight: 700; line-height: 1.2; margin: .25rem 0 }
.soft { color: var(--soft) }
.note { padding: .7rem .9rem; border-radius: .5rem }
.bad { background: var(--bad); color: var(--on-bad) }
.good { background: var(--good); color: var(--on-good) }
fieldset { margin: 1.25rem 0 .75rem; padding: .25rem .9rem; border: 1px solid var(--line); border-radius: .5rem }
legend { padding: 0 .4rem; font-weight: 600 }
label { display: flex; gap: .7rem; align-items: flex-start; padding: .5rem 0; cursor: pointer }
input { width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; flex: none; accent-color: var(--accent) }
.number { font-variant-numeric: tabular-nums; font-weight: 600; display: block }
button, .button { display: block; width: 100%; margin: .75rem 0 0; padding: .8rem 1rem; border-radius: .5rem;
  font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; border: 1px solid var(--accent) }
.main { background: var(--accent); color: var(--on-accent) }
.other { background: transparent; color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@media (max-width: 34rem) { main { margin: 0; border: 0; border-radius: 0 } }
`;
