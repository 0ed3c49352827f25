/** What tests read of a response: each `@ts-expect-error` fails the type check if its line compiles. */
import t from 'tap';
import type { Call, Read, ReadSchema } from './typed-calls.ts';

void t.test('a field that no response has does not compile', async (t) => {
  const body: object = { post: {}, posts: [], tests: [], code: 'not_found' };
  const call: Call = async () => ({ status: 200, headers: new Headers(), body: body as never });
  const id: string = 'post_x';
  const path = `/v1/dm-automations/${id}` as const;

  const { post } = (await call('GET', `/v1/posts/${id}`)).body;
  const content: string | undefined = post.content;
  // @ts-expect-error -- a misspelt field
  t.equal(post.contnet, content);

  const limit: number = 10;
  const page = (await call('GET', `/v1/inbox?limit=${limit}`)).body;
  t.equal(page.next, undefined);
  // @ts-expect-error -- the field of another list
  t.equal(page.nextCursor, undefined);
  // @ts-expect-error -- a list has no such field of its entries
  t.throws(() => page.conversations.find(({ nobody }) => nobody));

  const read = (await call('GET', `${path}/tests`)).body;
  t.equal(read.tests.length, 0);
  t.equal(read.code, 'not_found', 'a response may be an error');
  // @ts-expect-error -- there is no operation of this method
  t.same((await call('DELETE', `${path}/tests`)).body.tests, []);

  const place: string = path;
  t.equal((await call('GET', place)).body.code, 'not_found');
  // @ts-expect-error -- the operation is not known while the test is compiled
  t.equal((await call('GET', place)).body.automation, undefined);

  const status: Read<'getPost'>['post']['status'] = 'published';
  // @ts-expect-error -- not one of its values
  const wrong: ReadSchema<'Post'>['status'] = 'sent';
  t.not(wrong, status);
});
