/** Rules of an account, and comments that are compared with them: the database without a network. */
import type { Test } from 'tap';
import type { CommentRuleInput } from '../../machines/comment-rule.ts';
import type { PrivateReplyEvent } from '../../machines/private-reply.ts';
import { lockInto } from '../../src/engine/take.ts';
import { Turn } from '../../src/engine/turn.ts';
import { writeTurn } from '../../src/engine/write.ts';
import { kinds } from '../../src/kinds/index.ts';
import { answerComments } from '../../src/features/rules/index.ts';
import type { Tx } from '../../store/connect.ts';
import { insertRule } from '../../store/comment-rules.ts';
import { commentEvent, HOUR, NOW, scene } from '../comments/scene.ts';

/** `acc_1` of instagram in the workspace `ws_1`, as `scene`. */
export async function ruleScene(t: Test) {
  const world = await scene(t);
  const { sql, take } = world;

  const inTurn = (at: number, work: (tx: Tx, turn: Turn) => Promise<void>) =>
    sql.begin(async (tx) => {
      const turn = new Turn(at, kinds);
      await work(tx, turn);
      await writeTurn(tx, turn, { nodeId: 'n' });
    });

  /** Makes a rule that is an hour old. */
  const rule = (id: string, keywords: string[], more: Partial<CommentRuleInput> = {}) =>
    inTurn(NOW - HOUR, async (tx, turn) => {
      const words = { keywords, match: 'contains' as const, dmText: 'Here it is', publicReplies: [] };
      const terms = {
        mediaId: null,
        postId: null,
        publicReplyLateMinutes: null,
        trackLinks: false,
        then: null,
        ...words,
        ...more,
      };
      const input = { ruleId: id, accountId: 'acc_1', active: true, ...terms };
      await insertRule(tx, { id, workspaceId: 'ws_1', accountId: 'acc_1', ...terms }, NOW - HOUR);
      turn.start({ kind: 'comment_rule', id, workspaceId: 'ws_1', input });
    });

  /** Compares comments that are stored. */
  const judge = (ids: string[], at = NOW) =>
    inTurn(at, (tx, turn) =>
      answerComments(tx, turn, { accountId: 'acc_1', ids }, { linkBase: 'https://go.example' }),
    );

  /** Somebody comments, and the comment is compared. */
  const comment = async (id: string, from: string, text: string, at = NOW) => {
    await take(commentEvent({ id, text, from: { id: from, username: from, name: null } }, at));
    await judge([id], at);
  };

  /** Sends an answer of a rule an event. */
  const tell = (id: string, event: PrivateReplyEvent, at = NOW) =>
    inTurn(at, async (tx, turn) => {
      const reply = await lockInto(tx, turn, id);
      turn.deliver(reply!, event);
    });

  return { ...world, inTurn, rule, judge, comment, tell };
}
