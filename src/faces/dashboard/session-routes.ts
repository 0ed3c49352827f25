/**
 * Routes for signing in at the dashboard. Only its pages use them: each route that changes something checks that the
 * request comes from one of these pages, and none is part of the public API. Setting up is in setup.ts.
 */
import { type Static, Type } from 'typebox';
import {
  deleteSessions,
  findLogin,
  findPassword,
  savePassword,
  type SessionRow,
} from '../../../store/sessions.ts';
import { feedHeads } from '../../../store/feed.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { type Attempts, createAttempts } from '../../features/auth/attempts.ts';
import {
  type ResetContext,
  sendPasswordReset,
  usePasswordReset,
} from '../../features/auth/password-resets.ts';
import { hashPassword, verifyPassword } from '../../features/auth/passwords.ts';
import type { Sessions } from '../../features/auth/sessions.ts';
import type { AccountsContext } from '../../features/accounts/index.ts';
import { deviceOf } from '../../features/auth/device.ts';
import type { AuthContext, SecondFactorContext } from '../../features/auth/index.ts';
import { shownWorkspace, type WorkspacesContext } from '../../features/workspaces/index.ts';
import { insistOnCode } from '../../features/auth/second-factor.ts';
import { answerJson, apiHeaders } from '../http/response.ts';
import type { Authenticate } from '../http/api.ts';
import type { Exchange, Header, RawRoute } from '../../api/exchange.ts';
import type { Operation } from '../../api/operation.ts';
import { closed } from '../../api/schemas.ts';
import { pageRoute } from './page-route.ts';
import { refusedTo, refusedToHeld } from './refused.ts';
import type { SessionView } from './session-view.ts';
import { Setup } from './setup.ts';
import { networkViews } from './network-views.ts';

/** A minimum length and no other rule, as NIST SP 800-63B recommends. */
const MIN_PASSWORD_CHARACTERS = 10;

const email = Type.String({ format: 'email', maxLength: 254 });
const password = Type.String({ minLength: MIN_PASSWORD_CHARACTERS, maxLength: 200 });

const loginBody = Type.Object(
  {
    email: Type.String({ maxLength: 254 }),
    password: Type.String({ maxLength: 200 }),
    code: Type.Optional(Type.String({ maxLength: 40 })),
  },
  closed,
);
/** What a new person enters. */
export const newPerson = { name: Type.String({ minLength: 1, maxLength: 100 }), email, password };

const setupBody = Type.Object(
  {
    ...newPerson,
    workspace: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    timezone: Type.Optional(Type.String({ maxLength: 64 })),
    key: Type.Optional(Type.String({ maxLength: 100 })),
  },
  closed,
);
const passwordBody = Type.Object({ current: Type.String({ maxLength: 200 }), password }, closed);
const resetBody = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }, closed);
const newPasswordBody = Type.Object({ secret: Type.String({ maxLength: 100 }), password }, closed);

/** What these routes take, for the types of the dashboard's calls. */
export const sessionBodies = {
  signIn: loginBody,
  setUp: setupBody,
  changePassword: passwordBody,
  sendPasswordReset: resetBody,
  usePasswordReset: newPasswordBody,
};

interface SessionRoutes {
  context: AuthContext &
    Pick<AccountsContext, 'adapters'> &
    Pick<WorkspacesContext, 'sandbox'> &
    ResetContext &
    SecondFactorContext;
  sessions: Sessions;
  /** Checks API keys: the first person at an installation that is in use enters one. */
  authenticate: Authenticate;
  sandboxUrl: string | null;
  /** Those that pages call: they are told which of them a person may not. */
  operations: readonly Operation<never>[];
  /** The client's address, by which failed sign-ins are counted. */
  addressOf: (exchange: Exchange) => string;
  /** Counts failed sign-ins. Default: in memory. */
  attempts?: Attempts;
}

export function sessionRoutes(options: SessionRoutes): RawRoute[] {
  const pages = new SessionPages(options);
  const route = pageRoute(options.sessions);
  return [
    route('GET', '/app/api/session', null, (exchange) => pages.show(exchange)),
    route('POST', '/app/api/session', loginBody, (exchange, body) => pages.signIn(exchange, body)),
    route('DELETE', '/app/api/session', null, (exchange) => pages.signOut(exchange)),
    route('POST', '/app/api/setup', setupBody, (exchange, body) => pages.setUp(exchange, body)),
    route('POST', '/app/api/password', passwordBody, (exchange, body) =>
      pages.changePassword(exchange, body),
    ),
    route('POST', '/app/api/password-resets', resetBody, (exchange, body) => pages.sendReset(exchange, body)),
    route('POST', '/app/api/password-resets/use', newPasswordBody, (exchange, body) =>
      pages.useReset(exchange, body),
    ),
  ];
}

class SessionPages {
  readonly #options: SessionRoutes;
  readonly #setup: Setup;
  readonly #attempts: Attempts;
  readonly #resets = createAttempts('requests for a new password');

  constructor(options: SessionRoutes) {
    this.#options = options;
    this.#setup = new Setup(options);
    this.#attempts = options.attempts ?? createAttempts();
  }

