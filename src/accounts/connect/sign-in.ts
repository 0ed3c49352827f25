/**
 * Signing in at a network, from the first press to the stored account. All that has to be remembered meanwhile is in
 * Postgres, so any node serves the way back. A crash loses at most the sign-in itself, never half of an account: its
 * state is used by then, and the person begins again.
 */
import type { AppCredentials } from '../../../adapters/port/account.ts';
import type { ConnectableAccount, ConnectAnswer, OAuthConnect } from '../../../adapters/port/connect.ts';
import {
  findLinkBySecret,
  type LinkRow,
  listLinkAccountIds,
  lockLink,
  noteLinkAccount,
} from '../../../store/connect-links.ts';
import {
  deleteApp,
  endSignIn,
  findForPicking,
  findPostedCode,
  insertPostedCodes,
  insertSignIn,
  keepForPicking,
  lockCursor,
  readApp,
  saveApp,
  saveCursor,
  takeSignIn,
  whySignIn,
} from '../../../store/sign-ins.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../ids.ts';
import { redact } from '../../seal.ts';
import { storeAccount } from './accounts.ts';
import { isOpen } from './link.ts';
import type { Network, Networks } from './networks.ts';
import { challengeOf, codeFor, hashOf, newSecret } from './secrets.ts';

/** A person at a link. */
export interface Visit {
  link: LinkRow;
  /** Of the link's address. */
  linkSecret: string;
  /** The browser's cookie. */
  browser: string;
  now: number;
}

export type Refusal = Exclude<ConnectAnswer, { kind: 'accounts' }>;

export type Told =
  /** To the network. */
  | { kind: 'go'; url: string }
  | { kind: 'connected' }
  /** Several accounts: the person picks, from what is kept under this id. */
  | { kind: 'pick'; signInId: string }
  | Refusal;

const HOUR = 3_600_000;
/** How long a person may take at the network, and to pick. */
const SIGN_IN_MS = HOUR;
const CALL_TIMEOUT_MS = 30_000;
const APP_NAME = 'Troupe';

/** What a sign-in holds, sealed. */
type Content =
  | {
      kind: 'away';
      linkSecret: string;
      verifier: string | null;
      app: AppCredentials;
      endpoints: { [name: string]: string };
      /** The app was registered for this; null where it is the operator's. */
      appKey: string | null;
      sandbox: boolean;
    }
  | { kind: 'picking'; accounts: ConnectableAccount[] };

export interface SignIns {
  /** A form was sent, or the button of a network that takes people away. */
  submit(visit: Visit, network: Network, fields: { [name: string]: string }): Promise<Told>;
  /** What to do at a network where the operator's app is let in. */
  shared(visit: Visit, network: Network): Promise<{ kind: 'steps'; steps: string[]; code: string } | Refusal>;
  /** The network sent the person back. @param query of the address */
  comeBack(back: { query: URLSearchParams; browser: string | null; now: number }): Promise<CameBack>;
  /** What there is to pick from; null when it is gone. */
  toPick(
    visit: Visit,
    signInId: string,
  ): Promise<{ platform: string; accounts: ConnectableAccount[] } | null>;
  pick(visit: Visit, signInId: string, remoteIds: string[]): Promise<Told>;
}

export type CameBack =
  /** Where the person came from is known: the way on, or what went wrong. */
  | { kind: 'known'; linkSecret: string; platform: string; told: Told }
  /** Forged, used, mixed up or too late. */
  | { kind: 'unknown'; reason: string };

