/** How the sandbox's pages look: paper, cards and ink, by light and by night. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --paper: #f6f5f2; --card: #fff; --ink: #1d1c1a; --soft: #66625b; --line: #dedad2; --mark: #8a3b12; --mark-paper: #fbeee4; }
@media (prefers-color-scheme: dark) { :root { --paper: #161513; --card: #211f1c; --ink: #eeeae3; --soft: #a8a298; --line: #38352f; --mark: #f0a878; --mark-paper: #33231a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 44rem; padding: 1.25rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.5rem; }
header p { margin: .25rem 0 1rem; color: var(--soft); }
nav { display: flex; flex-wrap: wrap; gap: .4rem; margin-bottom: 1rem; }
nav a { padding: .3rem .75rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); color: inherit; text-decoration: none; }
nav a span { color: var(--soft); font-variant-numeric: tabular-nums; }
nav a[aria-current] { border-color: var(--ink); font-weight: 600; }
nav a:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
.empty { color: var(--soft); text-align: center; }
nav a:hover { border-color: var(--ink); }
`;
