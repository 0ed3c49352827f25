/**
 * Posts that are not out yet, as CSV files that an import takes (docs/imports.md): so that they can go on in another installation.
 * What an import has no column for (threads, options of networks, what single accounts get instead) is in posts.jsonl alone.
 */
import { COLUMNS, type Column, MAX_FILE_BYTES, MAX_ROWS } from '../../features/imports/index.ts';
import { csvText } from '../http/csv.ts';
import type { WorkspaceReader } from './reader.ts';

/** Of a post, what an import takes. */
interface PlannedPost {
  content: string;
  status: string;
  scheduledAt: string | null;
  accountIds: string[];
  media: string[];
  altText?: { [url: string]: string };
  labels: string[];
  firstComment: string | null;
}

interface NamedAccount {
  id: string;
  platform: string;
  username: string;
}

const HEADINGS = csvText([[...COLUMNS]]);

/**
 * The contents of the files, each small enough for one import. There is at least one, with headings.
 * @returns each file as the texts it consists of; a file has to be read before the next one is asked for
 */
export async function* plannedPosts(reader: WorkspaceReader): AsyncGenerator<AsyncIterable<string>> {
  const rows = rowsOf(reader);
  let next = await rows.next();
  do {
    yield file();
  } while (next.done !== true);

  async function* file() {
    yield HEADINGS;
    let bytes = Buffer.byteLength(HEADINGS);
    for (let count = 0; next.done !== true && count < MAX_ROWS; count += 1) {
      const text: string = next.value;
      bytes += Buffer.byteLength(text);
      if (bytes > MAX_FILE_BYTES && count > 0) return;
      yield text;
      next = await rows.next();
    }
  }
}

async function* rowsOf(reader: WorkspaceReader): AsyncGenerator<string> {
  const names = namesOf((await reader.list('listAccounts', 'accounts')) as unknown as NamedAccount[]);
  for await (const posts of reader.pages('listPosts', 'posts'))
    for (const post of posts as unknown as PlannedPost[])
      if (['draft', 'scheduled'].includes(post.status)) yield csvText([rowOf(post, names)]);
}

/** How a row names an account: by `platform:username`, which is the same in another installation, where no other account has it. */
function namesOf(accounts: readonly NamedAccount[]): Map<string, string> {
  const nameOf = ({ platform, username }: NamedAccount) => `${platform}:${username}`;
  const counts = Map.groupBy(accounts, (one) => nameOf(one).toLowerCase());
  return new Map(
    accounts.map((one) => {
      const name = nameOf(one);
      const isClear = counts.get(name.toLowerCase())!.length === 1 && !/[,;\s]/.test(name);
      return [one.id, isClear && one.username !== '' ? name : one.id];
    }),
  );
}

function rowOf(post: PlannedPost, names: ReadonlyMap<string, string>): (string | null)[] {
  const described = post.media.map((url) => (post.altText?.[url] ?? '').replaceAll(/\s+/g, ' '));
  const cells: { [column in Column]: string | null } = {
    content: post.content,
    accounts: post.accountIds.map((id) => names.get(id) ?? id).join('; '),
    // the time of a draft is a wish: with it, the row would become a planned post
    scheduledAt: post.status === 'scheduled' ? post.scheduledAt : null,
    media: post.media.join('\n'),
    labels: post.labels.join('; '),
    altText: described.some((words) => words !== '') ? described.join('\n') : null,
    firstComment: post.firstComment,
  };
  return COLUMNS.map((column) => cells[column] || null);
}
