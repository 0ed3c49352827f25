/** How the page of the followers looks. */
import { PAGE_STYLE } from './page-style.ts';

export const PEOPLE_STYLE = `${PAGE_STYLE}
body { max-width: 68rem; }
h2 { margin: 0 0 .5rem; font-size: 1.1rem; }
a { color: var(--mark); }
.chooser { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: 1rem; }
.chooser label { flex: 1 1 10rem; }
label { display: block; font-size: .85rem; color: var(--soft); }
input, select, textarea { display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .5rem; background: var(--card); color: var(--ink); font: inherit; }
textarea { resize: vertical; }
button { min-height: 2.75rem; padding: .3rem .9rem; border: 1px solid var(--soft); border-radius: 1.4rem; background: var(--card); color: var(--ink); font: inherit; cursor: pointer; }
button:hover { border-color: var(--ink); }
button.main, .chooser button { border-color: var(--mark); background: var(--mark); color: var(--paper); font-weight: 600; }
button[aria-pressed='true'] { border-color: var(--mark); color: var(--mark); }
:is(a, button, input, select, textarea, .log):focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
.buttons, .small { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.small { color: var(--soft); font-size: .85rem; }
.small button { min-height: 2rem; padding: .1rem .6rem; border-color: var(--line); font-size: .85rem; color: var(--soft); }
.small button:hover { color: var(--ink); }
#problem { margin: 0 0 1rem; padding: .6rem 1rem; border: 1px solid var(--mark); border-radius: .5rem; background: var(--mark-paper); color: var(--mark); overflow-wrap: anywhere; }
.person { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-bottom: 1.25rem; }
.person p { margin: 0; }
.person span, .hears { color: var(--soft); }
.hears { flex: 1 1 100%; font-size: .85rem; }
@media (min-width: 52rem) { .jump { display: none; } }
.columns { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 52rem) { .columns:has(.messages) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } .messages { position: sticky; top: 1rem; align-self: start; } }
.composer { display: grid; gap: .5rem; margin-bottom: 1rem; }
.composer p { margin: 0; }
.about { color: var(--mark); }
.about button { min-height: 2rem; }
.hint { color: var(--soft); font-size: .8rem; }
.post { margin-bottom: 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
.post img, .post video { display: block; width: 100%; max-height: 14rem; border-radius: .5rem; object-fit: cover; }
.head { display: flex; flex-wrap: wrap; gap: .1rem .5rem; margin: 0 0 .25rem; align-items: baseline; color: var(--soft); font-size: .85rem; }
.head b { color: var(--ink); }
.mark { padding: 0 .5rem; border: 1px solid var(--line); border-radius: .75rem; }
.text { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.comments, .comments ul { margin: .5rem 0; padding-left: 0; list-style: none; }
.comments ul { padding-left: .75rem; border-left: 2px solid var(--line); }
.comments li { margin-bottom: .5rem; }
.comments p { margin: 0; overflow-wrap: anywhere; }
.comments .theirs > p b { color: var(--mark); }
.gone > p { text-decoration: line-through; }
.gone { color: var(--soft); }
.log { display: flex; flex-direction: column; gap: .5rem; max-height: 28rem; min-height: 8rem; margin-bottom: .75rem; padding: .75rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); overflow-y: auto; }
.log article { max-width: 85%; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .9rem; }
.log .mine { align-self: end; background: var(--mark-paper); }
.log .theirs { align-self: start; background: var(--paper); }
.log .buttons { margin: .35rem 0; }
.log .buttons button { border-color: var(--mark); color: var(--mark); }
.reactions { margin: 0; }
figure { margin: .25rem 0; }
figure img { display: block; max-width: 100%; max-height: 10rem; border-radius: .5rem; }
figcaption, .file { margin: 0; color: var(--soft); font-size: .85rem; }
`;
