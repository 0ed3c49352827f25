/** Accounts, statuses and files as responses show them. */
import type { Json } from '../../machines/outcome.ts';
import { countsOf, followersAt } from '../numbers/curve.ts';
import { withoutDropped } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import { type Grant, type State, type Status, type StoredFile, profileOf } from './state.ts';
import { htmlOf } from './status-text.ts';

/** An account as anybody sees it. */
function accountBody(world: World<State>, id: string) {
  const account = world.state.accounts[id];
  const statuses = world.state.statuses.filter(({ accountId }) => accountId === id);
  const username = account?.username ?? '';
  const picture = `${world.baseUrl}/avatars/original/missing.png`;
  return {
    id,
    username,
    acct: username,
    display_name: account?.displayName ?? '',
    url: account === undefined ? null : profileOf(world, account),
    uri: `${world.baseUrl}/users/${username}`,
    note: '',
    avatar: picture,
    avatar_static: picture,
    header: picture,
    header_static: picture,
    created_at: '2024-01-01T00:00:00.000Z',
    last_status_at: statuses.at(-1)?.createdAt.slice(0, 10) ?? null,
    followers_count: followersAt(id, world.now()),
    following_count: 0,
    statuses_count: statuses.length,
    locked: false,
    bot: false,
    group: false,
    discoverable: null,
    indexable: false,
    emojis: [],
    fields: [],
  };
}

/** An account as it sees itself: with its defaults and its role. */
export function ownAccountBody(world: World<State>, id: string) {
  return {
    ...accountBody(world, id),
    source: {
      privacy: 'public',
      language: 'en',
      sensitive: false,
      note: '',
      fields: [],
      follow_requests_count: 0,
      indexable: false,
    },
    role: { id: '-99', name: '', permissions: '65536', color: '', highlighted: false },
  };
}

export function fileBody({ id, kind, url, looksLeft }: StoredFile) {
  return { id, type: kind, url: looksLeft === 0 ? url : null, preview_url: url, description: null, meta: {} };
}

export function statusBody(
  world: World<State>,
  status: Status,
  grant: Grant | null,
): { [key: string]: Json } {
  const { id, accountId, createdAt, text, visibility, replyTo, fileIds, appName } = status;
  const { spoilerText = '', language = 'en' } = status;
  const account = world.state.accounts[accountId];
  const now = world.now();
  const counts = countsOf(id, {
    publishedAt: Date.parse(createdAt),
    now,
    followers: followersAt(accountId, now),
  });
  return {
    id,
    uri: `${world.baseUrl}/users/${account?.username ?? ''}/statuses/${id}`,
    url: `${world.baseUrl}/@${account?.username ?? ''}/${id}`,
    created_at: createdAt,
    visibility,
    sensitive: spoilerText !== '',
    spoiler_text: spoilerText,
    language,
    content: htmlOf(world, text),
    in_reply_to_id: replyTo,
    in_reply_to_account_id: null,
    edited_at: null,
    emojis: [],
    mentions: [],
    tags: [],
    card: null,
    poll: null,
    reblog: null,
    ...withoutDropped(world.state.numbers, {
      replies_count: counts.comments,
      reblogs_count: counts.reposts,
      favourites_count: counts.likes,
      quotes_count: counts.quotes,
    }),
    media_attachments: fileIds.flatMap((fileId) => {
      const file = world.state.files[fileId];
      return file === undefined ? [] : [fileBody(file)];
    }),
    // Which app a status came from is shown to its author alone
    ...(grant?.accountId === accountId && { application: { name: appName } }),
    account: accountBody(world, accountId),
  };
}
