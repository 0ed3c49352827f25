/**
 * Posts as callers see them, made once for each change. A request first reads how far the workspaces of its posts have come
 * (`Head` in store/feed.ts): while that is what this node knows, what it keeps of their posts is as it is in the database.
 * This node knows what it commits itself, and what nodes that notify it commit. After any other change it compares the keys
 * of the posts, which change with everything that is shown, and reads those whole that have another key than the one kept.
 */
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../store/connect.ts';
import { isUnavailable } from '../../../store/database-state.ts';
import { type Head, feedHeads } from '../../../store/feed.ts';
import { listPostIds, type PostList } from '../../../store/post-lists.ts';
import { findPostKeys, findPosts, type PostKey } from '../../../store/posts.ts';
import { keepJson } from '../../api/json-text.ts';
import { asError } from '../../engine/batch.ts';
import type { FeedBatchNotice } from '../../engine/write.ts';
import { type PublicPost, publicPost } from '../../kinds/views/post.ts';

/** Characters of JSON that are kept, all posts together. */
const MAX_CHARS = 32 * 1024 * 1024;
const MAX_WORKSPACES = 10_000;
/** How long a report of a commit may take after the commit can be read, ms. After that another node made it. */
const REPORT_MS = 50;
/** Reports of a workspace that wait for an earlier one. More: one was lost. */
const MAX_REPORTS = 1_000;

/** A post that is kept. */
interface CachedPost {
  workspaceId: string;
  key: string;
  post: PublicPost;
  /** The generation of its workspace in which it is as it is shown; 0: its key has to be compared. */
  generation: number;
}

export type OwnedPost = Pick<CachedPost, 'workspaceId' | 'post'>;

/** A page of a list, newest first. */
export interface PostPage {
  posts: PublicPost[];
  /** `before` of the next page; null means this one was not full. */
  next: string | null;
}

/** What this node knows of a workspace. */
interface CacheEntry extends Head {
  /** Another one when something changed that this node does not know. */
  generation: number;
  /** Since when the database is ahead of what is known, ms of `performance.now`; null if it was not, when it was read last. */
  behindSince: number | null;
  /** Commits after one that is not reported yet, by the number of the event before them. */
  reports: Map<number, { last: number; families: readonly string[] }>;
}

export class PostCache {
  readonly #sql: Sql;
  readonly #kept: LRUCache<string, CachedPost>;
  readonly #workspaces = new LRUCache<string, CacheEntry>({ max: MAX_WORKSPACES });
  #generations = 0;

  /** @param sql connections of requests */
  constructor(sql: Sql, maxChars = MAX_CHARS) {
    this.#sql = sql;
    this.#kept = new LRUCache({ maxSize: maxChars });
  }

