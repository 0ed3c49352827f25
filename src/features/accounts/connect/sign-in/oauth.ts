/** OAuth: sends the person to the network, and takes them back. Whatever node they come back to can go on. */
import type { ConnectAnswer, OAuthConnect } from '../../../../../adapters/port/connect.ts';
import { findLinkBySecret } from '../../../../../store/connect-links.ts';
import { endSignIn, insertSignIn, takeSignIn, whySignIn } from '../../../../../store/sign-ins.ts';
import type { AccountsContext as Context } from '../../context.ts';
import { newId } from '../../../../base/ids.ts';
import { isOpen } from '../link.ts';
import { byWay, type Network, type Networks } from '../networks.ts';
import { challengeOf, hashOf, newSecret } from '../../../../base/secrets.ts';
import type { NetworkCalls } from './network-call.ts';
import type { Picking } from './picking.ts';
import type { RegisteredApps } from './registered-apps.ts';
import { LINK_CLOSED, type NextStep, SIGN_IN_MS, type SignInContent, TOO_LATE, type Visit } from './visit.ts';

export type CameBack =
  /** Where the person came from is known: what they do next, or what went wrong. */
  | { kind: 'known'; linkSecret: string; platform: string; next: NextStep }
  /** Forged, used, mixed up or too late. */
  | { kind: 'unknown'; reason: string };

/** The address the network sent the person back to. */
export interface Return {
  query: URLSearchParams;
  /** The browser's cookie; null where it brought none. */
  browser: string | null;
  /** Epoch ms. */
  now: number;
}

type Away = Extract<SignInContent, { kind: 'away' }>;

/** A return that belongs to a sign-in of ours. */
interface SignInAttempt {
  id: string;
  browser: string;
  network: Network & { connect: OAuthConnect };
  content: Away;
}

const NOT_OURS = 'This sign-in did not begin here.';
const OTHER_BROWSER = 'This sign-in began in another browser: finish it there, or begin again in this one.';
const USED = 'This sign-in was finished already.';

export class OAuthSignIn {
  readonly #context: Context;
  readonly #networks: Networks;
  readonly #calls: NetworkCalls;
  readonly #apps: RegisteredApps;
  readonly #picking: Picking;

  constructor(
    context: Context,
    parts: { networks: Networks; calls: NetworkCalls; apps: RegisteredApps; picking: Picking },
  ) {
    this.#context = context;
    this.#networks = parts.networks;
    this.#calls = parts.calls;
    this.#apps = parts.apps;
    this.#picking = parts.picking;
  }

