/**
 * Signing in at the dashboard. These routes serve its pages alone: each that changes something insists on coming from
 * one of them, and none is part of the public API.
 *
 * Setting up is for the first person: whoever comes while nobody can sign in becomes the owner. An installation that is
 * already in use through its API is not given away like that: there the first person proves to belong to it by a key.
 */
import { type Static, type TObject, Type } from 'typebox';
import {
  claimUser,
  findLogin,
  findPassword,
  hasPasswords,
  lockSetup,
  readBeginnings,
  deleteSessions,
  savePassword,
  type SessionRow,
} from '../../store/sessions.ts';
import type { Db } from '../../store/connect.ts';
import { insertMember, insertUser, insertWorkspace } from '../../store/workspaces.ts';
import { createAttempts } from '../auth/attempts.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import { isSameOrigin, type Sessions } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { answerJson, apiHeaders } from '../http/answer.ts';
import type { Authenticate } from '../http/api.ts';
import { compileBody } from '../http/check.ts';
import { bodyOf, type Exchange, type Header } from '../http/exchange.ts';
import { parseBody, requireJson } from '../http/json-body.ts';
import type { RawRoute } from '../http/server.ts';
import { newId } from '../ids.ts';
import { invalid, Problem } from '../api/problem.ts';
import { DEFAULT_SLOTS, isTimeZone } from '../time.ts';
import type { SessionView } from './session-view.ts';

const MOST_BYTES = 16 * 1024;
/** Long rather than odd: NIST SP 800-63B asks for length and for nothing else. */
const SHORTEST_PASSWORD = 10;
const DEMO_SLUG = 'demo';

const closed = { additionalProperties: false };
const email = Type.String({ format: 'email', maxLength: 254 });
const password = Type.String({ minLength: SHORTEST_PASSWORD, maxLength: 200 });

const loginBody = Type.Object(
  { email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 200 }) },
  closed,
);
const setupBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    email,
    password,
    workspace: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    timezone: Type.Optional(Type.String({ maxLength: 64 })),
    key: Type.Optional(Type.String({ maxLength: 100 })),
  },
  closed,
);
const passwordBody = Type.Object({ current: Type.String({ maxLength: 200 }), password }, closed);

export interface SessionRoutes {
  context: Context;
  sessions: Sessions;
  /** Of API keys: who sets up an installation that is in use gives one. */
  authenticate: Authenticate;
  sandboxUrl: string | null;
}

export function sessionRoutes({ context, sessions, authenticate, sandboxUrl }: SessionRoutes): RawRoute[] {
  const { sql, clock } = context;
  const attempts = createAttempts();
  const answer = (exchange: Exchange, body: object, more: readonly Header[] = []) =>
    answerJson(exchange, apiHeaders(context.baseUrl), { status: 200, body, more });

  const route = <Body extends TObject>(
    method: RawRoute['method'],
    path: string,
    schema: Body | null,
    handle: (exchange: Exchange, body: Static<Body>) => Promise<void>,
  ): RawRoute => {
    const check = schema === null ? null : compileBody(schema);
    return {
      method,
      path,
      async handle(exchange) {
        if (method !== 'GET') insistOnOwnPage(exchange);
        if (check === null) return handle(exchange, {} as Static<Body>);
        requireJson(exchange.header('content-type'));
        const body = parseBody(await bodyOf(exchange, MOST_BYTES));
        check(body);
        return handle(exchange, body as Static<Body>);
      },
    };
  };

  const currentSession = async (exchange: Exchange): Promise<SessionRow | null> => {
    const token = sessions.tokenIn(exchange.header('cookie'));
    return token === null ? null : sessions.find(token);
  };

  return [
    route('GET', '/app/api/session', null, async (exchange) => {
      const session = await currentSession(exchange);
      const setup = session === null && !(await hasPasswords(sql)) ? await setupNeeds(sql, sandboxUrl) : null;
      answer(exchange, viewOf(session, setup, sandboxUrl));
    }),

    route('POST', '/app/api/session', loginBody, async (exchange, body) => {
      const who = { person: body.email, place: exchange.address };
      attempts.check(who, clock());
      // counted before the answer is known, so that many tries at once count too
      attempts.failed(who, clock());
      const login = await findLogin(sql, body.email.trim());
      const fits = await verifyPassword(body.password, login?.password ?? null);
      if (login === undefined || !fits)
        throw new Problem(401, 'wrong_login', 'this address and this password do not belong together');
      attempts.succeeded(who);
      answer(exchange, { signedIn: true }, [await sessions.begin(sql, login.userId)]);
    }),

    route('DELETE', '/app/api/session', null, async (exchange) => {
      answer(exchange, { signedIn: false }, [
        await sessions.end(sessions.tokenIn(exchange.header('cookie'))),
      ]);
    }),

    route('POST', '/app/api/setup', setupBody, async (exchange, body) => {
      if (body.timezone !== undefined && !isTimeZone(body.timezone))
        throw invalid('/timezone', `timezone "${body.timezone}" is not a time zone`);
      const keyUser = body.key === undefined ? null : ((await authenticate(body.key.trim()))?.userId ?? null);
      if (await hasPasswords(sql)) throw alreadySetUp();
      const hashed = await hashPassword(body.password);
      const cookie = await sql.begin(async (tx) => {
        await lockSetup(tx);
        if (await hasPasswords(tx)) throw alreadySetUp();
        const needs = await setupNeeds(tx, sandboxUrl);
        if (needs.needsKey && keyUser === null)
          throw invalid('/key', 'this installation is in use: give one of its API keys to become its owner', {
            code: 'key_required',
          });
        const person = { name: body.name, email: body.email.trim().toLowerCase(), password: hashed };
        const userId = keyUser ?? needs.userId;
        if (userId === null)
          return sessions.begin(tx, await insertOwner(tx, { ...body, ...person }, clock()));
        if (!(await claimUser(tx, { id: userId, ...person })))
          throw invalid('/email', 'another user of this installation has this address');
        return sessions.begin(tx, userId);
      });
      context.forgetPrincipals();
      answer(exchange, { signedIn: true }, [cookie]);
    }),

    route('POST', '/app/api/password', passwordBody, async (exchange, body) => {
      const session = await currentSession(exchange);
      if (session === null) throw signInFirst();
      const who = { person: session.userId, place: exchange.address };
      attempts.check(who, clock());
      attempts.failed(who, clock());
      if (!(await verifyPassword(body.current, await findPassword(sql, session.userId))))
        throw invalid('/current', 'this is not your password');
      attempts.succeeded(who);
      const hashed = await hashPassword(body.password);
      await sql.begin(async (tx) => {
        await savePassword(tx, { id: session.userId, password: hashed });
        await deleteSessions(tx, session.userId, session.keyId);
      });
      answer(exchange, { changed: true });
    }),
  ];
}

