/**
 * Files behind foreign addresses, of a post that needs an approval: they are hosted when it is asked for, so that nobody approves a file
 * which is another one when the post goes out (docs/people.md, Approval).
 */
import type { AltText, PostExtras, ThreadPart } from '../../../../store/post-extras.ts';
import type { Call } from '../../../api/operation.ts';
import { hostAddress, mediaItems } from '../../media/index.ts';
import type { Content } from '../content.ts';
import type { PostsContext } from '../context.ts';
import { allMediaOf } from '../overrides.ts';

/** Addresses here by the foreign ones. */
export type Hosted = ReadonlyMap<string, string>;

type Hosting = Pick<Call<Pick<PostsContext, 'log' | 'media' | 'sql'>>, 'context' | 'principal' | 'now'>;

/** The addresses of files that are not hosted here. Those without a known extension go out to nobody. */
export function foreignFiles({ media }: Pick<PostsContext, 'media'>, content: Content): string[] {
  const { linkPreview, overrides = [] } = content.extras;
  const images = [linkPreview, ...overrides.map((entry) => entry.linkPreview)].flatMap(
    (setting) => (setting && setting.image) || [],
  );
  const files = allMediaOf(content);
  const { skipped } = mediaItems(files);
  return [...new Set([...files.filter((url) => !skipped.includes(url)), ...images])].filter(
    (url) => !media.isHosted(url),
  );
}

/**
 * Hosts the foreign files of a post, one after the other.
 * @throws Problem that names a file which cannot be had
 */
export async function hostFiles(
  { context, principal, now }: Hosting,
  workspaceId: string,
  content: Content,
): Promise<Hosted> {
  const hosted = new Map<string, string>();
  for (const url of foreignFiles(context, content)) {
    const index = content.media.indexOf(url);
    const param = index < 0 ? '/media' : `/media/${index}`;
    hosted.set(url, await hostAddress(context, { url, workspaceId, param, principal, now }));
  }
  return hosted;
}

/** The same post with the addresses here. */
export function withHosted(content: Content, hosted: Hosted): Content {
  if (hosted.size === 0) return content;
  const here = (url: string) => hosted.get(url) ?? url;
  const described = (altText: AltText): AltText =>
    Object.fromEntries(Object.entries(altText).map(([url, words]) => [here(url), words]));
  const filesOf = <T extends Pick<ThreadPart, 'media' | 'altText'>>(part: T): T => ({
    ...part,
    ...(part.media && { media: part.media.map(here) }),
    ...(part.altText && { altText: described(part.altText) }),
  });
  const previewOf = <T extends { linkPreview?: PostExtras['linkPreview'] | null }>(part: T): T => {
    const { linkPreview } = part;
    if (!linkPreview || linkPreview.image === undefined) return part;
    return { ...part, linkPreview: { ...linkPreview, image: here(linkPreview.image) } };
  };
  const { extras } = content;
  const { overrides, thread, altText } = extras;
  return {
    ...content,
    media: content.media.map(here),
    extras: {
      ...previewOf(extras),
      ...(altText && { altText: described(altText) }),
      ...(thread && { thread: thread.map(filesOf) }),
      ...(overrides && {
        overrides: overrides.map((entry) => ({
          ...previewOf(filesOf(entry)),
          ...(entry.thread && { thread: entry.thread.map(filesOf) }),
        })),
      }),
    },
  };
}
