/** Previews of pages for the posts of a workspace. A page that was read within the hour is not read again. */
import type { Sql } from '../../../store/connect.ts';
import { type PageReading, readPages, storePages } from '../../../store/link-previews.ts';
import { Problem } from '../../api/problem.ts';
import { createRateLimiter } from '../../base/rate.ts';
import type { ReadPage } from './page.ts';
import { HOUR_MS } from '../../base/durations.ts';

/** Pages that a workspace may have read by request on each node, a minute (docs/contract.md, Link previews). */
const READS_PER_MINUTE = 30;

export interface LinkPreviews {
  /** What was read of these pages within the last hour, by URL; waits for no page. @param now epoch ms */
  readStored(workspaceId: string, urls: readonly string[], now: number): Promise<Map<string, PageReading>>;
  /**
   * Reads pages: those that could be read within the last hour come from the store. Never fails because of a page.
   * @param now epoch ms
   */
  read(
    workspaceId: string,
    urls: readonly string[],
    options: { now: number; signal?: AbortSignal },
  ): Promise<Map<string, PageReading>>;
  /** Reads a page because somebody requests it, also one that is known. @throws Problem rate_limited */
  request(workspaceId: string, url: string, now: number): Promise<PageReading>;
}

export function linkPreviews({ sql, readPage }: { sql: Sql; readPage: ReadPage }): LinkPreviews {
  const takeRequest = createRateLimiter({ requests: READS_PER_MINUTE, windowSeconds: 60 });
  const readStored: LinkPreviews['readStored'] = (workspaceId, urls, now) =>
    readPages(sql, { workspaceId, urls, since: now - HOUR_MS });
  const readAll = async (workspaceId: string, urls: readonly string[], now: number, signal?: AbortSignal) => {
    const readings = await Promise.all(urls.map(async (url) => [url, await readPage(url, signal)] as const));
    // a reading that was cut off because the service stops says nothing of the page
    signal?.throwIfAborted();
    const pages = new Map(readings);
    if (pages.size > 0) await storePages(sql, workspaceId, pages, now);
    return pages;
  };
  return {
    readStored,
    read: async (workspaceId, urls, { now, signal }) => {
      const stored = [...(await readStored(workspaceId, urls, now))].filter(
        ([, { preview }]) => preview !== null,
      );
      const found = new Map(stored);
      const missing = urls.filter((url) => !found.has(url));
      return new Map([...found, ...(await readAll(workspaceId, missing, now, signal))]);
    },
    request: async (workspaceId, url, now) => {
      const { allowed, retryAfterSeconds } = takeRequest(workspaceId, now);
      if (!allowed)
        throw new Problem(
          'rate_limited',
          `this workspace has read ${READS_PER_MINUTE} pages within a minute: try again in ${retryAfterSeconds} s`,
          { retryAfterSeconds, values: { seconds: retryAfterSeconds } },
        );
      return (await readAll(workspaceId, [url], now)).get(url)!;
    },
  };
}
