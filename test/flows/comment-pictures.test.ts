/** Comments that are pictures: what an event says, and what a read says of the same comment. */
import t from 'tap';
import { replyRow } from '../../adapters/x/reply-row.ts';
import { people } from '../comments/people.ts';
import { eventually } from '../support/eventually.ts';

const pictureUrl = 'https://scontent.example.com/p.jpg?oe=1';

void t.test('a comment that is a picture shows that it is one, and where', async (t) => {
  const world = await people(t, { subscribes: true });
  const { call } = world.running;
  const found = async (path: `/v1/comments?${string}` | `/v1/posts/${string}/comments`, id: string) =>
    (await call('GET', path)).body.comments.find((one) => one.id === id);
  for (const [platform, told] of [
    ['facebook', pictureUrl],
    // the webhook of Threads says that there is a picture, and not where
    ['threads', null],
  ] as const) {
    const picture = { comment: { mediaId: world.mediaOf(platform), pictureUrl } };
    const id: string = (await world.act(platform, 'ann', picture)).commentId;
    const heard = await eventually(() => found(`/v1/comments?platform=${platform}`, id));
    t.equal(heard.text, '', platform);
    if (heard.attachments[0]?.url !== pictureUrl)
      t.strictSame(heard.attachments, [{ type: 'image', url: told }], `${platform}, by an event`);
    const read = await eventually(async () => {
      const one = await found(`/v1/posts/${world.post.id}/comments`, id);
      return one?.attachments[0]?.url === pictureUrl && one;
    });
    t.strictSame(read.attachments, [{ type: 'image', url: pictureUrl }], `${platform}, read`);
    await world.act(platform, 'ann', { delete: { commentId: id } });
  }
  const words = await world.comment('facebook', 'bob', 'lovely');
  const plain = await eventually(() => found('/v1/comments?platform=facebook', words));
  t.strictSame(plain.attachments, []);
});

void t.test('a picture in a reply on X is shown by its page', (t) => {
  const link = 'https://x.com/ann/status/2/photo/1';
  const row = {
    id: '2',
    conversation_id: '1',
    author_id: '9',
    text: '@cafe https://t.co/p',
    referenced_posts: [{ type: 'replied_to', id: '1' }],
    entities: { urls: [{ url: 'https://t.co/p', expanded_url: link }] },
  };
  const reply = replyRow(row, { users: [], posts: [] }, { remoteId: '7', username: 'cafe' });
  t.match(reply, { text: '', attachments: [{ type: 'photo', url: link }] });
  const plain = replyRow(
    { ...row, entities: {} },
    { users: [], posts: [] },
    { remoteId: '7', username: null },
  );
  t.strictSame(plain?.attachments, []);
  t.end();
});
