/**
 * The rows of the matrix: a network, the post it gets, and the facts about it that decide the expected results. Two
 * rows of one network differ in what the network offers for the post (photos and videos on tiktok), in its parts (`-thread`), in its
 * first comment (`-comment`), or in the account's setting for unknown outcomes (`-hold`).
 */
import type { Platform } from '../../adapters/networks.ts';
import type { PostContent } from '../../adapters/port/publish.ts';
import { boardOf } from '../../simulators/pinterest/index.ts';

export interface Row {
  name: string;
  network: Platform;
  onUnknown: 'retry' | 'hold';
  /** How a lost response is resolved, in words; null when the network offers no way. */
  evidence: string | null;
  /**
   * A lookup finds nothing out, but the network refuses a second post with the same text: never two, with any setting.
   */
  refusesTwice?: true;
  /** The network refuses any second post with the same text, so a twin may fail. */
  refusesTwins?: true;
  /**
   * Only a list can be checked: a call that the network executes after the lookup, two minutes and more after it was
   * sent, creates a second post. Everywhere else a key, a container or a refusal prevents that.
   */
  onlyListed?: true;
  /** The call that makes the post live. */
  liveCall: string;
  /** The same for a post without media; null when the network does not accept one. */
  textCall: string | null;
  /** How many posts it is, one below the other. Absent means one. */
  parts?: number;
  /** It gets a first comment. `looked up`: one whose response was lost is found in a list. Absent means it gets none. */
  comment?: 'looked up' | 'not shown';
  /**
   * With a comment: a call that the network executes after the lookups creates a second one. Everywhere else a key or a refusal prevents
   * that, or the comment is not sent again.
   */
  onlyListedComment?: true;
  /** Names of the sandbox's samples. */
  media: ('photo.jpg' | 'clip.mp4')[];
  /** Options of the post; @param name of the account on the simulated network */
  options?: (name: string) => PostContent['options'];
  /** Created by the tool, because REST does not take its options. */
  byTool?: true;
  /**
   * What helps when the access token has expired: the step refreshes it, a person connects the account again, or
   * nothing has to, because it never expires.
   */
  renewal: 'step' | 'person' | 'never';
}

type Facts = Omit<Row, 'name' | 'onUnknown' | 'network'> & { network?: Platform };

const PHOTO = { media: ['photo.jpg'] } satisfies Partial<Facts>;
const VIDEO = { media: ['clip.mp4'], textCall: null } satisfies Partial<Facts>;

