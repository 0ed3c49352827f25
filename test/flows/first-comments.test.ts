/** The first comment below a post (docs/contract.md, First comments). */
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { commentsBelow, COMMENTED } from '../support/first-comments.ts';
import { startService } from '../support/service.ts';

interface Shown {
  status: string;
  networkCommentId: string | null;
  error: string | null;
}
interface Delivery {
  platform: string;
  accountId: string;
  status: string;
  networkPostId: string | null;
  firstComment: Shown | null;
}
interface Post {
  id: string;
  status: string;
  firstComment: string | null;
  warnings: string[];
  deliveries: Delivery[];
}

const WORDS = 'The recipe is on our page';
const isCommented = ({ status, deliveries }: Post) =>
  status === 'published' && deliveries.every(({ firstComment }) => firstComment?.status !== 'pending');

for (const platform of Object.keys(COMMENTED) as (keyof typeof COMMENTED)[]) {
  void t.test(`${platform} gets the first comment below the post, once`, async (t) => {
    const running = await startService(t, { platforms: [platform] });
    const { call, until, accounts, sandbox } = running;
    const { post: body } = COMMENTED[platform];
    const created = await call('POST', '/v1/posts', {
      ...body(sandbox.url),
      accountIds: [accounts[platform]!],
      firstComment: WORDS,
      publishNow: true,
    });
    t.equal(created.status, 200, JSON.stringify(created.body));
    t.equal(created.body.post.firstComment, WORDS);
    t.match(created.body.post.deliveries, [{ firstComment: { status: 'pending', networkCommentId: null } }]);
    const post: Post = await until(created.body.post.id, isCommented, { advancesMs: 5_000 });
    const [delivery] = post.deliveries;
    const comments = commentsBelow(running, platform, delivery!.networkPostId!);
    t.same(
      comments.map(({ text }) => text),
      [WORDS],
      JSON.stringify(delivery),
    );
    t.same(delivery!.firstComment, { status: 'sent', networkCommentId: comments[0]!.id, error: null });
    await eventually(async () => (await call('GET', `/v1/posts/${post.id}/explain`)).status === 200);
  });
}
