/** The networks whose posts take a first comment, as tests see it in the sandbox. */
import type { LedgerEntry } from '../../simulators/simulator.ts';
import type { RunningService } from './service.ts';

interface Commented {
  /** The call that writes the comment. */
  call: string;
  /** How many such calls the post itself takes. */
  skip: number;
  /** What is posted. @param sandboxUrl where samples of media are */
  post(sandboxUrl: string): { content: string; media?: string[] };
}

const text = () => ({ content: 'Bread from our own oven' });
const withFile = (name: string) => (sandboxUrl: string) => ({
  content: 'Bread from our own oven',
  media: [`${sandboxUrl}/samples/${name}`],
});

export const COMMENTED = {
  instagram: { call: 'comments/post', skip: 0, post: withFile('photo.jpg') },
  facebook: { call: 'comments/post', skip: 0, post: text },
  linkedin: { call: 'POST /rest/socialActions/:urn/comments', skip: 0, post: text },
  youtube: { call: 'commentThreads.insert', skip: 0, post: withFile('clip.mp4') },
  reddit: { call: 'POST /api/comment', skip: 0, post: text },
  x: { call: 'POST /2/tweets', skip: 1, post: text },
  threads: { call: 'threads', skip: 1, post: text },
  bluesky: { call: 'com.atproto.repo.putRecord', skip: 1, post: text },
  mastodon: { call: 'POST /api/v1/statuses', skip: 1, post: text },
} satisfies { [platform: string]: Commented };

export type CommentedPlatform = keyof typeof COMMENTED;

/**
 * The account's own comments directly below a post, oldest first.
 */
export function commentsBelow(
  { sandbox: { sandbox } }: Pick<RunningService, 'sandbox'>,
  platform: CommentedPlatform,
  networkPostId: string,
): { id: string; text: string }[] {
  const { ledger, people } = sandbox;
  if (platform === 'instagram' || platform === 'facebook') {
    const [made] = ledger.entries({ network: platform }).filter(({ id }) => id === networkPostId);
    const { posts } = people.scene({ network: platform, ...(made && { account: made.account }) });
    const post = posts.find(({ id }) => id === networkPostId);
    return (post?.comments ?? [])
      .filter(({ byAccount }) => byAccount)
      .map(({ id, text: words }) => ({ id, text: words }));
  }
  const isBelow = ({ details }: LedgerEntry) =>
    [details['replyTo'], details['reply_to'], details['commentOn']].includes(networkPostId);
  return ledger
    .entries({ network: platform })
    .filter(isBelow)
    .map(({ id, text: words }) => ({ id, text: words }));
}
