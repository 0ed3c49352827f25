/**
 * Posts as callers see them, made once for each change. A request reads the keys of its posts, which are small and change
 * with everything that is shown; only posts with another key than the one that is kept are read whole.
 */
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../store/connect.ts';
import { findPosts, type PostKey } from '../../store/posts.ts';
import { keepJson } from '../api/json-text.ts';
import { type PublicPost, publicPost } from '../kinds/views/post.ts';

/** Characters of JSON that are kept, all posts together. */
const MAX_CHARS = 32 * 1024 * 1024;

export class ShownPosts {
  readonly #sql: Sql;
  readonly #kept: LRUCache<string, { key: string; post: PublicPost }>;

  /** @param sql connections of requests */
  constructor(sql: Sql, maxChars = MAX_CHARS) {
    this.#sql = sql;
    this.#kept = new LRUCache({ maxSize: maxChars });
  }

  /** Those of these ids of which no post is kept: their keys need not be read before the posts. */
  unknown(ids: readonly string[]): string[] {
    return ids.filter((id) => !this.#kept.has(id));
  }

  /**
   * Reads posts whole, and keeps them.
   * @returns what was read, without those that were removed
   */
  async read(ids: string[]): Promise<{ id: string; workspaceId: string; post: PublicPost }[]> {
    const rows = await findPosts(this.#sql, ids);
    return rows.map((row) => {
      const { id, workspaceId, key } = row;
      const post = publicPost(row);
      this.#kept.set(id, { key, post }, { size: keepJson(post).length });
      return { id, workspaceId, post };
    });
  }

  /**
   * @param keys read before this call
   * @returns the posts in the order of the keys, without those that were removed meanwhile. They are not to be changed
   */
  async posts(keys: readonly PostKey[]): Promise<PublicPost[]> {
    const kept = new Map<string, PublicPost>();
    const missing: string[] = [];
    for (const { id, key } of keys) {
      const entry = this.#kept.get(id);
      if (entry?.key === key) kept.set(id, entry.post);
      else missing.push(id);
    }
    if (missing.length > 0) for (const { id, post } of await this.read(missing)) kept.set(id, post);
    return keys.flatMap(({ id }) => kept.get(id) ?? []);
  }
}
