/**
 * Which messages of rules and automations people have seen: by the marks that networks send when somebody reads,
 * and when they write, because a person who writes has the conversation open. Instagram names the newest message that was seen, Messenger a time.
 */
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import type { Tx } from '../../../store/connect.ts';
import { addCounts, type Count } from '../../../store/counters.ts';
import { findMessages } from '../../../store/direct-messages.ts';
import { markStepsVisited } from '../../../store/dm-runs.ts';
import {
  markAnswered,
  markRepliesRead,
  type MessageRead,
  type Unanswered,
} from '../../../store/private-replies.ts';

/** The network's clock may be behind ours by so much, ms. */
export const CLOCKS_APART_MS = 5_000;

type ReadMark = Extract<InboundEvent, { kind: 'read' }>;

interface OfAccount {
  id: string;
  workspaceId: string;
}

/**
 * Keeps what people have seen, and counts it.
 * @param now epoch ms
 * @returns marks of messages that are not stored: they may arrive later
 */
export async function takeReads(
  tx: Tx,
  { id: accountId, workspaceId }: OfAccount,
  events: readonly InboundEvent[],
  now: number,
): Promise<InboundEvent[]> {
  const marks = events.filter((event): event is ReadMark => event.kind === 'read');
  if (marks.length === 0) return [];
  const stored = await findMessages(
    tx,
    accountId,
    marks.flatMap(({ messageId }) => messageId ?? []),
  );
  const sentAt = new Map(stored.map(({ networkId, at }) => [networkId, at]));
  const reads = marks.map(({ personId, messageId, upTo }): MessageRead => {
    const named = messageId === null ? undefined : sentAt.get(messageId);
    return { personId, messageId, upTo: named ?? upTo };
  });
  const mark = (some: readonly MessageRead[]) =>
    markRepliesRead(tx, { accountId, reads: some, apartMs: CLOCKS_APART_MS, now });
  const marked = await mark(reads);
  // a mark may name a message of a rule that is known by the response to its own call alone: what is older was seen too
  const named = marked.filter(({ messageId }) => messageId !== null && !sentAt.has(messageId));
  marked.push(
    ...(await mark(
      named.map(({ personId, messagedAt }) => ({ personId, messageId: null, upTo: messagedAt })),
    )),
  );
  await count(tx, workspaceId, countsOf(marked, 'seen'));
  await takeSteps(tx, { id: accountId, workspaceId }, reads, now);
  const reached = new Set([...sentAt.keys(), ...marked.map(({ messageId }) => messageId)]);
  return marks.filter(({ messageId }) => messageId !== null && !reached.has(messageId));
}

/** Keeps which messages of rules people answered by writing, and counts it. @param now epoch ms */
export async function saveAnswered(
  tx: Tx,
  { workspaceId }: OfAccount,
  answered: readonly Unanswered[],
  now: number,
): Promise<void> {
  await markAnswered(
    tx,
    answered.map(({ id }) => id),
    now,
  );
  const unseen = answered.filter(({ isSeen }) => !isSeen);
  await count(tx, workspaceId, [...countsOf(answered, 'answered'), ...countsOf(unseen, 'seen')]);
}

/**
 * Keeps which messages of automations were seen by people who wrote now, and counts it.
 * @param wrote the newest act of each person, epoch ms
 */
export async function saveReadByWriting(
  tx: Tx,
  account: OfAccount,
  wrote: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const reads = [...wrote].map(([personId, upTo]): MessageRead => ({ personId, messageId: null, upTo }));
  await takeSteps(tx, account, reads, now);
}

/** Counts for each version and step how many people have seen its message. */
async function takeSteps(
  tx: Tx,
  { id: accountId, workspaceId }: OfAccount,
  reads: readonly MessageRead[],
  now: number,
): Promise<void> {
  const marked = await markStepsVisited(tx, { accountId, reads, apartMs: CLOCKS_APART_MS, now });
  const bySteps = Map.groupBy(
    marked,
    ({ automationId, version, stepId }) => `${automationId} v${version} ${stepId} seen`,
  );
  const counts = [...bySteps].map(([key, { length: by }]) => {
    const [ownerId = '', ...name] = key.split(' ');
    return { ownerId, name: name.join(' '), by };
  });
  await count(tx, workspaceId, counts);
}

/** Testers are not counted. */
function countsOf(
  messages: readonly { ruleId: string; isTest: boolean }[],
  name: string,
): Omit<Count, 'workspaceId'>[] {
  const counted = messages.filter(({ isTest }) => !isTest);
  return [...Map.groupBy(counted, ({ ruleId }) => ruleId)].map(([ownerId, { length: by }]) => ({
    ownerId,
    name,
    by,
  }));
}

async function count(
  tx: Tx,
  workspaceId: string,
  counts: readonly Omit<Count, 'workspaceId'>[],
): Promise<void> {
  if (counts.length > 0)
    await addCounts(
      tx,
      counts.map((one) => ({ ...one, workspaceId })),
    );
}
