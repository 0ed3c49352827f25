/** The style sheet of the hosted pages, and its hash for their content security policy. */
import { createHash } from 'node:crypto';
import { Html } from './html.ts';

const STYLE = `
:root { color-scheme: light dark; --paper: #f7f6f3; --card: #fff; --ink: #1d1c1a; --soft: #5f5b54; --line: #d9d5cc; --field: #8b867c; --act: #1f4fbf; --on-act: #fff; --bad: #a3220f; --good: #1c6b3a; --note: #fdf1d6; }
@media (prefers-color-scheme: dark) { :root { --paper: #151412; --card: #201e1b; --ink: #efebe4; --soft: #b3ada3; --line: #3a3731; --field: #7d776d; --act: #8fb0ff; --on-act: #10131c; --bad: #ff9d8c; --good: #7fd29c; --note: #3a2f14; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, sans-serif; -webkit-text-size-adjust: 100%; }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.sandbox { margin: 0; padding: .5rem 1.25rem; background: var(--note); text-align: center; font-size: .9rem; }
.workspace { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
h1 { margin: .25rem 0 1rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .75rem; font-size: 1.1rem; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
a { color: var(--act); text-underline-offset: .15em; }
ul { list-style: none; margin: 0 0 1.5rem; padding: 0; }
.networks, .accounts { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); overflow: hidden; }
.networks li + li, .accounts li + li { border-top: 1px solid var(--line); }
.networks a, .networks button, .off, .accounts li { display: flex; align-items: center; justify-content: space-between; gap: .75rem; width: 100%; min-height: 3.25rem; padding: .5rem 1rem; border: 0; background: none; color: inherit; font: inherit; text-align: left; text-decoration: none; cursor: pointer; }
.networks a:hover, .networks button:hover { background: color-mix(in srgb, var(--act) 8%, transparent); }
.who { display: flex; align-items: center; }
.off { cursor: default; color: var(--soft); }
.off .mark { opacity: .55; }
.do { color: var(--act); font-weight: 600; }
.accounts li { justify-content: flex-start; cursor: default; overflow-wrap: anywhere; }
.accounts span { min-width: 0; }
small, .quiet { color: var(--soft); font-size: .9rem; }
.accounts small { display: block; }
.tick { display: inline-grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: color-mix(in srgb, var(--good) 18%, transparent); color: var(--good); font-weight: 700; }
.mark { display: inline-grid; place-items: center; flex: none; width: 2rem; height: 2rem; margin-right: .75rem; border-radius: 50%; border: 1px solid var(--line); background: var(--paper); color: var(--soft); font-size: .95rem; font-weight: 600; }
h1 .mark { vertical-align: .15em; }
.quiet { margin-top: 1rem; }
.button { display: block; width: 100%; min-height: 3rem; padding: .7rem 1rem; border: 0; border-radius: .6rem; background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { filter: brightness(1.08); }
.back { display: inline-block; padding: .6rem 0; }
.back::before { content: '‹ '; }
.steps { margin: 0 0 1.5rem; padding-left: 1.4rem; }
.steps li { margin-bottom: .4rem; padding-left: .2rem; overflow-wrap: anywhere; }
.steps code { display: block; margin: .35rem 0; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); font: 600 1.1rem/1.4 ui-monospace, monospace; white-space: nowrap; user-select: all; -webkit-user-select: all; overflow-x: auto; }
.ways li + li { margin-top: 1.5rem; }
.ways .help { margin: .5rem 0 0; }
.field { margin-bottom: 1.25rem; }
.field label, legend { display: block; font-weight: 600; }
legend { padding: 0; margin-bottom: .75rem; font-weight: 400; }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
.help { margin: 0 0 .35rem; color: var(--soft); font-size: .9rem; }
.problem { margin: 0 0 .5rem; color: var(--bad); font-weight: 600; }
main > .problem { padding: .75rem 1rem; border: 1px solid currentColor; border-radius: .6rem; margin-bottom: 1rem; }
input:not([type='checkbox'], [type='radio']) { width: 100%; min-height: 3rem; padding: .5rem .8rem; border: 1px solid var(--field); border-radius: .6rem; background: var(--card); color: inherit; font: inherit; }
input::placeholder { color: var(--soft); opacity: 1; }
input[aria-invalid] { border: 2px solid var(--bad); }
.choice { display: flex; align-items: center; gap: .8rem; min-height: 3.25rem; padding: .5rem 1rem; border: 1px solid var(--line); background: var(--card); cursor: pointer; }
.choice:has(:checked) { border-color: var(--act); }
.choice + .choice { margin-top: .5rem; }
.choice, .choice + .choice { border-radius: .6rem; }
.choice input { flex: none; width: 1.3rem; height: 1.3rem; accent-color: var(--act); }
.choice span { min-width: 0; overflow-wrap: anywhere; }
.choice small { display: block; }
textarea { display: block; width: 100%; padding: .6rem .8rem; border: 1px solid var(--field); border-radius: .6rem; background: var(--card); color: inherit; font: inherit; resize: vertical; }
textarea[aria-invalid] { border: 2px solid var(--bad); }
.button + .button { margin-top: .75rem; }
.second { background: var(--card); color: var(--act); border: 1px solid var(--field); }
.post, .change { margin: 0 0 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
.post > :last-child, .change > :last-child, .text:last-child { margin-bottom: 0; }
.where { margin-bottom: .6rem; }
.title { font-weight: 600; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.part { margin: 1rem 0 .35rem; font-size: .9rem; }
.change > .part { margin-top: 0; }
.preview { padding: .75rem; border: 1px solid var(--line); border-radius: .6rem; }
.preview b, .preview small, .files small { display: block; overflow-wrap: anywhere; }
.files, .notes { margin: 0 0 1rem; }
.files small { margin-top: .35rem; }
.files li + li, .notes li + li { margin-top: .75rem; }
.files img, .files video { display: block; max-width: 100%; max-height: 24rem; border-radius: .5rem; }
.notes li { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
.sides { display: grid; gap: .75rem; }
.sides > div { min-width: 0; }
@media (min-width: 34rem) { .sides { grid-template-columns: 1fr 1fr; } }
main:has(.report) { max-width: 60rem; }
.scroll { overflow-x: auto; margin: 0 0 1rem; }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); }
caption { padding: 0 0 .5rem; text-align: start; font-weight: 600; }
td, thead th { white-space: nowrap; }
th, td { padding: .5rem .75rem; border-top: 1px solid var(--line); text-align: start; font-weight: 400; vertical-align: top; }
th small { display: block; }
tbody th { min-width: 11rem; overflow-wrap: anywhere; }
thead th { font-weight: 600; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.chart { padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); color: var(--soft); font-size: .9rem; }
.chart svg { display: block; width: 100%; height: 10rem; }
.line0, .line1, .line2, .line3, .line4 { fill: none; stroke: var(--act); stroke-width: 2; }
.line1 { stroke: var(--good); }
.line2 { stroke: var(--bad); }
.line3 { stroke: var(--soft); }
.line4 { stroke: var(--ink); }
.ends { display: flex; justify-content: space-between; margin: .25rem 0 0; color: var(--soft); font-size: .9rem; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .5rem 0 .75rem; font-size: .9rem; }
details { margin: 0 0 1rem; }
summary { min-height: 2rem; cursor: pointer; color: var(--act); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
.networks :focus-visible { outline-offset: -3px; border-radius: .75rem; }
`;

/** Inlined as it is, since the content security policy allows exactly these bytes. */
export const STYLE_TAG = new Html(`<style>${STYLE}</style>`);

/** The hash of the one style sheet that the content security policy allows. */
export const styleHash = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