  async show(exchange: Exchange): Promise<void> {
    const session = await this.#sessionOf(exchange);
    const setup = session === null ? await this.#setup.needs() : null;
    const networks = session === null ? [] : networkViews(this.#options.context.adapters);
    const sendsMail = await this.#options.context.mailer.canSend();
    const heads = await this.#headsOf(session);
    this.#respond(exchange, { ...viewOf(session, { ...this.#options, setup, heads }), networks, sendsMail });
  }

  async signIn(exchange: Exchange, body: Static<typeof loginBody>): Promise<void> {
    const { context, sessions, addressOf } = this.#options;
    const person = body.email.trim();
    const now = context.clock();
    const userId = await this.#attempts.run({ person, place: addressOf(exchange) }, now, async () => {
      const login = await findLogin(context.directory, person);
      const fits = await verifyPassword(body.password, login?.password ?? null);
      if (login === undefined || !fits) return null;
      await insistOnCode(context, { userId: login.userId, code: body.code, now });
      return login.userId;
    });
    if (userId === null)
      throw new Problem('wrong_login', 'this address and this password do not belong together');
    const device = deviceOf(exchange.header('user-agent'));
    this.#respond(exchange, { signedIn: true }, [await sessions.begin(context.directory, userId, device)]);
  }

  async signOut(exchange: Exchange): Promise<void> {
    const { sessions } = this.#options;
    const cookie = await sessions.end(sessions.tokenIn((name) => exchange.header(name)));
    this.#respond(exchange, { signedIn: false }, [cookie]);
  }

  async setUp(exchange: Exchange, body: Static<typeof setupBody>): Promise<void> {
    const cookie = await this.#setup.run(body, deviceOf(exchange.header('user-agent')));
    this.#options.context.forgetPrincipals();
    this.#respond(exchange, { signedIn: true }, [cookie]);
  }

  async changePassword(exchange: Exchange, body: Static<typeof passwordBody>): Promise<void> {
    const { context, addressOf } = this.#options;
    const session = await this.#sessionOf(exchange);
    if (session === null) throw new Problem('unauthorized', 'sign in first');
    const { userId, keyId } = session;
    const who = { person: userId, place: addressOf(exchange) };
    const isOwn = await this.#attempts.run(who, context.clock(), async () => {
      const stored = await findPassword(context.directory, userId);
      return (await verifyPassword(body.current, stored)) || null;
    });
    if (!isOwn)
      throw invalid('/current', 'this is not your password', { values: { reason: 'wrong_password' } });
    const hashed = await hashPassword(body.password);
    await context.directory.begin(async (tx) => {
      await savePassword(tx, { id: userId, password: hashed });
      await deleteSessions(tx, userId, keyId);
    });
    this.#respond(exchange, { changed: true });
  }

  /** Responds the same whether or not somebody has the address. */
  async sendReset(exchange: Exchange, body: Static<typeof resetBody>): Promise<void> {
    const { context, addressOf } = this.#options;
    if (!(await context.mailer.canSend()))
      throw new Problem(
        'no_mail_server',
        'this installation sends no mail: ask its operator for a new password',
      );
    const person = body.email.trim();
    // each request counts, as a failed sign-in does
    await this.#resets.run({ person, place: addressOf(exchange) }, context.clock(), async () => {
      await sendPasswordReset(context, person);
      return null;
    });
    this.#respond(exchange, { sent: true });
  }

  async useReset(exchange: Exchange, body: Static<typeof newPasswordBody>): Promise<void> {
    await usePasswordReset(this.#options.context, body);
    this.#respond(exchange, { changed: true });
  }

  /** The number of the newest event of each workspace, by its id. */
  async #headsOf(session: SessionRow | null): Promise<Map<string, number>> {
    if (session === null) return new Map();
    const ids = session.workspaces.map(({ id }) => id);
    const heads = await feedHeads(this.#options.context.sql, ids);
    return new Map(heads.map(({ workspaceId, seq }) => [workspaceId, seq]));
  }

  async #sessionOf(exchange: Exchange): Promise<SessionRow | null> {
    const { sessions } = this.#options;
    const token = sessions.tokenIn((name) => exchange.header(name));
    return token === null ? null : sessions.find(token);
  }

  #respond(exchange: Exchange, body: object, more: readonly Header[] = []): void {
    answerJson(exchange, apiHeaders(this.#options.context.baseUrl), { status: 200, body, more });
  }
}

function viewOf(
  session: SessionRow | null,
  {
    setup,
    heads,
    sandboxUrl,
    operations,
  }: Pick<SessionRoutes, 'sandboxUrl' | 'operations'> & {
    setup: SessionView['setup'];
    heads: Map<string, number>;
  },
): Omit<SessionView, 'networks' | 'sendsMail'> {
  // only people of this installation learn the sandbox's address
  if (session === null)
    return {
      user: null,
      workspaces: [],
      refused: {},
      refusedToHeld: [],
      isOperator: false,
      setup,
      sandboxUrl: setup === null ? null : sandboxUrl,
    };
  const workspaces = session.workspaces.map(({ role, heldTo, approval, formerSlugs, ...workspace }) => ({
    ...shownWorkspace(workspace),
    mixed: workspace.networks === 'both',
    formerSlugs: formerSlugs ?? [],
    feedSeq: heads.get(workspace.id) ?? 0,
    role,
    heldTo,
    approval,
  }));
  const { isOperator } = session;
  const refused = refusedTo([...new Set(workspaces.map(({ role }) => role))], { isOperator, operations });
  const user = { id: session.userId, ...session.user };
  const isHeld = workspaces.some(({ heldTo }) => heldTo !== null);
  return {
    user,
    workspaces,
    refused,
    refusedToHeld: isHeld ? refusedToHeld(operations) : [],
    isOperator,
    setup: null,
    sandboxUrl,
  };
}
