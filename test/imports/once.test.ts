/** No row becomes two posts: where the process ends between planning and the commit, and where an effect runs twice. */
import t from 'tap';
import { importHandlers } from '../../src/features/imports/index.ts';
import { saveRowResults } from '../../store/imports.ts';
import { startService } from '../support/service.ts';

const running = await startService(t, { platforms: ['discord'] });
const { accounts, call, raw, service } = running;
const { context } = service;
const csv = `content,accounts\nOne,${accounts['discord']}\nTwo,${accounts['discord']}\n`;
const countPosts = async () => (await call('GET', '/v1/posts')).body.posts.length;
const imported = async (query = '') =>
  (await raw('POST', `/v1/imports${query}` as '/v1/imports', csv, { 'content-type': 'text/csv' })).body.import
    .id;
const statusOf = async (id: string) => (await call('GET', `/v1/imports/${id}`)).body.import.status;
async function until(id: string, status: string) {
  while ((await statusOf(id)) !== status) await new Promise((resolve) => void setTimeout(resolve, 20));
}

/** Runs the effect of an import again, as a node does that took it over and did not see that it was done. */
async function again(importId: string) {
  const handlers = importHandlers({ ...context, node: () => context.node, clock: Date.now });
  const run = {
    effect: { id: 'eff_other', tries: 1, type: 'createImportPosts' },
    markAnswered: () => t.fail('nothing was committed'),
  };
  return handlers.createImportPosts({ importId, after: 0 }, run as never);
}

void t.test('an effect that runs again after its commit creates nothing', async (t) => {
  const id = await imported();
  await until(id, 'finished');
  t.equal(await countPosts(), 2);
  await again(id);
  t.equal(await countPosts(), 2);
});

void t.test('an import that is being taken back, or was, creates nothing', async (t) => {
  const before = await countPosts();
  const id = await imported();
  await until(id, 'finished');
  await call('DELETE', `/v1/imports/${id}`);
  await again(id);
  await until(id, 'removed');
  await again(id);
  t.equal(await countPosts(), before);
});

void t.test('the database refuses a second post of a row', async (t) => {
  const id = await imported();
  await until(id, 'finished');
  const result = { row: 2, ok: true, warnings: [], problem: null };
  const of = { importId: id, workspaceId: running.workspaceId };
  await t.rejects(
    service.sql.begin((tx) => saveRowResults(tx as never, of, [result], [{ row: 2, postId: 'post_other' }])),
    { code: '23505' },
  );
});
