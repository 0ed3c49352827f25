/** How the server counts a text, and how it renders it as HTML. */
import type { World } from '../simulator.ts';
import type { State } from './state.ts';

export const LINK_CHARACTERS = 23;

/** Graphemes; every link counts as 23 and of `@name@host` only `@name`. */
export function lengthOf(text: string): number {
  const shortened = text
    .replaceAll(/https?:\/\/[^\s]*[^\s.,;:!?'")\]]/gi, '-'.repeat(LINK_CHARACTERS))
    .replaceAll(/@([a-z0-9_]+)@[a-z0-9.-]+[a-z0-9]/gi, '@$1');
  return graphemesOf(shortened);
}

/** A content warning counts as it is written. */
export const graphemesOf = (text: string): number =>
  Array.from(new Intl.Segmenter('en').segment(text)).length;

/** Text as the server renders it: links with their ends hidden, mentions without the other server's name. */
export function htmlOf(world: World<State>, text: string): string {
  const linked = text
    .split(/(https?:\/\/\S+|(?<![\w/])@\w+(?:@[\w.-]+\w)?|(?<![\w/&])#\w+)/)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : linkOf(world, part)))
    .join('');
  return linked
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('');
}

function linkOf(world: World<State>, part: string): string {
  if (part.startsWith('#')) {
    const tag = escaped(part.slice(1));
    return `<a href="${world.baseUrl}/tags/${tag}" class="mention hashtag" rel="tag">#<span>${tag}</span></a>`;
  }
  if (part.startsWith('@')) {
    const [, name = '', host] = part.split('@');
    const known = Object.values(world.state.accounts).some(({ username }) => username === name.toLowerCase());
    if (host === undefined && !known) return escaped(part);
    const href = host === undefined ? `${world.baseUrl}/@${name}` : `https://${host}/@${name}`;
    return `<span class="h-card" translate="no"><a href="${href}" class="u-url mention">@<span>${name}</span></a></span>`;
  }
  const [, scheme = '', rest = ''] = /^(https?:\/\/(?:www\.)?)(.*)$/i.exec(part) ?? [];
  const shown = rest.slice(0, 30);
  const hidden = rest.slice(30);
  return (
    `<a href="${escaped(part)}" target="_blank" rel="nofollow noopener" translate="no">` +
    `<span class="invisible">${escaped(scheme)}</span>` +
    `<span class="${hidden === '' ? '' : 'ellipsis'}">${escaped(shown)}</span>` +
    `<span class="invisible">${escaped(hidden)}</span></a>`
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
