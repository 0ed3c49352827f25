/**
 * ADAPT THIS FILE WHEN A MIGRATION CHANGES HOW A TURN TAKES ITS WORK OR WRITES ITS FEED.
 *
 * The ceiling writes today's rows: `ceiling.ts` derives the inserts and updates of a post's own rows from what the product
 * writes, whatever its tables are. What cannot be derived is here: how work is taken from a queue, and which rows belong
 * to a commit and not to a post. It is the only file of the bench that knows tables of the engine by name.
 */
import { literal } from '../rows/catalog.ts';
import type { Change } from '../rows/changes.ts';

/** Rows that a node writes outside its turns. */
export const NOT_OF_A_TURN: readonly string[] = ['public.nodes'];

/** Rows that `TAKE_DUE` and `TAKE_ANSWERED` delete. A turn that deletes others is refused, so that this stays true. */
export const TAKEN: readonly string[] = ['public.mailbox', 'public.effects'];

/** Takes up to `batch` due posts. Sets `keys`: the part of their ids that is different for each, null when none is due. */
export const TAKE_DUE = `
  with taken as (
    delete from mailbox where ctid = any(array(
      select ctid from mailbox where due_at <= now() order by due_at, id limit batch for update skip locked))
    returning actor_id
  ) select array_agg(substr(actor_id, length('post_') + 1)) into keys from taken`;

/** Takes up to `batch` deliveries whose network has responded, which is at once. Sets `keys` to those of their posts. */
export const TAKE_ANSWERED = `
  with taken as (
    delete from effects where id = any(array(
      select id from effects order by id limit batch for update skip locked))
    returning actor_id
  ) select array_agg(substr(actor_id, length('dlv_') + 1, 26)) into keys from taken`;

/** Rows of a commit: the turn of many posts writes one of each. */
export const OF_A_COMMIT: readonly string[] = ['public.feed', 'public.feed_heads'];

/**
 * Writes the rows of a commit for the posts in `keys`, in the workspace `ws`.
 * @param changes those of a commit with one post
 * @param copyOf the SQL of a text in which the sample's key is replaced by that of a post, `k`
 */
export function writeCommit(changes: readonly Change[], copyOf: (text: string) => string): string {
  const batch = changes.find(({ table, kind }) => table.name === 'public.feed' && kind === 'inserted')?.row;
  if (!batch) return '';
  const events = batch['events']!.trim();
  if (!events.startsWith('[') || !events.endsWith(']'))
    throw new Error(`feed.events is no array: ${events.slice(0, 80)}`);
  const count = `cardinality(keys) * ${Number(batch['count'])}`;
  return `
    with numbered as (
      update feed_heads set seq = seq + ${count} where workspace_id = ws returning seq
    )
    insert into feed (workspace_id, last_seq, count, at, events)
    select ws, numbered.seq, ${count}, now(), (
      select ${literal('[')} || string_agg(${copyOf(events.slice(1, -1))}, ',') || ${literal(']')} from unnest(keys) k
    )::json from numbered;`;
}
