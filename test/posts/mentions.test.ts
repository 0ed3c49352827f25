/** People to mention: those of the workspace alone, each once for a network, and nothing of people who are forgotten. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { setUp } from '../web/set-up.ts';

void t.test('people who wrote, commented or were mentioned are listed once, the latest first', async (t) => {
  const running = await startService(t, { platforms: ['x', 'bluesky', 'instagram', 'facebook'] });
  const { sql } = running.service;
  const { accounts, workspaceId } = running;
  const cookie = await setUp(running);
  const headers = {
    cookie: `${cookie.name}=${cookie.value}`,
    'sec-fetch-site': 'same-origin',
    authorization: '',
  };
  const comment = (
    platform: string,
    seq: number,
    row: object,
    workspace = workspaceId,
    account = accounts[platform],
  ) => sql`
    insert into comments select (jsonb_populate_record(null::comments, ${JSON.stringify({
      account_id: account,
      id: `c${seq}`,
      workspace_id: workspace,
      platform,
      text: 'Hi',
      is_own: false,
      hidden: false,
      done: false,
      forgotten: false,
      swept: false,
      attachments: [],
      seq,
      created_at: new Date(seq * 1_000).toISOString(),
      ...row,
    })}::text::jsonb)).*`;
  await comment('instagram', 1, { from_username: 'Rosa', from_name: 'Rosa Ruiz' });
  await comment('instagram', 2, { from_username: '@rosa' });
  await comment('instagram', 3, { from_username: 'own.account', is_own: true });
  await comment('instagram', 4, { from_username: 'gone', deleted_at: new Date(0).toISOString() });
  await comment('instagram', 5, { forgotten: true });
  await comment('facebook', 6, { from_username: 'felix' });
  // an account of another workspace
  await sql`
    insert into workspaces select (jsonb_populate_record(w, '{"id": "ws_other", "slug": "other"}')).*
    from workspaces w where id = ${workspaceId}`;
  await sql`
    insert into accounts select (jsonb_populate_record(a, '{"id": "acc_other", "workspace_id": "ws_other"}')).*
    from accounts a where id = ${accounts['x']!}`;
  await comment('x', 7, { from_username: 'stranger' }, 'ws_other', 'acc_other');
  await sql`
    insert into conversations (id, workspace_id, account_id, person_id, username, name, avatar_url, last_seq, updated_at)
    values ('conv_1', ${workspaceId}, ${accounts['x']!}, 'p1', 'mia', 'Mia', 'https://example.org/mia.jpg', 1, now())`;
  await running.call('POST', '/v1/posts', {
    content: 'With @nobody',
    accountIds: [accounts['bluesky'], accounts['x'], accounts['facebook']],
    draft: true,
    overrides: [
      { platforms: ['bluesky'], content: 'With @ann.bsky.social. And mail a@b.example, @ann.bsky.social!' },
      { platforms: ['x'], content: 'With @MIA and (@ben_2)' },
      { platforms: ['facebook'], content: 'With @page' },
    ],
  });
  const other = { overrides: [{ platforms: ['bluesky'], content: 'With @stranger.bsky.social' }] };
  await sql`
    insert into posts select (jsonb_populate_record(p, jsonb_build_object(
      'id', 'post_other', 'workspace_id', 'ws_other', 'extras', ${JSON.stringify(other)}::text::jsonb))).*
    from posts p where workspace_id = ${workspaceId}`;
  const read = async () => (await running.call('GET', '/app/api/mentions', undefined, headers)).body.people;
  t.strictSame(await read(), [
    { platform: 'x', mention: '@mia', name: 'Mia', avatarUrl: 'https://example.org/mia.jpg' },
    { platform: 'instagram', mention: '@rosa', name: 'Rosa Ruiz', avatarUrl: null },
    { platform: 'bluesky', mention: '@ann.bsky.social', name: null, avatarUrl: null },
    { platform: 'x', mention: '@ben_2', name: null, avatarUrl: null },
  ]);
  t.equal((await running.call('GET', '/app/api/mentions')).status, 403, 'a key reads no list of people');
});
