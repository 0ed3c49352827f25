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
const MAX_CHARS = 16 * 1024 * 1024;

export class ShownPosts {
  readonly #sql: Sql;
  readonly #kept: LRUCache<string, { key: string; post: PublicPost }>;

  /** @param sql connections of requests */
  constructor(sql: Sql, maxChars = MAX_CHARS) {
    this.#sql = sql;
    this.#kept = new LRUCache({ maxSize: maxChars });
  }

  /**
   * @param keys read before this call
   * @returns the posts in the order of the keys, without those that were removed meanwhile. They are not to be changed
   */
  async posts(keys: readonly PostKey[]): Promise<PublicPost[]> {
    const missing = keys.filter(({ id, key }) => this.#kept.get(id)?.key !== key);
    const found = new Map<string, PublicPost>();
    if (missing.length > 0) {
      const keyOf = new Map(missing.map(({ id, key }) => [id, key]));
      for (const row of await findPosts(this.#sql, [...keyOf.keys()])) {
        const post = publicPost(row);
        // the row may be newer than its key: then the next request, with the newer key, reads it again
        this.#kept.set(row.id, { key: keyOf.get(row.id)!, post }, { size: keepJson(post).length });
        found.set(row.id, post);
      }
    }
    return keys.flatMap(({ id, key }) => {
      const kept = this.#kept.peek(id);
      return found.get(id) ?? (kept?.key === key ? kept.post : []);
    });
  }
}
