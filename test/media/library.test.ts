/** The library: the files of a workspace, what uses them, and how they are deleted. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { prune } from '../../src/service/retention.ts';
import { kinds } from '../../src/kinds/index.ts';
import { findMedia } from '../../store/media.ts';
import { startService } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram', 'mastodon', 'instagram'] });
const { accounts, service, workspaceId, key } = running;
const sample = (name: string) =>
  Uint8Array.from(readFileSync(new URL(`../../simulators/samples/${name}`, import.meta.url)));
const later = new Date(Date.now() + 86_400_000).toISOString();

let uploads = 0;
/** A GIF of one pixel that no other test has. */
const newGif = () => {
  const bytes = Buffer.from('R0lGODlhAQABAAAAACH+AAAAOw==', 'base64');
  uploads += 1;
  return Uint8Array.from(Buffer.concat([bytes, Buffer.from(`no. ${uploads}`)]));
};

async function upload(bytes: Uint8Array<ArrayBuffer>, name: string, by = key) {
  const form = new FormData();
  form.set('file', new File([bytes], name));
  const headers = { authorization: `Bearer ${by}` };
  const response = await fetch(`${running.baseUrl}/v1/media/upload`, { method: 'POST', headers, body: form });
  return (await response.json()) as { id: string; url: string; altText: string | null };
}

const list = async (query = '') => (await running.call('GET', `/v1/media${query}` as '/v1/media')).body.media;
const remove = (id: string, query = '') =>
  running.call('DELETE', `/v1/media/${id}${query}` as '/v1/media/{id}');
const statusOf = async (url: string) => (await fetch(url)).status;
const pruneNow = () =>
  prune(
    { sql: service.sql, directory: service.directory, media: service.context.media },
    kinds,
    service.context.clock(),
  );
/** The time after which files that were deleted leave the store. */
const MINUTES = 2 * 60_000;

