/**
 * The effect of a post that reads the pages it links to, before it is sent: once for all of its accounts. What they say is stored
 * with the post, so that every delivery and every retry shows the same.
 */
import type { Manifest } from '../../../../adapters/port/manifest.ts';
import { readAccounts } from '../../../../store/accounts.ts';
import type { Sql } from '../../../../store/connect.ts';
import { readPostToPlan, storePostPages } from '../../../../store/post-pages.ts';
import type { PostHandlers } from '../../../kinds/post.ts';
import type { LinkPreviews } from '../../link-previews/index.ts';
import { planForAccount } from '../plan-for-account.ts';

interface PagesDeps {
  sql: Sql;
  adapters: { [platform: string]: Manifest };
  linkPreviews: LinkPreviews;
  clock: () => number;
}

/** The handler of the effect `readPages`. A page that cannot be read never fails or holds the post. */
export function pagesHandlers({
  sql,
  adapters,
  linkPreviews,
  clock,
}: PagesDeps): Pick<PostHandlers, 'readPages'> {
  return {
    readPages: async ({ postId }, { signal }) => {
      const post = await readPostToPlan(sql, postId);
      if (post) {
        const readings = post.extras.pages ?? {};
        const urls = await pagesOf(post);
        const missing = urls.filter((url) => !readings[url]?.preview);
        const read = await linkPreviews.read(post.workspaceId, missing, { now: clock(), signal });
        if (read.size > 0) await storePostPages(sql, postId, Object.fromEntries(read));
      }
      return { type: 'pages.read' };
    },
  };

  /** The pages whose previews the accounts of a post get. */
  async function pagesOf(post: NonNullable<Awaited<ReturnType<typeof readPostToPlan>>>): Promise<string[]> {
    const urls = (await readAccounts(sql, post.accountIds)).flatMap((account) => {
      const adapter = adapters[account.platform];
      const preview = adapter && planForAccount(adapter, post, account).requestedPreview;
      return preview?.needsPage ? [preview.url] : [];
    });
    return [...new Set(urls)];
  }
}
