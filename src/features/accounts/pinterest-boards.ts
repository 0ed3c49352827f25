/** The boards a pin can go to (docs/contract.md, Accounts). */
import { Type } from 'typebox';
import { type Board, type Boards, listBoards } from '../../../adapters/pinterest/boards.ts';
import { listAccounts } from '../../../store/accounts.ts';
import { workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { workspaceQuery } from '../../api/schemas.ts';
import { type AccountsContext, operation } from './context.ts';
import { accountLoader, type LoadAccount, type LoadedAccount } from './load.ts';
import { within } from '../../api/held.ts';

/** For all pages of one account, and a refresh of its token. */
const TIMEOUT_MS = 20_000;

const PinterestBoard = Type.Object({
  id: Type.String({ description: 'What `pinterestBoardId` takes.' }),
  name: Type.String(),
  privacy: Type.String({ description: 'PUBLIC, PROTECTED or SECRET.' }),
  accountId: Type.String({ description: 'The account whose board it is.' }),
});

export const listPinterestBoards = operation({
  id: 'listPinterestBoards',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/pinterest-boards' },
  tool: { name: 'list_pinterest_boards' },
  tag: 'Accounts',
  summary: 'List the boards a pin can go to',
  description:
    'Boards of every Pinterest account of the workspace. Asked of Pinterest with each call. An account that cannot be asked is named in `errors`; when none can, the call fails.',
  query: workspaceQuery,
  result: Type.Object({
    boards: Type.Array(PinterestBoard),
    errors: Type.Array(Type.Object({ accountId: Type.String(), error: Type.String() })),
  }),
  errors: {
    404: 'No pinterest account is connected',
    502: 'Pinterest refused',
    503: 'Pinterest is busy',
  },
  example: {
    result: {
      boards: [
        {
          id: '1022106146619699845',
          name: 'Recipes',
          privacy: 'PUBLIC',
          accountId: 'acc_01JD0000000000000000000001',
        },
      ],
      errors: [],
    },
  },
  handle: async (call) => {
    const { context, now } = call;
    const workspace = workspaceOf(call, call.query.workspace);
    const rows = await listAccounts(context.sql, within(workspace));
    const ids = rows.filter(({ platform }) => platform === 'pinterest').map(({ id }) => id);
    if (ids.length === 0) {
      throw new Problem('no_pinterest_account', 'no pinterest account is connected: connect one first');
    }
    const load = accountLoader(context);
    const answers = await Promise.all(
      ids.map(async (accountId) => ({ accountId, answer: await boardsOf(context, load, accountId, now) })),
    );
    const boards: (Board & { accountId: string })[] = [];
    const errors: { accountId: string; error: string }[] = [];
    for (const { accountId, answer } of answers) {
      if (answer.kind === 'boards') boards.push(...answer.boards.map((board) => ({ ...board, accountId })));
      else errors.push({ accountId, error: answer.reason });
    }
    const [first] = answers;
    if (errors.length === answers.length && first && first.answer.kind !== 'boards') {
      throw problemOf(first.accountId, first.answer);
    }
    return { body: { boards, errors } };
  },
});

type Unread = Exclude<Boards, { kind: 'boards' }>;

function problemOf(accountId: string, { kind, reason, ...more }: Unread): Problem {
  if (kind !== 'retry') return new Problem('network_refused', reason, { accountId });
  const afterMs = 'afterMs' in more ? (more.afterMs ?? 0) : 0;
  const retryAfterSeconds = Math.max(1, Math.ceil(afterMs / 1000));
  return new Problem('network_busy', reason, { accountId, retryAfterSeconds });
}

/** Asks once more when the token had expired and could be refreshed. */
async function boardsOf(
  context: AccountsContext,
  load: LoadAccount,
  accountId: string,
  now: number,
): Promise<Boards> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const gone: Unread = { kind: 'rejected', reason: 'the account was disconnected' };
  const ask = ({ access: account }: LoadedAccount): Promise<Boards> =>
    listBoards({ account, fetch: context.guard.fetch, signal, now });

  const loaded = await load(accountId);
  if (!loaded) return gone;
  const boards = await ask(loaded);
  if (boards.kind !== 'expired') return boards;

  // the service's own: its lease keeps deliveries from using the same refresh token meanwhile
  const renewed = await context.refresher.refresh(accountId, loaded.credentialsVersion, signal);
  if (renewed.kind === 'retry') return renewed;
  if (renewed.kind === 'reauthorize') return { kind: 'rejected', reason: renewed.reason };
  const again = await load(accountId);
  return again ? ask(again) : gone;
}