export function createSignIns(context: Context, networks: Networks): SignIns {
  const { sql, sealer, adapters, guard, log, node } = context;
  /** One for all networks: what an operator enters there. */
  const redirectUriHere = () => `${context.baseUrl}/connect/callback`;

  const step = (network: { endpoints: Network['endpoints'] }, now: number) => ({
    endpoints: network.endpoints,
    fetch: guard.fetch,
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    now,
  });

  /** A bug in an adapter is told as trouble; its text may hold what was sent. */
  const safely = async <T>(
    network: { platform: string },
    secrets: string[],
    work: () => Promise<T>,
  ): Promise<T | Refusal> => {
    try {
      return await work();
    } catch (fault) {
      log.error({ platform: network.platform, fault: redact(String(fault), secrets) }, 'connecting failed');
      return { kind: 'retry', reason: 'Something went wrong on our side: try again in a minute.' };
    }
  };

  async function submit(visit: Visit, network: Network, given: { [name: string]: string }): Promise<Told> {
    const { connect } = network;
    const fields = Object.fromEntries(
      (connect.fields ?? []).map(({ name }) => [name, (given[name] ?? '').trim().slice(0, 2000)]),
    );
    if (connect.kind === 'oauth') return sendAway(visit, network, connect, fields);
    if (connect.shared && network.app) return submitShared(visit, network, network.app);
    const answer = await safely(network, Object.values(fields), () =>
      connect.connect({ ...step(network, visit.now), fields }),
    );
    if (answer.kind !== 'accounts') return answer;
    if (answer.accounts.length === 1) return store(visit, network.platform, answer.accounts);
    return offer(visit, network.platform, answer.accounts);
  }

  async function sendAway(
    visit: Visit,
    network: Network,
    connect: OAuthConnect,
    fields: { [name: string]: string },
  ): Promise<Told> {
    const { platform } = network;
    const ready = await appFor(visit, network, connect, fields);
    if ('reason' in ready) return ready;
    const state = newSecret();
    const verifier = connect.pkce ? newSecret() : null;
    const id = newId('sign', visit.now);
    const content: Content = {
      kind: 'away',
      linkSecret: visit.linkSecret,
      verifier,
      sandbox: network.sandbox,
      ...ready,
    };
    await insertSignIn(
      sql,
      {
        id,
        linkId: visit.link.id,
        platform,
        stateHash: hashOf(state),
        browserHash: hashOf(visit.browser),
        content: sealer.seal(content, id),
        expiresAt: visit.now + SIGN_IN_MS,
      },
      visit.now,
    );
    const redirectUri = redirectUriHere();
    const codeChallenge = verifier === null ? null : challengeOf(verifier);
    const { app, endpoints } = ready;
    return { kind: 'go', url: connect.authorizeUrl({ endpoints, app, redirectUri, state, codeChallenge }) };
  }

  /** The operator's app, or the one that is registered at the server the person named. */
  async function appFor(
    { now }: Visit,
    network: Network,
    connect: OAuthConnect,
    fields: { [name: string]: string },
  ): Promise<{ app: AppCredentials; endpoints: Network['endpoints']; appKey: string | null } | Refusal> {
    if (!connect.register) {
      if (!network.app) return { kind: 'refused', reason: `${network.name} is not configured here.` };
      return { app: network.app, endpoints: network.endpoints, appKey: null };
    }
    const redirectUri = redirectUriHere();
    const key = hashOf(JSON.stringify([network.platform, fields, redirectUri, connect.scopes]));
    const appKey = key.toString('base64url');
    const kept = await readApp(sql, key);
    if (kept) return { ...(sealer.open(kept, appKey) as KeptApp), appKey };
    const registered = await safely(network, [], () =>
      connect.register!({ ...step(network, now), fields, redirectUri, appName: APP_NAME }),
    );
    if (registered.kind !== 'registered') return registered;
    const { app, endpoints } = registered;
    return { app, endpoints, appKey };
  }

  async function comeBack(back: Parameters<SignIns['comeBack']>[0]): Promise<CameBack> {
    const { query, browser, now } = back;
    const state = query.get('state') ?? '';
    if (!/^[\w-]{43}$/.test(state)) return { kind: 'unknown', reason: NOT_OURS };
    if (browser === null) return { kind: 'unknown', reason: OTHER_BROWSER };
    const find = { stateHash: hashOf(state), browserHash: hashOf(browser) };
    const signIn = await takeSignIn(sql, find, now);
    if (!signIn?.content) {
      const why = await whySignIn(sql, find);
      if (!why) return { kind: 'unknown', reason: NOT_OURS };
      if (!why.sameBrowser) return { kind: 'unknown', reason: OTHER_BROWSER };
      return { kind: 'unknown', reason: why.taken ? USED : TOO_LATE };
    }
    const content = sealer.open(signIn.content, signIn.id) as Content;
    const network = await networks.find(signIn.platform);
    if (content.kind !== 'away' || !network?.connect || network.connect.kind !== 'oauth') {
      return { kind: 'unknown', reason: NOT_OURS };
    }
    const { linkSecret } = content;
    const known = (told: Told): CameBack => ({
      kind: 'known',
      linkSecret,
      platform: signIn.platform,
      told,
    });
    const link = await findLinkBySecret(sql, hashOf(linkSecret));
    if (!link || !isOpen(link, now)) return known({ kind: 'refused', reason: CLOSED });

    const refusal = refusalIn(query, { name: network.name, connect: network.connect }, content);
    if (refusal !== null) {
      await endSignIn(sql, signIn.id);
      return known({ kind: 'refused', reason: refusal });
    }
    const { connect } = network;
    const code = connect.returns === 'query' ? '' : (query.get('code') ?? '');
    const returned = Object.fromEntries([...query].filter(([name]) => name !== 'state'));
    const { app, endpoints, verifier, appKey } = content;
    const secrets = [app.clientSecret, verifier ?? '', ...query.values()].filter(Boolean);
    const exchanging = {
      ...step({ endpoints }, now),
      app,
      redirectUri: redirectUriHere(),
      code,
      codeVerifier: verifier,
      ...(connect.returns === 'query' ? { returned } : {}),
    };
    const answer = await safely(network, secrets, () => connect.exchange(exchanging));
    await remember(appKey, { app, endpoints }, answer.kind, now);
    const visit: Visit = { link, linkSecret, browser, now };
    if (answer.kind !== 'accounts') {
      await endSignIn(sql, signIn.id);
      return known(answer);
    }
    if (answer.accounts.length > 1) {
      await keep(signIn.id, answer.accounts, now);
      return known({ kind: 'pick', signInId: signIn.id });
    }
    return known(await store(visit, network.platform, answer.accounts, signIn.id));
  }

  /** An app that brought somebody back with an account works; one that did not may be forgotten by its server. */
  async function remember(appKey: string | null, app: KeptApp, answer: string, now: number): Promise<void> {
    if (appKey === null) return;
    const key = Buffer.from(appKey, 'base64url');
    if (answer === 'refused') await deleteApp(sql, key);
    if (answer === 'accounts') await saveApp(sql, { key, content: sealer.seal(app, appKey) }, now);
  }

  async function keep(id: string, accounts: ConnectableAccount[], now: number): Promise<void> {
    const content: Content = { kind: 'picking', accounts };
    await keepForPicking(sql, { id, content: sealer.seal(content, id), expiresAt: now + SIGN_IN_MS });
  }

  /** Several accounts came of a form: kept to pick from, under a state that nobody knows. */
  async function offer(visit: Visit, platform: string, accounts: ConnectableAccount[]): Promise<Told> {
    const id = newId('sign', visit.now);
    const hashes = { stateHash: hashOf(newSecret()), browserHash: hashOf(visit.browser) };
    const content: Content = { kind: 'picking', accounts };
    const row = { id, linkId: visit.link.id, platform, ...hashes, content: sealer.seal(content, id) };
    await sql.begin(async (tx) => {
      await insertSignIn(tx, { ...row, expiresAt: visit.now + SIGN_IN_MS }, visit.now);
      await takeSignIn(tx, hashes, visit.now);
    });
    return { kind: 'pick', signInId: id };
  }

  async function toPick(visit: Visit, signInId: string) {
    const find = { id: signInId, linkId: visit.link.id, browserHash: hashOf(visit.browser) };
    const row = await findForPicking(sql, find, visit.now);
    if (!row?.content) return null;
    const content = sealer.open(row.content, row.id) as Content;
    return content.kind === 'picking' ? { platform: row.platform, accounts: content.accounts } : null;
  }

  async function pick(visit: Visit, signInId: string, remoteIds: string[]): Promise<Told> {
    const offered = await toPick(visit, signInId);
    if (!offered) return { kind: 'refused', reason: TOO_LATE };
    const chosen = offered.accounts.filter(({ remoteId }) => remoteIds.includes(remoteId));
    if (chosen.length === 0) return { kind: 'refused', reason: 'Choose at least one account.' };
    if (chosen.length > 1 && chosen.some(({ alone }) => alone))
      return { kind: 'refused', reason: 'Choose one account; sign in once more for the next.' };
    return store(visit, offered.platform, chosen, signInId);
  }

  /** All of them or none, while the link is held: one that was revoked meanwhile brings nothing any more. */
  async function store(
    visit: Visit,
    platform: Network['platform'],
    accounts: ConnectableAccount[],
    signInId?: string,
  ): Promise<Told> {
    return node.command<Told>(async (tx, turn) => {
      const link = await lockLink(tx, visit.link.id);
      if (!link || !isOpen(link, visit.now)) return { result: { kind: 'refused', reason: CLOSED } };
      // always in one order, so that two sign-ins with the same accounts do not wait for each other in a ring
      for (const account of accounts.toSorted((a, b) => (a.remoteId < b.remoteId ? -1 : 1))) {
        const place = { workspaceId: link.workspaceId, platform };
        const accountId = await storeAccount(
          { tx, turn, sealer, adapter: adapters[platform] },
          place,
          account,
        );
        await noteLinkAccount(tx, { linkId: link.id, accountId }, visit.now);
      }
      if (signInId !== undefined) await endSignIn(tx, signInId);
      return { result: { kind: 'connected' } };
    });
  }

  async function shared(visit: Visit, network: Network) {
    const { connect, app } = network;
    if (connect.kind !== 'form' || !connect.shared || !app)
      throw new TypeError('not a network of a shared app');
    const { shared } = connect;
    const named = await safely(network, [app.clientSecret], () =>
      shared.nameOf({ ...step(network, visit.now), app }),
    );
    if (named.kind !== 'name') return named;
    const code = await codeOf(visit, network);
    return { kind: 'steps' as const, code, steps: shared.steps({ name: named.name, code }) };
  }

  /** Another one for the next account, so that a second place needs a post of its own. */
  async function codeOf({ link, browser }: Visit, { platform }: Network): Promise<string> {
    const connected = await listLinkAccountIds(sql, link.id);
    return codeFor(browser, `${platform} ${link.id} ${connected.length}`);
  }

  async function submitShared(visit: Visit, network: Network, app: AppCredentials): Promise<Told> {
    const { connect, platform } = network;
    if (connect.kind !== 'form' || !connect.shared) throw new TypeError('not a network of a shared app');
    const { shared } = connect;
    const hash = hashOf(await codeOf(visit, network));
    let place = await findPostedCode(sql, { platform, hash });
    if (place === null) {
      const trouble = await readCodes(visit, network, app);
      if (trouble !== null) return trouble;
      place = await findPostedCode(sql, { platform, hash });
    }
    if (place === null) {
      return {
        kind: 'refused',
        reason: 'The code was not seen yet: post it as it stands here, then press again.',
      };
    }
    const found = place;
    const answer = await safely(network, [app.clientSecret], () =>
      shared.connect({ ...step(network, visit.now), app, place: found }),
    );
    return answer.kind === 'accounts' ? store(visit, platform, answer.accounts) : answer;
  }

  /**
   * Reads on in the app's messages. The place that was read to is kept in the transaction that keeps the codes; the
   * network forgets them only when it is asked with that place, so a crash in between reads them again.
   */
  async function readCodes(visit: Visit, network: Network, app: AppCredentials): Promise<Refusal | null> {
    const { connect, platform } = network;
    if (connect.kind !== 'form' || !connect.shared) throw new TypeError('not a network of a shared app');
    const { shared } = connect;
    return sql.begin<Refusal | null>(async (tx) => {
      const { clientId } = app;
      const cursor = await lockCursor(tx, { platform, clientId });
      const read = await safely(network, [app.clientSecret], () =>
        shared.read({ ...step(network, visit.now), app, cursor }),
      );
      if (read.kind !== 'codes') return read;
      const codes = read.codes.map(({ code, place }) => ({ hash: hashOf(code), place }));
      if (codes.length > 0) await insertPostedCodes(tx, platform, codes, visit.now);
      await saveCursor(tx, { platform, clientId, position: read.cursor });
      return null;
    });
  }

  return { submit, shared, comeBack, toPick, pick };
}

