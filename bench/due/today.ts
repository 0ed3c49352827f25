/**
 * ADAPT THIS FILE WHEN A MIGRATION CHANGES HOW A TURN TAKES ITS WORK OR WRITES ITS FEED.
 *
 * The ceiling writes today's rows: `ceiling.ts` derives the inserts and updates of a post's own rows from what the product
 * writes, whatever its tables are. What cannot be derived is here: how work is taken from a queue, and which rows belong
 * to a commit and not to a post. It is the only file of the bench that knows tables of the engine by name.
 */
import { literal } from '../rows/catalog.ts';
import type { Change, Row } from '../rows/changes.ts';

/** Rows that a node writes outside its turns. */
export const NOT_OF_A_TURN: readonly string[] = ['troupe_cell_1.nodes'];

/** Rows that `TAKE_DUE` and `TAKE_ANSWERED` delete. A turn that deletes others is refused, so that this stays true. */
export const TAKEN: readonly string[] = ['troupe_cell_1.due', 'troupe_cell_1.claims'];

/** Takes up to `batch` due posts. Sets `keys`: the part of their ids that is different for each, null when none is due. */
export const TAKE_DUE = `
  with taken as (
    delete from due where ctid = any(array(
      select ctid from due where due_at <= now() order by due_at limit batch for update skip locked))
    returning actor_id
  ) select array_agg(substr(actor_id, length('post_') + 1)) into keys from taken`;

/** Takes the deliveries of a commit, whose network has responded, which is at once. Sets `keys` to those of their posts. */
export const TAKE_ANSWERED = `
  with taken as (
    delete from claims where ctid = any(array(select ctid from claims order by at limit 1 for update skip locked))
    returning actors
  ) select array_agg(substr(id, length('dlv_') + 1, 26)) into keys from taken cross join unnest(actors) a(id)`;

/** Rows of a commit: the turn of many posts writes one of each. */
export const OF_A_COMMIT: readonly string[] = [
  'troupe_cell_1.feed',
  'troupe_cell_1.feed_heads',
  'troupe_cell_1.claims',
];

/**
 * Writes the rows of a commit for the posts in `keys`, in the workspace `ws`.
 * @param changes those of a commit with one post
 * @param copyOf the SQL of a text in which the sample's key is replaced by that of a post, `k`
 */
export function writeCommit(changes: readonly Change[], copyOf: (text: string) => string): string {
  const inserted = (name: string) =>
    changes.find(({ table, kind }) => table.name === name && kind === 'inserted')?.row;
  return `${writeClaim(inserted('troupe_cell_1.claims'), copyOf)}${writeFeed(inserted('troupe_cell_1.feed'), copyOf)}`;
}

/** One claim that names the actors of every post. */
function writeClaim(claim: Row | undefined, copyOf: (text: string) => string): string {
  if (!claim) return '';
  const [actor, ...more] = claim['actors']!.replace(/^\{|\}$/g, '').split(',');
  if (more.length > 0) throw new Error(`one delivery was sampled, but its claim names ${claim['actors']}`);
  return `
    insert into claims (id, node_id, at, actors)
    select 'clm_' || gen_random_uuid(), ${literal(claim['node_id']!)}, now(), array_agg(${copyOf(actor!)}) from unnest(keys) k;`;
}

/** One batch of events for every post, at the end since it locks the counter. */
function writeFeed(batch: Row | undefined, copyOf: (text: string) => string): string {
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
    ) from numbered;`;
}