const newPost = async (body: object) => {
  const answer = await running.call('POST', '/v1/posts', {
    content: 'A picture',
    accountIds: [accounts['mastodon']],
    ...body,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.post.id;
};

void t.test('the library says what a file is, who uploaded it, and what uses it', async (t) => {
  const { id, url } = await upload(sample('photo.jpg'), 'folder/Crème brûlée.jpg');
  const draft = await newPost({ media: [url], draft: true });
  const [file] = await list('?type=image');
  t.match(file, {
    id,
    url,
    type: 'image',
    contentType: 'image/jpeg',
    name: 'Crème brûlée.jpg',
    durationSeconds: null,
    altText: null,
    uploadedBy: { name: 'home' },
    usedBy: { count: 1, posts: [{ id: draft, status: 'draft', text: 'A picture' }], series: [] },
  });
  t.ok(file.width > 0 && file.height > 0 && file.bytes > 0);
  const clip = await upload(sample('clip.mp4'), 'clip.mp4');
  const [video] = await list('?type=video');
  t.match(video, { id: clip.id, type: 'video', usedBy: { count: 0, posts: [] } });
  t.ok(video.durationSeconds > 0 && video.width > 0, JSON.stringify(video));
  t.same(
    (await list()).map((one) => one.id),
    [clip.id, id],
    'newest first',
  );
  t.equal((await upload(sample('photo.jpg'), 'other.jpg')).id, id, 'the same bytes are one file');
});

void t.test(
  'a file is found by its name and its description, whatever the case and the accents',
  async (t) => {
    const { id } = await upload(newGif(), 'Überraschung.gif');
    t.same(
      (await list('?q=uberrasch')).map((one) => one.id),
      [id],
    );
    t.same(await list('?q=luz'), []);
    const described = await running.call('PATCH', `/v1/media/${id}` as '/v1/media/{id}', {
      altText: ' La LUZ de mañana ',
    });
    t.match(described, { status: 200, body: { media: { id, altText: 'La LUZ de mañana' } } });
    t.same(
      (await list('?q=luz%20de%20manana')).map((one) => one.id),
      [id],
    );
    t.same(await list('?q=luz&type=video'), []);
    t.same((await list('?q=%25')).length, 0, 'a percent sign is a sign');
    await running.call('PATCH', `/v1/media/${id}` as '/v1/media/{id}', {
      name: 'sunrise.gif',
      altText: null,
    });
    t.match((await list('?q=sunrise'))[0], { id, altText: null });
    t.same(await list('?q=luz'), []);
    t.match(
      await running.call('PATCH', `/v1/media/${id}` as '/v1/media/{id}', { altText: 'x'.repeat(1501) }),
      { status: 400, body: { param: '/altText' } },
    );
    t.match(await running.call('PATCH', `/v1/media/${id}` as '/v1/media/{id}', { name: '\u200b ' }), {
      status: 400,
      body: { param: '/name' },
    });
  },
);

void t.test('the description comes with the file when it is uploaded again', async (t) => {
  const gif = newGif();
  const { id, altText } = await upload(gif, 'a.gif');
  t.equal(altText, null);
  await running.call('PATCH', `/v1/media/${id}` as '/v1/media/{id}', { altText: 'A dot' });
  t.match(await upload(gif, 'a.gif'), { id, altText: 'A dot' });
});

void t.test('pages follow one another', async (t) => {
  const first = (await running.call('GET', '/v1/media?limit=2' as '/v1/media')).body;
  t.equal(first.media.length, 2);
  const second = (await running.call('GET', `/v1/media?limit=100&before=${first.next}` as '/v1/media')).body;
  t.equal(second.next, null);
  t.same(
    [...first.media, ...second.media].map(({ id }) => id),
    (await list('?limit=100')).map(({ id }) => id),
  );
});

void t.test('a file that nothing needs is deleted, and its address a little later', async (t) => {
  const { id, url } = await upload(newGif(), 'b.gif');
  t.match(await remove(id), { status: 200, body: { id, deleted: true } });
  t.notOk((await list('?limit=100')).some((one) => one.id === id));
  t.equal((await remove(id)).status, 404);
  await pruneNow();
  t.equal(await statusOf(url), 200, 'a post that was created in the same moment would need it');
  running.advance(MINUTES);
  await pruneNow();
  t.equal(await statusOf(url), 404);
});

void t.test('a file that posts and series need is deleted only with force', async (t) => {
  const { id, url } = await upload(newGif(), 'c.gif');
  const inMedia = await newPost({ media: [url], draft: true });
  const inOverride = await newPost({
    scheduledAt: later,
    overrides: [{ platforms: ['mastodon'], media: [url] }],
  });
  const inThread = await newPost({ scheduledAt: later, thread: [{ content: 'Part', media: [url] }] });
  const { series } = (
    await running.call('POST', '/v1/series', {
      post: { content: 'Weekly', accountIds: [accounts['mastodon']], media: [url] },
      startsAt: '2040-01-01T09:00:00',
      rule: 'FREQ=WEEKLY',
    })
  ).body;
  t.match((await list('?q=c.gif'))[0].usedBy, { count: 3, series: [series.id] });
  const refused = await remove(id);
  t.match(refused, {
    status: 409,
    body: { code: 'media_in_use', values: { posts: 3, series: 1 } },
  });
  for (const needing of [inMedia, inOverride, inThread, series.id]) t.match(refused.body.error, needing);
  await running.call('PATCH', `/v1/posts/${inMedia}` as '/v1/posts/{id}', { media: [] });
  await running.call('DELETE', `/v1/posts/${inThread}` as '/v1/posts/{id}');
  t.match(await remove(id), { status: 409, body: { values: { posts: 1, series: 1 } } });
  t.match(await remove(id, '?force=true'), { status: 200 });
  running.advance(MINUTES);
  await pruneNow();
  t.equal(await statusOf(url), 404);
  t.match(
    (await running.call('GET', `/v1/posts/${inOverride}` as '/v1/posts/{id}')).body.post.status,
    'scheduled',
  );
});

void t.test('a published post needs its file no longer', async (t) => {
  const { id, url } = await upload(sample('wide.png'), 'wide.png');
  const post = await newPost({ media: [url], publishNow: true });
  await running.until(post, ({ status }) => status === 'published');
  t.match((await list('?q=wide'))[0].usedBy, { count: 1, posts: [{ id: post, status: 'published' }] });
  t.match(await remove(id), { status: 200 });
});

void t.test('a post that is being published keeps the file, even from force', async (t) => {
  const { id, url } = await upload(newGif(), 'd.gif');
  const post = await newPost({ media: [url], scheduledAt: later });
  t.match(await remove(id, '?force=true'), { status: 200 });
  // it became due after the file was deleted from the library
  await service.sql`update actors set shown = 'publishing' where id = ${post}`;
  running.advance(MINUTES);
  await pruneNow();
  t.equal(await statusOf(url), 200);
  await service.sql`update actors set shown = 'published' where id = ${post}`;
  await pruneNow();
  t.equal(await statusOf(url), 404);
});

void t.test('a post that was created while the file was deleted keeps it', async (t) => {
  const { id, url } = await upload(newGif(), 'e.gif');
  t.match(await remove(id), { status: 200 });
  const post = await newPost({ media: [url], scheduledAt: later });
  running.advance(MINUTES);
  await pruneNow();
  t.equal(await statusOf(url), 200);
  await running.call('DELETE', `/v1/posts/${post}` as '/v1/posts/{id}');
  await running.idle();
  await pruneNow();
  t.equal(await statusOf(url), 404);
});

void t.test('a template keeps the file that it names', async (t) => {
  const { id, url } = await upload(newGif(), 'k.gif');
  await service.sql`
    insert into post_templates (id, workspace_id, name, account_ids, content, created_at, updated_at)
    values ('tmpl_1', ${workspaceId}, 'Weekly', '{}', ${JSON.stringify({ media: [url] })}::text::json, now(), now())`;
  t.match(await remove(id), { status: 200 });
  running.advance(MINUTES);
  await pruneNow();
  t.equal(await statusOf(url), 200);
  await service.sql`delete from post_templates where id = 'tmpl_1'`;
  await pruneNow();
  t.equal(await statusOf(url), 404);
});

void t.test('a file that is uploaded again, or that another workspace has, stays', async (t) => {
  const gif = newGif();
  const { id, url } = await upload(gif, 'f.gif');
  const neighbour = await running.neighbour();
  const theirs = await upload(gif, 'theirs.gif', neighbour.key);
  t.not(theirs.id, id);
  t.equal((await remove(theirs.id)).status, 404, 'the file of another workspace is not there');
  await remove(id);
  running.advance(MINUTES);
  await pruneNow();
  t.equal(await statusOf(url), 200);
  t.ok(await findMedia(service.sql, { workspaceId: neighbour.workspaceId, name: url.split('/').at(-1)! }));
  const again = await upload(gif, 'f.gif');
  t.not(again.id, id);
  await running.call('DELETE', `/v1/media/${theirs.id}` as '/v1/media/{id}', undefined, {
    authorization: `Bearer ${neighbour.key}`,
  });
  running.advance(MINUTES);
  await pruneNow();
  t.equal(await statusOf(url), 200, 'the first workspace has it again');
});

void t.test('an upload waits for the file to be deleted, and is refused where it was', async (t) => {
  const gif = newGif();
  const { id, url } = await upload(gif, 'g.gif');
  await remove(id);
  running.advance(MINUTES);
  // the file is found in the store, and deleted before the row of the upload is written
  const { media } = service.context;
  const { keep } = media;
  media.keep = async (file) => {
    const hosted = await keep.call(media, file);
    await pruneNow();
    return hosted;
  };
  t.teardown(() => (media.keep = keep));
  t.match(await upload(gif, 'g.gif'), { code: 'storage_unavailable' });
  t.equal(await statusOf(url), 404);
  media.keep = keep;
  t.match(await upload(gif, 'g.gif'), { url });
  t.equal(await statusOf(url), 200);
});

void t.test('an installation with several cells keeps the files', async (t) => {
  const { id, url } = await upload(newGif(), 'h.gif');
  await service.directory`insert into cells (name, created_at) values ('another', now())`;
  t.teardown(() => service.directory`delete from cells where name = 'another'`);
  await remove(id);
  running.advance(MINUTES);
  await pruneNow();
  t.equal(await statusOf(url), 200);
});

void t.test('posts of an older program are indexed before anything is deleted', async (t) => {
  const { id, url } = await upload(newGif(), 'i.gif');
  const post = await newPost({ media: [url], draft: true });
  await service.sql`update posts set words = null where id = ${post}`;
  t.match(await remove(id), { status: 503, body: { code: 'busy' } });
});

void t.test('people who are held to some accounts delete no file that other accounts need', async (t) => {
  const owner = await newMate(running, 'Owner');
  const maya = await newMate(running, 'Maya');
  await join(running, workspaceId, { userId: owner.userId, role: 'owner' });
  await join(running, workspaceId, { userId: maya.userId, role: 'editor' });
  await service.sql`update posts set words = '' where words is null`;
  await owner.ask('PATCH', `/v1/members/${maya.userId}`, { accountIds: [accounts['telegram']] });
  const { id, url } = await upload(newGif(), 'j.gif');
  const hidden = await newPost({ media: [url], draft: true });
  const file = (await maya.ask('GET', '/v1/media?q=j.gif')).body.media[0];
  t.match(file, { id, usedBy: { count: 0, posts: [] } });
  for (const query of ['', '?force=true']) {
    const refused = await maya.ask('DELETE', `/v1/media/${id}${query}`);
    t.match(refused, { status: 403, body: { code: 'held_to_accounts' } });
    t.notMatch(JSON.stringify(refused.body), hidden);
  }
  await running.call('PATCH', `/v1/posts/${hidden}` as '/v1/posts/{id}', { media: [] });
  t.match(await maya.ask('DELETE', `/v1/media/${id}`), { status: 200 });
});
