/** A workspace with an account, and events about comments as an adapter reads them. */
import type { Test } from 'tap';
import type { InboundComment, InboundEvent } from '../../adapters/port/inbound.ts';
import type { FeedEvent } from '../../src/engine/feed-event.ts';
import { takeComments } from '../../src/features/comments/take.ts';
import { insertAccount } from '../../store/accounts.ts';
import type { Sql } from '../../store/connect.ts';
import { testDatabase } from '../support/database.ts';

export const NOW = Date.parse('2026-05-04T08:00:00Z');
export const HOUR = 3_600_000;

export interface Scene {
  sql: Sql;
  /** Address of the database. */
  url: string;
  /** Takes events in a transaction of their own, for `acc_1`. @returns the live events */
  take(...events: InboundEvent[]): Promise<FeedEvent[]>;
  takeFor(accountId: string, ...events: InboundEvent[]): Promise<FeedEvent[]>;
}

/** `acc_1` of instagram and `acc_2` of facebook, both connected an hour ago. */
export async function scene(t: Test, { receivingSince = null as number | null } = {}): Promise<Scene> {
  const { sql, url } = await testDatabase(t);
  await sql`insert into workspaces (id, slug, name, timezone, plan, slots, created_at)
    values ('ws_1', 'w', 'w', 'UTC', 'developer', '[]', now())`;
  await sql`insert into feed_heads (workspace_id, seq) values ('ws_1', 0)`;
  for (const [id, platform] of [
    ['acc_1', 'instagram'],
    ['acc_2', 'facebook'],
  ] as const)
    await insertAccount(
      sql,
      {
        id,
        workspaceId: 'ws_1',
        platform,
        remoteId: id,
        displayName: 'Café Luna',
        username: 'cafe.luna',
        avatarUrl: null,
        url: null,
        endpoints: {},
        limits: {},
        credentials: Buffer.of(1),
        expiresAt: null,
      },
      NOW - HOUR,
    );
  const takeFor: Scene['takeFor'] = (accountId, ...events) =>
    sql.begin(
      async (tx) => (await takeComments(tx, { now: NOW }, { id: accountId, receivingSince }, events)).feed,
    );
  return { sql, url, takeFor, take: (...events) => takeFor('acc_1', ...events) };
}

const facts = (at: number) => ({ remoteId: 'acc_1', dedupeKey: 'key', at, standby: false, raw: {} });

export function commentEvent(
  comment: Partial<InboundComment> & { id: string },
  at = NOW,
): Extract<InboundEvent, { kind: 'comment' }> {
  return {
    ...facts(at),
    kind: 'comment',
    comment: {
      networkPostId: 'media_1',
      originalPostId: null,
      postKind: 'post',
      parentId: null,
      text: 'Hello',
      from: { id: 'p1', username: 'rosa', name: null },
      isOwn: false,
      rating: null,
      ...comment,
    },
  };
}

export const changeEvent = (
  commentId: string,
  change: 'edited' | 'deleted' | 'hidden' | 'unhidden',
  { at = NOW, text = null as string | null } = {},
): InboundEvent => ({ ...facts(at), kind: 'comment_changed', commentId, change, text });
