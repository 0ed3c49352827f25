/** Warns of a text that an account gets twice within a day: networks hide or refuse such posts (docs/contract.md, Validate). */
import type { FieldWarning } from '../../../adapters/port/publish.ts';
import type { Db } from '../../../store/connect.ts';
import { findPostsOfTexts, type PostOfText, type TextLookup } from '../../../store/same-texts.ts';
import { gather } from '../../engine/batch.ts';
import { expiryWarnings } from '../media/index.ts';
import type { Content } from './content.ts';
import { contentFor } from './for-account.ts';
import { allMediaOf } from './overrides.ts';
import { DAY_MS } from '../../base/durations.ts';

export type FindPostsOfText = (lookup: TextLookup) => Promise<readonly PostOfText[]>;

/** Looks texts up one by one, for a caller that has one post. */
export const findPostsOfTextIn =
  (db: Db): FindPostsOfText =>
  async (lookup) =>
    (await findPostsOfTexts(db, [lookup]))[0]!;

/** Looks up together what is asked for in the same moment. @param db not a transaction: lookups of several callers share a statement */
export const gatherPostsOfText = (db: Db): FindPostsOfText =>
  gather<TextLookup, PostOfText[]>((lookups) => findPostsOfTexts(db, lookups));

interface Account {
  id: string;
  platform: string;
}

/** A post that is to go out. */
interface PlannedPost {
  workspaceId: string;
  content: Content;
  accounts: readonly Account[];
  /** When it goes out, or where a draft stands in the calendar, epoch ms. Null means that it is not known yet. */
  dueAt: number | null;
  isDraft: boolean;
  /** The post, where it exists already. */
  postId?: string;
}

/** @returns a warning for each account that gets the same text from another post within 24 hours before or after, by its id */
export async function findDuplicates(
  findPostsOfText: FindPostsOfText,
  { workspaceId, content, accounts, dueAt, isDraft, postId }: PlannedPost,
): Promise<Map<string, FieldWarning>> {
  if (dueAt === null || isDraft) return new Map();
  const own = accounts.map((account) => ({ account, written: contentFor(content, account) }));
  const texts = [...new Set(own.map(({ written }) => written.text))].filter((text) => text.trim() !== '');
  const period = { workspaceId, from: dueAt - DAY_MS, to: dueAt + DAY_MS };
  const found = await Promise.all(texts.map((text) => findPostsOfText({ ...period, text })));
  const others = found.flat().filter(({ id }) => id !== postId);
  return new Map(
    own.flatMap(({ account, written: { text, contentPath } }) => {
      const other = others.find((post) => sends(post, text, account));
      return other ? [[account.id, warningOf(other, contentPath)] as const] : [];
    }),
  );
}

/** Lines for the warnings of a post that depend on its time: texts that accounts get twice, and media whose address expires before. */
export async function timedWarnings(findPostsOfText: FindPostsOfText, post: PlannedPost): Promise<string[]> {
  const duplicates = await findDuplicates(findPostsOfText, post);
  const lines = post.accounts.flatMap(({ id, platform }) => {
    const found = duplicates.get(id);
    return found ? [`${id} (${platform}): ${found.message}`] : [];
  });
  return [...lines, ...expiryWarnings(allMediaOf(post.content), post.dueAt)];
}

function sends(
  { accountIds, failedOn, content, extras }: PostOfText,
  text: string,
  account: Account,
): boolean {
  if (text.trim() === '' || !accountIds.includes(account.id) || failedOn.includes(account.id)) return false;
  return contentFor({ content, media: [], extras }, account).text === text;
}

const warningOf = ({ id }: PostOfText, param: string): FieldWarning => ({
  code: 'duplicate_text',
  param,
  message: `the account gets the same text within 24 hours from ${id}.`,
});
