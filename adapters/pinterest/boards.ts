/** The boards a pin can go to. */
import type { PublishStep } from '../port/publish.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { readError } from './errors.ts';
import { get } from './request.ts';

export interface Board {
  /** A number with too many digits for JavaScript, kept as text. */
  id: string;
  name: string;
  /** PUBLIC, PROTECTED or SECRET. */
  privacy: string;
}

export type Boards =
  | { kind: 'boards'; boards: Board[] }
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'expired' | 'reauthorize' | 'rejected'; reason: string };

/** Pinterest's limit of rows in one page. */
const PAGE = 250;
/** An account has at most 2,000 boards. Reading stops here even if the list claims to have more. */
const MAX_PAGES = 20;

type Reading = Pick<PublishStep, 'account' | 'fetch' | 'signal' | 'now'>;

/** All boards of an account in Pinterest's order. Secret ones are included if the scopes allow it. */
export async function listBoards(step: Reading): Promise<Boards> {
  const { account, fetch, signal } = step;
  const boards: Board[] = [];
  let bookmark = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { page_size: String(PAGE), privacy: 'ALL', ...(bookmark === '' ? {} : { bookmark }) };
    const answer = await ask(fetch, get(account, '/boards', query), signal);
    const items = answer.kind === 'response' && answer.status < 300 ? at(answer.json, 'items') : undefined;
    if (answer.kind === 'lost' || !Array.isArray(items)) return readError(answer, step);
    for (const item of items) {
      const id = textAt(item, 'id');
      if (id === null) continue;
      boards.push({ id, name: textAt(item, 'name') ?? id, privacy: textAt(item, 'privacy') ?? 'PUBLIC' });
    }
    bookmark = textAt(answer.json, 'bookmark') ?? '';
    if (bookmark === '') break;
  }
  return { kind: 'boards', boards };
}
