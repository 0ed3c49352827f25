/** Rows that turns write, written by tests. */
import type { Sql, Tx } from '../../store/connect.ts';
import type { JournalPage, StoredEffect } from '../../store/turns.ts';
import { insertMessage, type TurnWrite, writeRows } from '../../store/write-turn.ts';
import { newId } from '../../src/base/ids.ts';

/** A turn that writes nothing. */
export const nothing = (now: number): TurnWrite => ({
  now,
  nodeId: '',
  stepped: [],
  born: [],
  due: [],
  idle: [],
  consumed: [],
  messages: [],
  parked: [],
  pages: [],
  attempts: [],
  claim: null,
  released: [],
  feed: [],
});

/** Appends events to the feed of a workspace. @returns the number of the last one */
export async function appendFeed(
  db: Sql | Tx,
  feed: { workspaceId: string; events: object[] },
  now: number,
): Promise<string> {
  const { workspaceId, events } = feed;
  const [appended] = await writeRows(db, {
    ...nothing(now),
    feed: [{ workspaceId, count: events.length, events: JSON.stringify(events) }],
  });
  return appended!.lastSeq;
}

/** Writes pages of the journal. */
export const insertJournal = (db: Sql | Tx, pages: JournalPage[], now: number) =>
  writeRows(db, { ...nothing(now), pages });

/** Writes attempts of effects. */
export const insertAttempts = (db: Sql | Tx, attempts: TurnWrite['attempts'], now: number) =>
  writeRows(db, { ...nothing(now), attempts });

/** Puts a message into a mailbox. @param message.dueAt epoch ms */
export const sendMail = (
  sql: Sql,
  message: { workspaceId: string; actorId: string; dueAt: number; event: object },
) => insertMessage(sql, { id: newId('msg', message.dueAt), ...message });

let effects = 0;

/** Has an actor wait for an effect that a node does. @returns the id of the effect */
export async function askFor(
  sql: Sql,
  asked: { actorId: string; type: string; node: string; now: number },
): Promise<string> {
  const { actorId, type, node, now } = asked;
  const effect: StoredEffect = { id: String((effects += 1)), type, params: {}, tries: 1, node, at: now };
  await sql`
    update actors set effects = ${JSON.stringify([effect])}::text::json, rev = rev + 1 where id = ${actorId}`;
  await sql`
    insert into claims (id, node_id, at, actors)
    values (${newId('clm', now)}, ${node}, to_timestamp(${now}::float8 / 1000), ${[actorId]}::text[])`;
  return effect.id;
}

/** Gives the effects of an actor to another node, as a take-over does. */
export async function handOver(sql: Sql, actorId: string, node: string): Promise<void> {
  const [row] = await sql<{ effects: StoredEffect[] }[]>`select effects from actors where id = ${actorId}`;
  const taken = row!.effects.map((effect) => ({ ...effect, node, tries: effect.tries + 1 }));
  await sql`
    update actors set effects = ${JSON.stringify(taken)}::text::json, rev = rev + 1 where id = ${actorId}`;
}
