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
