/**
 * The private answer to a comment: networks allow one per comment. So each sender (a person or a rule, in any workspace that
 * has the account) claims it first.
 */
import {
  type AnsweredComment,
  claimAnswer,
  findAnswerer,
  takeOverAnswer,
} from '../../../store/answered-comments.ts';
import { readSnapshot } from '../../../store/actors.ts';
import type { Db } from '../../../store/connect.ts';
import { statusOf } from '../../engine/kind.ts';

interface Databases {
  sql: Db;
  directory: Db;
}

/** What a sender that is not the first gets. */
export const ANSWERED_BEFORE =
  'this comment was answered with a direct message before, by hand or by a rule, and the network takes one';

/**
 * Claims the private answer to a comment. One that has failed loses its claim, unless its message may have arrived.
 * @param holder id of the actor that answers: the same one may claim it again
 * @returns false when another one has it
 */
export async function claimPrivateAnswer(
  databases: Databases,
  comment: AnsweredComment,
  holder: string,
): Promise<boolean> {
  const { directory } = databases;
  if (await claimAnswer(directory, comment, holder)) return true;
  const other = await findAnswerer(directory, comment);
  if (other === null) return claimAnswer(directory, comment, holder);
  if (!(await hasFailed(databases, other))) return false;
  return takeOverAnswer(directory, comment, { from: other, to: holder });
}

/** Whether somebody else answers a comment privately, or has. */
export async function isAnsweredPrivately(databases: Databases, comment: AnsweredComment): Promise<boolean> {
  const other = await findAnswerer(databases.directory, comment);
  return other !== null && !(await hasFailed(databases, other));
}

/** Ends of an answer after which the comment may be answered: by then nothing was sent for it, unless that is in doubt. */
const NOT_SENT = new Set(['failed', 'skipped']);

async function hasFailed({ sql }: Databases, actorId: string): Promise<boolean> {
  const actor = await readSnapshot(sql, actorId);
  if (actor === undefined || !NOT_SENT.has(statusOf(actor.snapshot))) return false;
  // one that may have arrived keeps it; a value that is its default is not stored
  const { doubt = null } = actor.snapshot.context as { doubt?: string | null };
  return doubt === null;
}