type KeptApp = { app: AppCredentials; endpoints: { [name: string]: string } };

const NOT_OURS = 'This sign-in did not begin here.';
const OTHER_BROWSER = 'This sign-in began in another browser: finish it there, or begin again in this one.';
const USED = 'This sign-in was finished already.';
const TOO_LATE = 'This took too long: the sign-in is over.';
const CLOSED = 'This link is no longer open.';

/** Why what came back brings no code; null where it does. The network's own description is anybody's text: not shown. */
function refusalIn(
  query: URLSearchParams,
  { name, connect }: { name: string; connect: OAuthConnect },
  content: Extract<Content, { kind: 'away' }>,
): string | null {
  // Where anybody may run a server, one could pass on another server's code (mix-up, RFC 9207).
  const issuer = URL.parse(query.get('iss') ?? '');
  const servers = Object.values(content.endpoints).map((base) => new URL(base).origin);
  if (content.appKey !== null && issuer !== null && !servers.includes(issuer.origin)) {
    return `The answer came from ${issuer.host}, where you were not sent.`;
  }
  const error = query.get('error');
  if (error !== null) {
    if (/denied|cancel/.test(error)) return `You did not give permission at ${name}. Nothing was connected.`;
    const shown = /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '';
    return `${name} did not finish the sign-in${shown}. Nothing was connected.`;
  }
  if (connect.returns === 'query') return null;
  const code = query.get('code') ?? '';
  return code === '' || code.length > 4000 ? `${name} sent no answer that can be used.` : null;
}
