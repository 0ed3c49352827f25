/** Bodies of webhook calls (docs/contract.md, Webhooks): event, timestamp, workspace and the resource. */
import type { AccountRow } from '../../store/accounts.ts';
import type { PostRow } from '../../store/posts.ts';
import { publicAccount } from '../kinds/views/account.ts';
import { publicPost } from '../kinds/views/post.ts';

/** The body of post.published and post.failed, with each network's post id. @param now epoch ms */
export function postEventBody(event: string, post: PostRow, now: number) {
  const shown = publicPost(post);
  return {
    event,
    timestamp: new Date(now).toISOString(),
    workspace: post.workspace,
    post: {
      ...shown,
      networks: shown.deliveries
        .filter((delivery) => delivery.status === 'published')
        .map(({ accountId, platform, networkPostId, url }) => ({ accountId, platform, networkPostId, url })),
    },
  };
}

/** The body of account.connected. @param now epoch ms */
export function accountEventBody(event: string, account: AccountRow & { workspace: string }, now: number) {
  return {
    event,
    timestamp: new Date(now).toISOString(),
    workspace: account.workspace,
    account: publicAccount(account),
  };
}
