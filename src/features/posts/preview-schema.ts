/** The preview of a page, as validate shows it before the post is sent. */
import { Type } from 'typebox';
import { choice, nullable, text } from '../../api/schemas.ts';
import type { LinkPreviews } from '../link-previews/index.ts';
import type { AccountPlan } from './draft.ts';
import { previewOf } from './link-preview.ts';

export const previewSchema = nullable(
  Type.Object({
    url: text('The page.'),
    state: choice(
      ['known', 'unknown'],
      '`unknown`: the page was not read within the last hour, and is read before the post is sent; POST /v1/link-previews reads it now.',
    ),
    title: nullable(text('null where it is not known, or the network reads the page itself.')),
    description: nullable(Type.String()),
    image: nullable(text('Address of the picture.')),
  }),
);

/** @returns a function that shows the preview of a plan, from what was read of pages within the last hour */
export async function previewsFor(
  linkPreviews: Pick<LinkPreviews, 'readStored'>,
  plans: readonly AccountPlan[],
  { workspaceId, now }: { workspaceId: string; now: number },
) {
  const urls = plans.flatMap(({ requestedPreview }) =>
    requestedPreview?.needsPage ? [requestedPreview.url] : [],
  );
  const readings = await linkPreviews.readStored(workspaceId, [...new Set(urls)], now);
  const pages = Object.fromEntries(readings);
  return ({ requestedPreview: wanted }: AccountPlan) => {
    if (wanted === null) return null;
    const { title, description, image } = previewOf(wanted, pages) ?? wanted;
    return {
      url: wanted.url,
      state: wanted.needsPage && !readings.has(wanted.url) ? ('unknown' as const) : ('known' as const),
      title: title || null,
      description: description || null,
      image: image ?? null,
    };
  };
}
