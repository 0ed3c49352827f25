/** /mcp as the protocol's own client sees it, in both versions of the protocol. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { connectClient, VERSIONS } from './client.ts';

/** The contract's catalogue (section 4.10). */
const NAMES = `
  create_post update_post delete_post list_posts upload_media
  get_next_slot list_pinterest_boards list_workspaces create_workspace list_accounts
  create_connect_link get_account_stats get_account_trends get_analytics get_post_metrics
  get_content_performance get_post_insights get_post_comments list_recent_comments reply_to_comment
  hide_comment delete_comment list_conversations get_conversation_messages send_message
  list_comment_dm_rules create_comment_dm_rule update_comment_dm_rule delete_comment_dm_rule list_dm_automations
  create_dm_automation update_dm_automation delete_dm_automation`
  .trim()
  .split(/\s+/);

void t.test('both versions list the 33 tools and call them', async (t) => {
  const running = await startService(t);
  for (const version of VERSIONS) {
    const { client, call } = await connectClient(t, running, version);
    t.equal(client.getNegotiatedProtocolVersion(), version);
    t.match(client.getServerVersion(), { name: 'troupe' });
    const { tools } = await client.listTools();
    t.strictSame(tools.map(({ name }) => name).toSorted(), NAMES.toSorted());
    const { body, isError } = await call('list_accounts');
    t.notOk(isError);
    t.strictSame(body, (await running.call('GET', '/v1/accounts')).body, 'the same as by REST');
  }
});

void t.test('more tools are there for who asks, by the address or by a header', async (t) => {
  const running = await startService(t);
  const more = ['explain_post', 'explain_run', 'validate_post'];
  const namesOf = (tools: readonly { name: string }[]) => tools.map(({ name }) => name).toSorted();
  const given = { id: 'post_nope' };
  for (const version of VERSIONS) {
    const { client, call } = await connectClient(t, { ...running, allTools: true }, version);
    t.strictSame(namesOf((await client.listTools()).tools), [...NAMES, ...more].toSorted());
    t.match(await call('explain_post', given), { isError: true, body: { code: 'not_found' } });
    const usual = await connectClient(t, running, version);
    await t.rejects(usual.call('explain_post', given), { message: /explain_post is at \/mcp\?tools=all/ });
  }
  const headers = { accept: 'application/json, text/event-stream' };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const listed = async (path: string, more: { [name: string]: string } = {}) => {
    const response = await fetch(`${running.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        ...headers,
        ...more,
        'content-type': 'application/json',
        authorization: `Bearer ${running.key}`,
      },
      body: message,
    });
    t.equal(response.headers.get('content-type'), 'application/json', 'no event stream, in no version');
    return ((await response.json()) as { result: { tools: { name: string }[] } }).result.tools.length;
  };
  t.equal(await listed('/mcp', { 'troupe-tools': 'all' }), 36);
  t.equal(await listed('/mcp?tools=some'), 33);
});

void t.test('a notification is accepted at once, with an empty body', async (t) => {
  const { raw } = await startService(t);
  const message = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const answer = await raw('POST', '/mcp', message, headers);
  t.match(answer, { status: 202, body: null });
  t.equal(answer.headers.get('content-length'), '0');
});

void t.test('what is no message of the protocol is refused', async (t) => {
  const { raw, call, key, baseUrl } = await startService(t);
  const headers = { accept: 'application/json, text/event-stream' };
  const message = (method: string, more = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...more });
  t.match(await raw('POST', '/mcp', '{"jsonrpc"', headers), {
    status: 400,
    body: { error: { code: -32_700 } },
  });
  t.match(await raw('POST', '/mcp', `[${message('ping')}]`, headers), {
    status: 400,
    body: { error: { message: /not an array/ } },
  });
  t.match(await raw('POST', '/mcp', '{"id":1,"id":2}', headers), {
    status: 400,
    body: { error: { code: -32_600, message: /more than once/ } },
  });
  t.match(await raw('POST', '/mcp', message('subscriptions/listen'), headers), {
    status: 404,
    body: { id: 1, error: { code: -32_601 } },
  });
  t.equal((await call('GET', '/mcp')).status, 405);
  t.equal((await call('DELETE', '/mcp')).status, 405);
  const big = message('ping', { params: { x: 'x'.repeat(8 * 1024 * 1024) } });
  t.equal((await raw('POST', '/mcp', big, headers)).status, 413);

  const nobody = await fetch(`${baseUrl}/mcp`, { method: 'POST', body: message('ping') });
  t.equal(nobody.status, 401);
  t.match(nobody.headers.get('www-authenticate'), /^Bearer/);
  const wrong = await raw('POST', '/mcp', message('ping'), { authorization: 'Bearer trp_nope' });
  t.match(wrong, { status: 401, body: { code: 'unauthorized' } });
  t.ok(key);
  for (const origin of ['https://evil.example', 'null'])
    t.match(await raw('POST', '/mcp', message('ping'), { ...headers, origin }), {
      status: 403,
      body: { code: 'foreign_origin' },
    });
});