/** Calls and media as the adapters use them; evidence as in `evidence` and the comments of each adapter. */
const facts: { [name: string]: Facts } = {
  bluesky: {
    ...PHOTO,
    evidence: 'a record key of our own',
    liveCall: 'com.atproto.repo.putRecord',
    textCall: 'com.atproto.repo.putRecord',
    renewal: 'step',
  },
  mastodon: {
    ...PHOTO,
    evidence: 'an idempotency key, then the own list',
    liveCall: 'POST /api/v1/statuses',
    textCall: 'POST /api/v1/statuses',
    renewal: 'never',
  },
  instagram: {
    ...PHOTO,
    evidence: 'the container',
    liveCall: 'media_publish',
    textCall: null,
    renewal: 'person',
  },
  'instagram-story': {
    ...PHOTO,
    network: 'instagram',
    evidence: 'the container, then the list of stories',
    liveCall: 'media_publish',
    textCall: null,
    options: () => ({ instagramStory: true }),
    byTool: true,
    renewal: 'person',
  },
  facebook: {
    ...PHOTO,
    evidence: "the page's posts",
    liveCall: 'feed',
    textCall: 'feed',
    renewal: 'person',
  },
  threads: {
    ...PHOTO,
    evidence: 'the container',
    liveCall: 'threads_publish',
    textCall: 'threads_publish',
    renewal: 'person',
  },
  x: {
    ...PHOTO,
    evidence: 'the own list; the same words are refused',
    refusesTwins: true,
    liveCall: 'POST /2/tweets',
    textCall: 'POST /2/tweets',
    renewal: 'step',
  },
  linkedin: {
    ...PHOTO,
    evidence: null,
    refusesTwice: true,
    refusesTwins: true,
    liveCall: 'POST /rest/posts',
    textCall: 'POST /rest/posts',
    renewal: 'step',
  },
  tiktok: {
    ...VIDEO,
    evidence: 'the publish id',
    liveCall: 'upload',
    renewal: 'step',
  },
  'tiktok-photos': {
    ...PHOTO,
    network: 'tiktok',
    evidence: null,
    liveCall: 'content/init',
    textCall: null,
    renewal: 'step',
  },
  'tiktok-public': {
    ...PHOTO,
    network: 'tiktok',
    evidence: null,
    liveCall: 'content/init',
    textCall: null,
    options: () => ({ tiktokSettings: { privacyLevel: 'PUBLIC_TO_EVERYONE' } }),
    renewal: 'step',
  },
  youtube: {
    ...VIDEO,
    evidence: 'the upload session',
    liveCall: 'upload',
    renewal: 'step',
  },
  pinterest: {
    ...PHOTO,
    evidence: "the board's pins",
    onlyListed: true,
    liveCall: 'pins/create',
    textCall: null,
    options: (name) => ({ pinterestBoardId: boardOf(name) }),
    renewal: 'step',
  },
  reddit: {
    ...PHOTO,
    evidence: 'the own list',
    onlyListed: true,
    liveCall: 'POST /api/submit',
    textCall: 'POST /api/submit',
    options: () => ({ redditSubreddit: 'boats', redditFlairText: 'News' }),
    renewal: 'step',
  },
  telegram: {
    ...PHOTO,
    evidence: null,
    liveCall: 'sendPhoto',
    textCall: 'sendMessage',
    renewal: 'never',
  },
  discord: {
    ...PHOTO,
    evidence: null,
    liveCall: 'executeWebhook',
    textCall: 'executeWebhook',
    renewal: 'never',
  },
  slack: {
    ...PHOTO,
    evidence: "our mark in the channel's history; where a file was shared",
    liveCall: 'files.completeUploadExternal',
    textCall: 'chat.postMessage',
    renewal: 'step',
  },
  wordpress: {
    ...PHOTO,
    evidence: 'a name (slug) of our own',
    liveCall: 'POST /wp/v2/posts/:id',
    textCall: 'POST /wp/v2/posts/:id',
    renewal: 'never',
  },
  devto: {
    ...PHOTO,
    evidence: 'the draft; the same article is refused',
    refusesTwins: true,
    liveCall: 'PUT /articles/:id',
    textCall: 'PUT /articles/:id',
    renewal: 'never',
  },
  hashnode: {
    ...PHOTO,
    evidence: 'the draft, under a slug of our own',
    liveCall: 'publishDraft',
    textCall: 'publishDraft',
    renewal: 'never',
  },
  ghost: {
    ...PHOTO,
    evidence: 'the draft, under a slug of our own',
    liveCall: 'PUT /posts/:id/',
    textCall: 'PUT /posts/:id/',
    renewal: 'never',
  },
  tumblr: {
    ...PHOTO,
    evidence: "a slug of our own in the blog's list",
    onlyListed: true,
    liveCall: 'POST /v2/blog/:blog/posts',
    textCall: 'POST /v2/blog/:blog/posts',
    renewal: 'step',
  },
  'tumblr-video': {
    ...VIDEO,
    network: 'tumblr',
    evidence: "a slug of our own in the blog's list",
    onlyListed: true,
    liveCall: 'POST /v2/blog/:blog/posts',
    renewal: 'step',
  },
  google_business: {
    ...PHOTO,
    evidence: "the location's list",
    onlyListed: true,
    liveCall: 'localPosts.create',
    textCall: 'localPosts.create',
    renewal: 'step',
  },
};

/** The same networks with a thread: a kill or a lost answer between any two parts, and at any part. */
for (const network of ['x', 'threads', 'bluesky', 'mastodon'] as const)
  facts[`${network}-thread`] = { ...facts[network]!, network, media: [], textCall: null, parts: 3 };

/** The same with a first comment: a kill between the post and its comment, and at each step of the comment. */
for (const network of ['x', 'threads', 'bluesky', 'mastodon', 'reddit', 'linkedin'] as const)
  facts[`${network}-comment`] = {
    ...facts[network]!,
    network,
    media: [],
    textCall: null,
    comment: network === 'linkedin' ? 'not shown' : 'looked up',
    ...((network === 'threads' || network === 'reddit') && { onlyListedComment: true }),
  };

export const rows: readonly Row[] = Object.entries(facts).flatMap(([name, fact]): Row[] => {
  const row: Row = { network: name as Platform, ...fact, name, onUnknown: 'retry' };
  if (fact.evidence !== null || name === 'tiktok-public' || fact.comment !== undefined) return [row];
  return [row, { ...row, name: `${name}-hold`, onUnknown: 'hold' }];
});

export function rowNamed(name: string): Row {
  const row = rows.find((one) => one.name === name);
  if (!row) throw new RangeError(`there is no row ${name}`);
  return row;
}
