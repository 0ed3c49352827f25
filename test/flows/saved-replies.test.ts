/** Saved replies: made, listed by name, changed, deleted; a name once, whatever its case. */
import t from 'tap';
import { startService } from '../support/service.ts';

void t.test('a saved reply is made, found by name, changed and deleted', async (t) => {
  const { call } = await startService(t, { platforms: ['instagram'] });
  const make = (name: string, text = 'Hello {first_name}') =>
    call('POST', '/v1/saved-replies', { name, text });
  const list = async () => (await call('GET', '/v1/saved-replies')).body.savedReplies.map(({ name }) => name);
  t.strictSame(await list(), []);
  const hours = (await make('  Opening hours ')).body.savedReply;
  t.match(hours, { id: /^reply_/, name: 'Opening hours', text: 'Hello {first_name}' });
  await make('address');
  t.strictSame(await list(), ['address', 'Opening hours']);

  t.match(await make('ADDRESS'), { status: 409, body: { code: 'name_taken', param: '/name' } });
  for (const wrong of [
    { name: ' ', text: 'x' },
    { name: 'x', text: '' },
    { name: 'x'.repeat(61), text: 'x' },
  ])
    t.equal((await call('POST', '/v1/saved-replies', wrong)).status, 400);

  const path = `/v1/saved-replies/${hours.id}` as const;
  t.match((await call('PATCH', path, { text: 'From 9 to 5' })).body.savedReply, {
    name: 'Opening hours',
    text: 'From 9 to 5',
  });
  t.match((await call('PATCH', path, { name: 'opening HOURS' })).body.savedReply, { name: 'opening HOURS' });
  t.match(await call('PATCH', path, { name: 'Address' }), { status: 409, body: { code: 'name_taken' } });
  t.strictSame((await call('DELETE', path)).body, { id: hours.id, deleted: true });
  t.equal((await call('DELETE', path)).status, 404);
  t.equal((await call('PATCH', path, { text: 'x' })).status, 404);
  t.strictSame(await list(), ['address']);
});

void t.test('a workspace has its own saved replies, and a limited number of them', async (t) => {
  const running = await startService(t, { platforms: ['instagram'] });
  const { call, service } = running;
  const neighbour = await running.neighbour();
  const make = (name: string, headers = {}) =>
    call('POST', '/v1/saved-replies', { name, text: 'x' }, headers);
  t.equal((await make('Hours')).status, 200);
  t.equal((await make('Hours', { authorization: `Bearer ${neighbour.key}` })).status, 200);
  await service.sql`
    insert into saved_replies (id, workspace_id, name, text, created_at, updated_at)
    select 'reply_' || n, workspace_id, 'n' || n, 'x', now(), now()
    from saved_replies, generate_series(1, 499) n where workspace_id <> ${neighbour.workspaceId}`;
  t.match(await make('One more'), { status: 403, body: { code: 'saved_reply_limit' } });
});