function viewOf(
  session: SessionRow | null,
  setup: { needsKey: boolean; simulatedAccounts: number } | null,
  sandboxUrl: string | null,
): SessionView {
  if (session === null) {
    const shown = setup && { needsKey: setup.needsKey, simulatedAccounts: setup.simulatedAccounts };
    // where the sandbox is concerns nobody but the people of this installation
    return { user: null, workspaces: [], setup: shown, sandboxUrl: setup === null ? null : sandboxUrl };
  }
  const workspaces = session.workspaces.map(({ slug, name, timezone }) => ({ slug, name, timezone }));
  return { user: session.user, workspaces, setup: null, sandboxUrl };
}

/**
 * What the first person has to bring. Nothing where nothing is at stake: an empty installation, or the demo with
 * simulated accounts alone, whose user they become.
 */
async function setupNeeds(
  db: Db,
  sandboxUrl: string | null,
): Promise<{ needsKey: boolean; userId: string | null; simulatedAccounts: number }> {
  const { users, workspaces, userId, accounts, simulatedOnly } = await readBeginnings(db, sandboxUrl);
  if (users === 0) return { needsKey: false, userId: null, simulatedAccounts: 0 };
  const isDemo = users === 1 && simulatedOnly && workspaces.length === 1 && workspaces[0] === DEMO_SLUG;
  return { needsKey: !isDemo, userId, simulatedAccounts: isDemo ? accounts : 0 };
}

async function insertOwner(
  tx: Db,
  made: { name: string; email: string; password: string; workspace?: string; timezone?: string },
  now: number,
): Promise<string> {
  const userId = newId('usr', now);
  await insertUser(tx, { id: userId, name: made.name, email: made.email }, now);
  await savePassword(tx, { id: userId, password: made.password });
  const workspace = {
    id: newId('ws', now),
    slug: 'main',
    name: made.workspace ?? 'Main',
    timezone: made.timezone ?? 'UTC',
    plan: 'developer',
    slots: DEFAULT_SLOTS,
  };
  await insertWorkspace(tx, workspace, now);
  await insertMember(tx, { workspaceId: workspace.id, userId }, now);
  return userId;
}

function insistOnOwnPage(exchange: Exchange): void {
  if (isSameOrigin((name) => exchange.header(name))) return;
  throw new Problem(
    403,
    'foreign_origin',
    'this is for the pages of the dashboard alone; the API takes API keys',
  );
}

const alreadySetUp = () =>
  new Problem(409, 'already_set_up', 'this installation has an owner: sign in, or ask for an account');
const signInFirst = () => new Problem(401, 'unauthorized', 'sign in first');
