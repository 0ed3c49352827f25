/**
 * Reads a workspace by the operations of the table, as its owner: an export shows what the API shows, in the same words and with the same
 * secrets left out.
 */
import type { Sql } from '../../../store/connect.ts';
import type { Operation } from '../../api/operation.ts';
import type { Membership, Principal } from '../../api/principal.ts';
import type { CommentsContext } from '../../features/comments/index.ts';
import type { Media } from '../../features/media/index.ts';

export interface ExportContext extends CommentsContext {
  sql: Sql;
  media: Media;
}

type Row = { [field: string]: unknown };

/** Entries of a page of an operation; rows of a page of a statement. */
const PAGE = 100;
const ROWS = 1_000;
/** For lists without pages, whose lengths plans and limits bound. */
const ALL = 100_000;

/** Fields of a call of an operation that reads. */
interface Fields {
  params?: object;
  query?: object;
}

/** @returns what reads a workspace by these operations as this person, who has to be an owner of it */
export function readerOf<Context extends ExportContext>({
  context,
  operations,
  principal,
  workspace,
  requestId,
}: {
  context: Context;
  operations: readonly Operation<Context>[];
  principal: Principal;
  workspace: Membership;
  requestId: string;
}): WorkspaceReader {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return new WorkspaceReader(context, workspace, async (id, { params = {}, query = {} }) => {
    const operation = byId.get(id);
    if (operation === undefined) throw new Error(`there is no operation ${id}`);
    const call = { context, principal, requestId, now: context.clock(), idempotency: null, body: {} };
    const { body } = await operation.handle({
      ...call,
      params,
      query: { workspace: workspace.slug, ...query },
    });
    return body as Row;
  });
}

export class WorkspaceReader {
  readonly context: ExportContext;
  readonly workspace: Membership;
  readonly #run: (id: string, fields: Fields) => Promise<Row>;

  constructor(
    context: ExportContext,
    workspace: Membership,
    run: (id: string, fields: Fields) => Promise<Row>,
  ) {
    this.context = context;
    this.workspace = workspace;
    this.#run = run;
  }

  /** The result of an operation that reads. @throws as it does */
  read(id: string, fields: Fields = {}): Promise<Row> {
    return this.#run(id, fields);
  }

  /** All entries of a list that has pages, page by page. @param field of the result, with the entries */
  async *pages(id: string, field: string, { params = {} }: { params?: object } = {}): AsyncGenerator<Row[]> {
    let before: unknown = null;
    do {
      const query = { limit: PAGE, ...(before !== null && { before }) };
      const page = await this.read(id, { params, query });
      yield page[field] as Row[];
      before = page['next'];
    } while (before !== null);
  }

  /** All entries of a list without pages. */
  async list(id: string, field: string): Promise<Row[]> {
    return (await this.read(id, { query: { limit: ALL } }))[field] as Row[];
  }

  /** All rows of a statement that takes the key of the last row, page by page. */
  async *rows<One extends object>(
    statement: (
      sql: Sql,
      rows: { workspaceId: string; after: One | null; limit: number },
    ) => Promise<readonly One[]>,
    limit = ROWS,
  ): AsyncGenerator<readonly One[]> {
    let after: One | null = null;
    for (;;) {
      const page: readonly One[] = await statement(this.context.sql, {
        workspaceId: this.workspace.id,
        after,
        limit,
      });
      yield page;
      after = page.at(-1) ?? null;
      if (page.length < limit) return;
    }
  }
}
