/** Options of `troupe post` for what some accounts get instead, descriptions of media, threads, previews, first comments, and settings of networks. */
import type { Input } from '../../clients/typescript/src/index.ts';
import { type Arguments, UsageError } from './command.ts';

type Body = Input<'createPost'>;
type Override = NonNullable<Body['overrides']>[number];
type Platform = NonNullable<Override['platforms']>[number];

export const OWN_OPTIONS = [
  'text-for',
  'media-for',
  'alt',
  'thread',
  'preview',
  'first-comment',
  'label',
  'skip-refused',
  'content-warning',
  'language',
  'visibility',
] as const;

export const OWN_HELP = `  --text-for WHICH=TEXT, --media-for WHICH=MEDIA
                     what one network or account gets instead; --media-for x= sends none there. May be repeated
  --alt TEXT         describes the --media at the same place: the first --alt the first --media. May be repeated
  --thread TEXT      a part below the post: a thread on x, threads, bluesky and mastodon, joined elsewhere. May be repeated
  --preview URL      the page whose preview is shown on bluesky, linkedin and facebook; "none" shows none. Without it, the
                     first address of the text
  --first-comment TEXT
                     commented below the post once it is live; networks that take none leave it out
  --label TEXT       finds the post again; no network gets it. May be repeated
  --skip-refused     leaves out accounts whose network will refuse the post, and says which
  --content-warning TEXT, --visibility public|unlisted|private
                     on mastodon
  --language CODE    on mastodon and bluesky`;

/** @throws UsageError for what can be read without a service */
export function readOwn({ values }: Arguments) {
  const texts = (values['text-for'] ?? []).map((one) => pairOf('--text-for', one));
  const media = (values['media-for'] ?? []).map((one) => pairOf('--media-for', one));
  const alt = values.alt ?? [];
  const described = values.media?.length ?? 0;
  if (alt.length > described)
    throw new UsageError(
      `there are ${alt.length} --alt and ${described} --media: describe each once, in order`,
    );
  const fields = {
    ...settingsOf(values),
    ...threadOf(values),
    ...previewOf(values),
    ...commentOf(values),
    ...(values.label && { labels: values.label }),
  };
  return { texts, media, alt, fields };
}

type Own = ReturnType<typeof readOwn>;

/** @param chosen the network, or the id of the account, that a name means; media: the address of what was named */
export async function overridesOf(
  { texts, media }: Own,
  chosen: (which: string) => { platform: string } | { accountId: string },
  addressOf: (media: string) => Promise<string>,
): Promise<Override[]> {
  const entries = new Map<string, Override>();
  const entryOf = (which: string): Override => {
    const target = chosen(which);
    const key = 'platform' in target ? target.platform : target.accountId;
    const entry =
      entries.get(key) ??
      ('platform' in target
        ? { platforms: [target.platform as Platform] }
        : { accountIds: [target.accountId] });
    entries.set(key, entry);
    return entry;
  };
  for (const { which, value } of texts) entryOf(which).content = value;
  for (const { which, value } of media) {
    const entry = entryOf(which);
    entry.media = [...(entry.media ?? []), ...(value === '' ? [] : [await addressOf(value)])];
  }
  return [...entries.values()];
}

/** Descriptions by address. An empty one is none. */
export function altTextOf({ alt }: Own, addresses: readonly string[]): { [url: string]: string } {
  return Object.fromEntries(
    alt.flatMap((words, index) => (words === '' ? [] : [[addresses[index]!, words]])),
  );
}

function threadOf({ thread = [] }: Arguments['values']): Pick<Body, 'thread'> {
  const empty = thread.findIndex((text) => text.trim() === '');
  if (empty !== -1) throw new UsageError(`--thread ${empty + 1} is empty: write the text of the part`);
  return thread.length === 0 ? {} : { thread: thread.map((content) => ({ content })) };
}

function previewOf({ preview }: Arguments['values']): Pick<Body, 'linkPreview'> {
  if (preview === undefined) return {};
  if (preview === 'none') return { linkPreview: false };
  if (!/^https?:\/\//i.test(preview))
    throw new UsageError('--preview must be a web address such as https://example.org/news, or none');
  return { linkPreview: { url: preview } };
}

function commentOf({ 'first-comment': firstComment }: Arguments['values']): Pick<Body, 'firstComment'> {
  if (firstComment === undefined) return {};
  if (firstComment.trim() === '')
    throw new UsageError('--first-comment is empty: write a text, or leave it out');
  return { firstComment };
}

function settingsOf(values: Arguments['values']): Pick<Body, 'mastodonSettings' | 'blueskySettings'> {
  const { language, visibility, 'content-warning': spoilerText } = values;
  const audience = ['public', 'unlisted', 'private'] as const;
  const chosen = audience.find((one) => one === visibility);
  if (visibility !== undefined && chosen === undefined)
    throw new UsageError(`--visibility must be one of ${audience.join(', ')}`);
  const mastodonSettings = {
    ...(spoilerText !== undefined && { spoilerText }),
    ...(language !== undefined && { language }),
    ...(chosen !== undefined && { visibility: chosen }),
  };
  return {
    ...(Object.keys(mastodonSettings).length > 0 && { mastodonSettings }),
    ...(language !== undefined && { blueskySettings: { languages: [language] } }),
  };
}

function pairOf(option: string, written: string): { which: string; value: string } {
  const [, which = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(written) ?? [];
  if (which === '') throw new UsageError(`${option} must be WHICH=…, for example ${option} mastodon=…`);
  return { which, value };
}