  /** One for all networks: what an operator enters there. */
  get #redirectUri(): string {
    return `${this.#context.baseUrl}/connect/callback`;
  }

  /** Starts a sign-in. @returns the network's address to go to, or why it cannot start */
  async leave(
    visit: Visit,
    network: Network,
    connect: OAuthConnect,
    fields: { [name: string]: string },
  ): Promise<NextStep> {
    const { sql, sealer } = this.#context;
    const { now } = visit;
    const redirectUri = this.#redirectUri;
    const found = await this.#apps.find(network, connect, { fields, redirectUri, now });
    if ('reason' in found) return found;
    const state = newSecret();
    const verifier = connect.pkce ? newSecret() : null;
    const id = newId('sign', now);
    const { sandbox, platform } = network;
    const way = network.ways.find((one) => one.connect === connect)?.id;
    const content: SignInContent = {
      kind: 'away',
      linkSecret: visit.linkSecret,
      verifier,
      sandbox,
      ...(way === undefined ? {} : { way }),
      ...found,
    };
    const row = {
      id,
      linkId: visit.link.id,
      platform,
      stateHash: hashOf(state),
      browserHash: hashOf(visit.browser),
      content: sealer.seal(content, id),
      expiresAt: now + SIGN_IN_MS,
    };
    await insertSignIn(sql, row, now);
    const codeChallenge = verifier === null ? null : challengeOf(verifier);
    const { app, endpoints } = found;
    return { kind: 'go', url: connect.authorizeUrl({ endpoints, app, redirectUri, state, codeChallenge }) };
  }

  /** Finishes a sign-in: each state is good once, in one browser. */
  async comeBack(back: Return): Promise<CameBack> {
    const { sql } = this.#context;
    const { query, now } = back;
    const attempt = await this.#take(back);
    if (typeof attempt === 'string') return { kind: 'unknown', reason: attempt };
    const { id, browser, network, content } = attempt;
    const { linkSecret } = content;
    const cameBack = (next: NextStep): CameBack => {
      return { kind: 'known', linkSecret, platform: network.platform, next };
    };
    const link = await findLinkBySecret(sql, hashOf(linkSecret));
    if (!link || !isOpen(link, now)) return cameBack({ kind: 'refused', reason: LINK_CLOSED });

    const refusal = refusalIn(query, network, content);
    if (refusal !== null) {
      await endSignIn(sql, id);
      return cameBack({ kind: 'refused', reason: refusal });
    }
    const answer = await this.#exchange(attempt, query, now);
    await this.#apps.keepOrForget(content, answer.kind, now);
    if (answer.kind !== 'accounts') {
      await endSignIn(sql, id);
      return cameBack(answer);
    }
    if (answer.accounts.length > 1) {
      await this.#picking.keep(id, answer.accounts, now);
      return cameBack({ kind: 'pick', signInId: id });
    }
    const visit: Visit = { link, linkSecret, browser, now };
    return cameBack(await this.#picking.store(visit, network.platform, answer.accounts, id));
  }

  /** @returns the sign-in of a state, which is used up by this; or why there is none */
  async #take({ query, browser, now }: Return): Promise<SignInAttempt | string> {
    const { sql, sealer } = this.#context;
    const state = query.get('state') ?? '';
    if (!/^[\w-]{43}$/.test(state)) return NOT_OURS;
    if (browser === null) return OTHER_BROWSER;
    const find = { stateHash: hashOf(state), browserHash: hashOf(browser) };
    const signIn = await takeSignIn(sql, find, now);
    if (!signIn?.content) {
      const why = await whySignIn(sql, find);
      if (!why) return NOT_OURS;
      if (!why.sameBrowser) return OTHER_BROWSER;
      return why.taken ? USED : TOO_LATE;
    }
    const content = sealer.open(signIn.content, signIn.id) as SignInContent;
    const found = await this.#networks.find(
      signIn.platform,
      content.kind === 'away' && content.sandbox ? 'simulated' : 'real',
    );
    if (content.kind !== 'away' || !found?.connect) return NOT_OURS;
    const network = byWay(found, content.way ?? null);
    if (network?.connect.kind !== 'oauth') return NOT_OURS;
    return { id: signIn.id, browser, content, network: { ...network, connect: network.connect } };
  }

  /** Turns what the person came back with into accounts. */
  async #exchange(
    { network, content }: SignInAttempt,
    query: URLSearchParams,
    now: number,
  ): Promise<ConnectAnswer> {
    const { connect, platform } = network;
    const { app, endpoints, verifier } = content;
    const secrets = [app.clientSecret, verifier ?? '', ...query.values()].filter(Boolean);
    const code = connect.returns === 'query' ? '' : (query.get('code') ?? '');
    const returned = Object.fromEntries([...query].filter(([name]) => name !== 'state'));
    const exchanging = {
      ...this.#calls.step({ endpoints, sandbox: content.sandbox }, now),
      app,
      redirectUri: this.#redirectUri,
      code,
      codeVerifier: verifier,
      ...(connect.returns === 'query' ? { returned } : {}),
    };
    return this.#calls.safely(platform, secrets, () => connect.exchange(exchanging));
  }
}

/**
 * Why a return brings nothing to exchange; null where it does. The network's own description is not shown, since
 * anybody can write one into an address.
 */
function refusalIn(
  query: URLSearchParams,
  { name: networkName, connect }: { name: string; connect: OAuthConnect },
  content: Away,
): string | null {
  const name = connect.choice?.name ?? networkName;
  // Where anybody may run a server, one could pass on another server's code (mix-up, RFC 9207).
  const issuer = URL.parse(query.get('iss') ?? '');
  const servers = Object.values(content.endpoints).map((base) => new URL(base).origin);
  if (content.appKey !== null && issuer !== null && !servers.includes(issuer.origin)) {
    return `The answer came from ${issuer.host}, where you were not sent.`;
  }
  const error = query.get('error');
  if (error !== null) {
    if (/denied|cancel/.test(error)) return `You did not give permission at ${name}. Nothing was connected.`;
    const code = /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '';
    return `${name} did not finish the sign-in${code}. Nothing was connected.`;
  }
  if (connect.returns === 'query') return null;
  const code = query.get('code') ?? '';
  return code === '' || code.length > 4000 ? `${name} sent no code that can be used.` : null;
}