  /** Posts by id, from every workspace; unknown and removed ones are left out. They are not to be changed. */
  async find(ids: readonly string[]): Promise<Map<string, OwnedPost>> {
    const toCheck: { id: string; workspaceId: string }[] = [];
    const toCompare: string[] = [];
    for (const id of new Set(ids)) {
      const entry = this.#fresh(this.#kept.get(id));
      if (entry && this.#workspaces.peek(entry.workspaceId)?.behindSince === null)
        toCheck.push({ id, workspaceId: entry.workspaceId });
      else toCompare.push(id);
    }
    const [checked, found] = await Promise.all([this.#checkWorkspaces(toCheck), this.#compare(toCompare)]);
    for (const [id, cached] of checked.fresh) found.set(id, cached);
    if (checked.toCompare.length > 0)
      for (const [id, cached] of await this.#compare(checked.toCompare)) found.set(id, cached);
    return found;
  }

  /**
   * Pages of lists. Posts are not to be changed.
   * @returns in the place of a list that cannot be read: the error. The others do not fail with it
   */
  async list(lists: readonly PostList[]): Promise<(PostPage | Error)[]> {
    try {
      return await this.#pages(lists);
    } catch (fault) {
      if (lists.length === 1 || isUnavailable(fault)) throw fault;
      // one of them is at fault, and they may be of different callers
      return Promise.all(lists.map((list) => this.#pages([list]).then(([page]) => page!, asError)));
    }
  }

  async #pages(lists: readonly PostList[]): Promise<PostPage[]> {
    const listed = await listPostIds(this.#sql, lists);
    const toCompare: string[] = [];
    const pages = listed.map(({ ids, ...head }, index) => {
      const { workspaceId } = lists[index]!;
      const generation = this.#isKnown(workspaceId, head)
        ? this.#workspaces.peek(workspaceId)!.generation
        : null;
      return ids.map((id) => {
        const entry = generation === null ? undefined : this.#kept.peek(id);
        if (entry?.generation === generation) return entry.post;
        toCompare.push(id);
        return null;
      });
    });
    const compared = await this.#compare([...new Set(toCompare)]);
    return listed.map(({ ids }, index) => ({
      // a post that was removed meanwhile is left out
      posts: pages[index]!.flatMap((post, place) => post ?? compared.get(ids[place]!)?.post ?? []),
      next: ids.length === lists[index]!.limit ? ids.at(-1)! : null,
    }));
  }

  /** Commits whose events have these numbers: what is kept of their families is out of date. */
  committed(batches: readonly FeedBatchNotice[]): void {
    for (const { workspaceId, lastSeq, events, families } of batches) {
      const entry = this.#workspaces.peek(workspaceId);
      const last = Number(lastSeq);
      if (!entry || families === undefined || last <= entry.seq) continue;
      if (entry.reports.size >= MAX_REPORTS) entry.reports.clear();
      entry.reports.set(last - events.length, { last, families });
      for (let next = entry.reports.get(entry.seq); next; next = entry.reports.get(entry.seq)) {
        entry.reports.delete(entry.seq);
        entry.seq = next.last;
        entry.behindSince = null; // the next read finds out
        for (const id of next.families) this.#kept.delete(id);
      }
    }
  }

  /** Forgets everything: the database was replaced by one that may lack commits. */
  clear(): void {
    this.#kept.clear();
    this.#workspaces.clear();
  }

  /** What is kept of a post, if it needs no look at its key while its workspace is as far as is known. */
  #fresh(entry: CachedPost | undefined): CachedPost | undefined {
    return entry && entry.generation === this.#workspaces.peek(entry.workspaceId)?.generation
      ? entry
      : undefined;
  }

  /** Whether a workspace has come no further than this node knows. @param head read after what is kept was looked up, or before */
  #isKnown(workspaceId: string, head: Head): boolean {
    const entry = this.#workspaces.get(workspaceId);
    if (!entry) return false;
    if (head.seq <= entry.seq && head.edits <= entry.edits) return true;
    entry.behindSince ??= performance.now();
    return false;
  }

  /** Reads how far the workspaces of kept posts have come. */
  async #checkWorkspaces(toCheck: readonly { id: string; workspaceId: string }[]) {
    const fresh = new Map<string, CachedPost>();
    const toCompare: string[] = [];
    if (toCheck.length === 0) return { fresh, toCompare };
    const heads = await feedHeads(this.#sql, [...new Set(toCheck.map(({ workspaceId }) => workspaceId))]);
    const cachedIds = new Set(
      heads.flatMap(({ workspaceId, ...head }) => (this.#isKnown(workspaceId, head) ? [workspaceId] : [])),
    );
    for (const { id, workspaceId } of toCheck) {
      // looked up again: a commit may have been reported meanwhile
      const entry = cachedIds.has(workspaceId) ? this.#fresh(this.#kept.peek(id)) : undefined;
      if (entry) fresh.set(id, entry);
      else toCompare.push(id);
    }
    return { fresh, toCompare };
  }

  /** Reads the keys of posts, and those posts whole of which another key is kept, or none. */
  async #compare(ids: readonly string[]): Promise<Map<string, OwnedPost>> {
    const found = new Map<string, OwnedPost>();
    if (ids.length === 0) return found;
    const missing = ids.filter((id) => !this.#kept.has(id));
    const cached = ids.filter((id) => this.#kept.has(id));
    const [, keys] = await Promise.all([
      this.#read(missing, found),
      cached.length === 0 ? [] : findPostKeys(this.#sql, cached),
    ]);
    const changed: string[] = [];
    for (const key of keys) {
      const entry = this.#kept.get(key.id);
      if (entry?.key !== key.key) {
        changed.push(key.id);
        continue;
      }
      entry.generation = this.#generationAt(key);
      found.set(key.id, entry);
    }
    await this.#read(changed, found);
    return found;
  }

  /** Reads posts whole, and keeps them. */
  async #read(ids: readonly string[], into: Map<string, OwnedPost>): Promise<void> {
    if (ids.length === 0) return;
    for (const row of await findPosts(this.#sql, [...ids], null)) {
      const { id, workspaceId, key } = row;
      const post = publicPost(row);
      const entry = { workspaceId, key, post, generation: this.#generationAt(row) };
      this.#kept.set(id, entry, { size: keepJson(post).length });
      into.set(id, entry);
    }
  }

  /**
   * The generation in which a post that was just read is as it is shown; 0 when it was read before something that this node knows of.
   * When the database has been ahead for too long, a new generation begins there.
   */
  #generationAt({ workspaceId, seq, edits }: Pick<PostKey, 'workspaceId' | 'seq' | 'edits'>): number {
    let entry = this.#workspaces.get(workspaceId);
    if (!entry) {
      entry = { seq, edits, generation: (this.#generations += 1), behindSince: null, reports: new Map() };
      this.#workspaces.set(workspaceId, entry);
    }
    if (seq < entry.seq || edits < entry.edits) return 0;
    if (seq > entry.seq || edits > entry.edits) {
      entry.behindSince ??= performance.now();
      if (performance.now() - entry.behindSince >= REPORT_MS) {
        Object.assign(entry, { seq, edits, generation: (this.#generations += 1), behindSince: null });
        for (const [before, { last }] of entry.reports) if (last <= seq) entry.reports.delete(before);
      }
    }
    return entry.generation;
  }
}
