/**
 * The page behind the link of an invitation: what it is about, and accepting it with the account of the installation that a person has,
 * or with a new one. The code comes in the body, so that no address with it is logged.
 */
import { type Static, Type } from 'typebox';
import type { SessionRow } from '../../../store/sessions.ts';
import { Problem } from '../../api/problem.ts';
import { ROLES } from '../../api/principal.ts';
import { choice, closed } from '../../api/schemas.ts';
import type { Exchange, Header, RawRoute } from '../../api/exchange.ts';
import { deviceOf } from '../../features/auth/device.ts';
import { hashPassword } from '../../features/auth/passwords.ts';
import type { Sessions } from '../../features/auth/sessions.ts';
import {
  acceptInvitation,
  type PeopleContext,
  readInvitation,
  signUpInvited,
} from '../../features/people/index.ts';
import { answerJson, apiHeaders } from '../http/response.ts';
import { pageRoute } from './page-route.ts';
import { newPerson } from './session-routes.ts';

const code = Type.String({ maxLength: 100 });
const codeBody = Type.Object({ code }, closed);
const signUpBody = Type.Object({ code, ...newPerson }, closed);

/** What these routes take, for the types of the dashboard's calls. */
export const invitationBodies = { readInvitation: codeBody, acceptInvitation: codeBody, signUp: signUpBody };

/** What they respond with. */
export const invitationResults = {
  read: Type.Object({
    workspace: Type.String({ description: 'Name of the workspace.' }),
    role: choice(ROLES, 'What the person will be there.'),
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'The only address whose owner may accept it; null means any.',
    }),
    invitedBy: Type.String({ description: 'Name of who invited.' }),
  }),
  accepted: Type.Object({ workspace: Type.String({ description: 'Slug of the workspace.' }) }),
};

interface InvitationRoutes {
  context: Pick<PeopleContext, 'directory' | 'clock' | 'baseUrl' | 'forgetPrincipals'>;
  sessions: Sessions;
  /** The client's address, for the audit. */
  addressOf: (exchange: Exchange) => string;
}

export function invitationRoutes(options: InvitationRoutes): RawRoute[] {
  const page = new InvitationPage(options);
  const route = pageRoute(options.sessions);
  return [
    route('POST', '/app/api/invitation', codeBody, (exchange, body) => page.show(exchange, body)),
    route('POST', '/app/api/invitation/accept', codeBody, (exchange, body) => page.accept(exchange, body)),
    route('POST', '/app/api/invitation/sign-up', signUpBody, (exchange, body) => page.signUp(exchange, body)),
  ];
}

class InvitationPage {
  readonly #options: InvitationRoutes;

  constructor(options: InvitationRoutes) {
    this.#options = options;
  }

  async show(exchange: Exchange, body: Static<typeof codeBody>): Promise<void> {
    const { directory, clock } = this.#options.context;
    const { workspace, role, email, invitedBy } = await readInvitation(directory, body.code, clock());
    this.#respond(exchange, { workspace, role, email, invitedBy });
  }

  async accept(exchange: Exchange, body: Static<typeof codeBody>): Promise<void> {
    const { directory } = this.#options.context;
    const { userId, keyId, user } = await this.#sessionOf(exchange);
    const person = { userId, keyId, ...user };
    const request = this.#requestOf(exchange);
    const workspace = await directory.begin((tx) => acceptInvitation(tx, body.code, person, request));
    this.#options.context.forgetPrincipals();
    this.#respond(exchange, { workspace });
  }

  async signUp(exchange: Exchange, body: Static<typeof signUpBody>): Promise<void> {
    const { context, sessions } = this.#options;
    const { directory, clock } = context;
    // a password takes long to hash, which nobody without a code can make us do
    await readInvitation(directory, body.code, clock());
    const password = await hashPassword(body.password);
    const device = deviceOf(exchange.header('user-agent'));
    const request = this.#requestOf(exchange);
    const { slug, session } = await directory.begin((tx) => {
      const begin = (userId: string) => sessions.begin(tx, userId, device);
      return signUpInvited(tx, body.code, { ...body, password }, { ...request, begin });
    });
    context.forgetPrincipals();
    this.#respond(exchange, { workspace: slug }, [session]);
  }

  #requestOf(exchange: Exchange) {
    const { addressOf, context } = this.#options;
    return { address: addressOf(exchange) || null, requestId: exchange.requestId, now: context.clock() };
  }

  /** @throws Problem 401 when nobody is signed in */
  async #sessionOf(exchange: Exchange): Promise<SessionRow> {
    const { sessions } = this.#options;
    const token = sessions.tokenIn((name) => exchange.header(name));
    const session = token === null ? null : await sessions.find(token);
    if (session === null) throw new Problem('unauthorized', 'sign in first');
    return session;
  }

  #respond(exchange: Exchange, body: object, more: readonly Header[] = []): void {
    answerJson(exchange, apiHeaders(this.#options.context.baseUrl), { status: 200, body, more });
  }
}
