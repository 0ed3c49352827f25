/**
 * Pages of a list, newest first. `before` is the last id of the page before (what that page calls `next`), `limit` how
 * many a page holds at most. A `total` comes with the first page alone, and only where counting is cheap.
 */
import { Type, type TStringOptions } from 'typebox';
import { nullable, text } from './schemas.ts';

/** More than these are not counted: nobody reads them one by one. */
const MAX_COUNTED = 10_000;
const MAX_PAGE = 100;

interface PageQuery {
  before?: string;
  limit?: number;
}

interface Page {
  /** null means the first page. */
  before: string | null;
  limit: number;
}

/** @param size entries of a page when the caller does not say. @returns the query fields of a list, and how to read them */
export function pages(size: number, before: TStringOptions = {}) {
  return {
    fields: {
      before: Type.Optional(
        Type.String({ maxLength: 64, description: '`next` of the page before.', ...before }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: size })),
    },
    read: (query: PageQuery): Page => ({ before: query.before ?? null, limit: query.limit ?? size }),
  };
}

/** The fields that every page of a list has. */
export const pageFields = {
  next: nullable(text('`before` of the next page; null on the last page.')),
};

/** The field of a list whose entries are counted. */
export const countedFields = {
  ...pageFields,
  total: nullable(
    Type.Integer({
      description: 'How many there are; null if not counted (on later pages, with filters, above 10,000).',
    }),
  ),
};

/** @param rows of one page. @returns what leads to the next page; null when this page is not full */
export function nextOf(rows: readonly { id: string }[], { limit }: Page): string | null {
  return rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
}

/**
 * Counts a list for its first page.
 * @param count counts the entries, and stops at `most`
 * @returns null when it is a later page, or there are too many to count
 */
export async function totalOf(
  { before }: Page,
  count: (most: number) => Promise<number>,
): Promise<number | null> {
  if (before !== null) return null;
  const counted = await count(MAX_COUNTED + 1);
  return counted > MAX_COUNTED ? null : counted;
}
