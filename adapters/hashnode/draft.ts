/** Builds the draft for Hashnode. */
import type { Plan, PostContent } from '../port/publish.ts';
import { withPictures } from '../article/markdown.ts';
import { articleSettings } from '../article/settings.ts';
import type { Json } from '../../machines/outcome.ts';
import { tagsOf } from './tags.ts';

interface Draft {
  plan: Plan;
  options: PostContent['options'];
  publicationId: string;
  pictures: string[];
  slug: string;
}

/** @returns the query and its variables */
export function draftInput({ plan, options, publicationId, pictures, slug }: Draft): {
  query: string;
  variables: { [name: string]: Json };
} {
  const settings = articleSettings(options);
  const [cover, ...rest] = pictures;
  const i: { [name: string]: Json } = {
    publicationId,
    title: plan.title,
    contentMarkdown: withPictures(plan.text, rest),
    slug,
    tags: tagsOf(settings).tags.map(({ name, spelling }) => ({ slug: spelling, name })),
    settings: { slugOverridden: true },
    ...(settings.canonicalUrl === null ? {} : { originalArticleURL: settings.canonicalUrl }),
    ...(cover === undefined ? {} : { coverImageOptions: { coverImageURL: cover } }),
  };
  return {
    query: 'mutation($i: CreateDraftInput!){ createDraft(input:$i){ draft { id } } }',
    variables: { i },
  };
}
