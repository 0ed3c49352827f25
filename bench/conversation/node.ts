/** A node that knows conversations alone, with a network that has said everything at once. */
import { Node, type NodeOptions } from '../../src/engine/node.ts';
import { newActorId, newId } from '../../src/base/ids.ts';
import { createLog } from '../../src/base/log.ts';
import { redactOwn } from '../../src/base/redact.ts';
import type { Sql } from '../../store/connect.ts';
import { conversation, type ConversationInput, conversations } from './kind.ts';

export function conversationNode(sql: Sql, options: Pick<NodeOptions, 'clock' | 'onFeed'>): Node {
  return new Node({
    ...options,
    sql,
    nodeId: newId('node', Date.now()),
    log: createLog('error', redactOwn),
    kinds: conversations,
    handlers: { say: async () => ({ type: 'said', networkId: newId('evt', Date.now()) }) },
  });
}

/** Starts a conversation. @returns its id */
export async function startConversation(node: Node, workspaceId: string): Promise<string> {
  const id = newActorId(conversation, Date.now());
  const input: ConversationInput = { person: newId('usr', Date.now()), topic: TOPIC };
  await node.command(async (_, turn) => {
    turn.start({ kind: conversation.name, id, workspaceId, input });
    return { result: null };
  });
  return id;
}

/** So that a row is as large as that of a conversation which remembers a few things. */
const TOPIC = 'something that they talked about '.repeat(10);
