/** What is done in a case: a person's act at the network, or a request that is repeated under its key until it is answered. */
import { type Answer, until } from '../stage.ts';
import { doFlowDeed, requestOfFlow } from './flow.ts';
import { isOfFlow, stops } from './rows.ts';
import { commentKeyword, commentLive, commentRefused, isBeingSent, others, stopRule } from './rule.ts';
import { saveReceiving } from '../../../store/receiving.ts';
import { act, comment, storedCopies, dropSubscription, type Scene } from './scene.ts';

/** Statuses that say "ask again": still running (409), or the database could not be reached. */
const AGAIN = new Set([409, 500]);

/** @param lane of requests side by side: each is a request of its own under the same key */
export async function doDeed(scene: Scene, lane = 0): Promise<void> {
  const { deed } = scene.row;
  if (isOfFlow(deed)) return doFlowDeed(scene, () => answered(scene));
  switch (deed) {
    case 'event':
      if (scene.row.network !== 'threads') await act(scene, { say: 'Do you open on Sunday?' });
      await comment(scene);
      return;
    case 'file':
      await act(scene, { send: { type: 'image' } });
      await until('the copy', async () => (await storedCopies(scene)).some(({ isKept }) => isKept));
      await act(scene, { delete: true });
      return;
    case 'subscribe':
      return dropSubscription(scene);
    case 'read': {
      const { stage, tenant } = scene;
      const since = scene.begunAt - (scene.begunAt % 1_000);
      await saveReceiving(stage.sql, tenant.account.id, { since, polledAt: 0, commentsSoonAt: stage.now() });
      await act(scene, { say: 'Do you open on Sunday?' });
      await comment(scene);
      return stage.receive(tenant, 'read');
    }
    case 'rule':
    case 'public_reply':
      await commentKeyword(scene);
      return;
    case 'sweep':
      for (const username of [scene.username, ...others(scene)]) await commentKeyword(scene, username);
      return;
    case 'queue_grant':
      return; // whoever is asked to connect the account again does so
    case 'queue_hold':
      return commentRefused(scene);
    case 'live':
      await commentLive(scene);
      return;
    case 'rule_pause':
    case 'rule_delete':
      await commentKeyword(scene);
      await until('the message to be on its way', () => isBeingSent(scene));
      scene.answers[lane] = await answered(scene);
      return;
    case 'queue_pause':
    case 'queue_delete':
    case 'message':
    case 'reply':
    case 'hide':
    case 'delete':
    case 'private_reply':
      scene.answers[lane] = await answered(scene);
      return;
    default:
      deed satisfies never;
  }
}

/** Asks until there is an answer that is final. */
async function answered(scene: Scene): Promise<Answer> {
  const { stage } = scene;
  return until('an answer to the request', async () => {
    if (stage.killed()) return null;
    const answer = await request(scene);
    return answer === null || AGAIN.has(answer.status) ? null : answer;
  });
}

/** One request. @returns null when no response came */
export async function request(scene: Scene): Promise<Answer | null> {
  const { deed } = scene.row;
  if (stops(deed) !== null) return stopRule(scene);
  if (isOfFlow(deed)) return requestOfFlow(scene);
  const { stage, tenant, row, commentId, conversationId, text: message } = scene;
  const accountId = tenant.account.id;
  const post = (path: string, body: object) => stage.call(tenant, 'POST', path, body, tenant.id);
  switch (deed) {
    case 'message':
      return post(`/v1/inbox/${conversationId}/messages`, { message });
    case 'reply':
      return post('/v1/comments/reply', { accountId, platform: row.network, commentId, message });
    case 'hide':
      return post(`/app/api/comments/${commentId}/hide`, { accountId });
    case 'private_reply':
      return post(`/app/api/comments/${commentId}/private-reply`, { accountId, message });
    case 'delete':
      return stage.call(tenant, 'DELETE', `/v1/comments/${commentId}?accountId=${accountId}`);
    case 'event':
    case 'file':
    case 'subscribe':
    case 'read':
    case 'rule':
    case 'public_reply':
    case 'sweep':
    case 'live':
    case 'rule_pause':
    case 'rule_delete':
    case 'queue_pause':
    case 'queue_delete':
    case 'queue_grant':
    case 'queue_hold':
      throw new Error(`nobody asks for ${deed}`);
    default:
      return deed satisfies never;
  }
}
