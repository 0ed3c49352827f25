/** The texts of posts of a feed: a template with fields of the item. */
import { invalid } from '../../api/problem.ts';
import { cutText } from '../../../adapters/lib/length.ts';
import type { FeedItem } from './items.ts';

/** Characters of a template. */
export const MAX_TEMPLATE = 5_000;
/** Characters of a summary in a post: feeds have whole articles in it. */
const MAX_POST_SUMMARY = 500;
const FIELD = /\{([a-z]+)\}/gi;

type ItemWords = Pick<FeedItem, 'title' | 'link' | 'summary'>;

const FIELDS: { [name: string]: (item: ItemWords) => string } = {
  title: ({ title }) => title,
  link: ({ link }) => link ?? '',
  summary: ({ summary }) => cutText(summary, MAX_POST_SUMMARY, 'code_points'),
};

/** The text of the post of an item. A field that the item leaves empty leaves its place empty. Pure. */
export const textOf = (template: string, item: ItemWords): string =>
  // in one pass: what an item says is no template
  template
    .replace(FIELD, (written, name: string) => (Object.hasOwn(FIELDS, name) ? FIELDS[name]!(item) : written))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** @throws Problem 400 for a template with a field that no item has, or with none at all: all of its posts would be the same */
export function insistOnTemplate(template: string): void {
  const names = [...template.matchAll(FIELD)].map(([, name]) => name!);
  const unknown = names.find((name) => !Object.hasOwn(FIELDS, name));
  if (unknown !== undefined)
    throw invalid(
      '/template',
      `template has the field {${unknown.slice(0, 40)}}, which no item has: use {title}, {link} and {summary}`,
      { code: 'template_invalid' },
    );
  if (names.length === 0)
    throw invalid(
      '/template',
      'template has no field of the item, so all posts would say the same: use {title}, {link} or {summary}',
      { code: 'template_invalid' },
    );
}
