/** Publishing a post, by newsletter or not. */
import type { LedgerEntry, World } from '../simulator.ts';
import { addressOf, textOf } from './post-body.ts';
import { remoteIdOf } from './sites.ts';
import type { Post, Site, State } from './state.ts';

export function publish(world: World<State>, site: Site, post: Post, status: 'sent' | null): void {
  post.publishedAt = world.now();
  if (status !== null) post.status = status;
  const inText = [...post.html.matchAll(/<(img|video) src="([^"]+)"(?: alt="([^"]*)")?/g)];
  const media = [
    ...(post.featureImage === null ? [] : [pictureAt(world, post.featureImage, post.featureImageAlt ?? '')]),
    ...inText.map(([, tag, url = '', alt = '']) =>
      tag === 'img' ? pictureAt(world, url, textOf(alt)) : { url, type: 'video by its address', bytes: 0 },
    ),
  ];
  world.record({
    account: remoteIdOf(world, site),
    id: post.id,
    text: textOf(post.html),
    media,
    details: {
      title: post.title,
      html: post.html,
      tags: post.tags,
      featureImage: post.featureImage,
      canonicalUrl: post.canonicalUrl,
      mailed:
        post.email === null ? null : { newsletter: post.email.newsletter, to: post.email.recipient_filter },
      url: addressOf(world, post),
    },
  });
}

/** A picture of the site by its address there; the sandbox keeps the file itself. */
function pictureAt({ state }: World<State>, url: string, alt: string): LedgerEntry['media'][number] {
  const file = state.pictures[url] ?? { url, type: 'picture of another place', bytes: 0 };
  return alt === '' ? file : { ...file, alt };
}
