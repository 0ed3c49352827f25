/**
 * The pages of connect links. No login: whoever has the address may connect, so it is unguessable, kept out of referrers
 * and caches, and named in no log.
 *
 * GET  /connect/{secret}                     networks, and what is connected
 * GET  /connect/{secret}/{platform}          a network's form
 * POST /connect/{secret}/{platform}          sends the form, or the person to the network
 * GET  /connect/callback                     the way back from every network
 * GET  /connect/{secret}/pick/{signIn}       several accounts: which
 * POST /connect/{secret}/pick/{signIn}
 */
import type { ConnectField } from '../../../adapters/port/connect.ts';
import { readAccounts } from '../../../store/accounts.ts';
import { findLinkBySecret, type LinkRow, listLinkAccountIds } from '../../../store/connect-links.ts';
import type { Context } from '../../context.ts';
import { bodyOf, type Exchange, type Header } from '../../http/exchange.ts';
import { createRateLimiter } from '../../http/rate.ts';
import type { RawRoute } from '../../http/server.ts';
import { Problem } from '../../api/problem.ts';
import { browserOf, isOwnForm, knownBrowser } from './browser.ts';
import { isOpen, returnUrl } from './link.ts';
import { networkName, type Network, type Networks, type Unavailable } from './networks.ts';
import { formPage, type Frame, listPage, messagePage, pickPage, styleHash } from './page.ts';
import { hashOf } from './secrets.ts';
import { createSignIns, type Told, type Visit } from './sign-in.ts';

const MOST_FORM_BYTES = 64 * 1024;
/** What is sent through one link on one node: each may cost a call to a network. */
const RATE = { requests: 60, windowSeconds: 60 };

export function connectRoutes(context: Context, networks: Networks): RawRoute[] {
  const { sql, clock } = context;
  const signIns = createSignIns(context, networks);
  const take = createRateLimiter(RATE);

  const answer = (exchange: Exchange, status: number, body: string, headers: readonly Header[] = []): void =>
    exchange.answer({ status, headers: [...pageHeaders(context.baseUrl), ...headers], body });
  const redirect = (exchange: Exchange, location: string, headers: readonly Header[] = []): void =>
    exchange.answer({
      status: 303,
      headers: [...pageHeaders(context.baseUrl), ...headers, ['location', location]],
      body: '',
    });

  /** The link of an address, where it is open; otherwise the page that says what it is. */
  async function open(exchange: Exchange): Promise<LinkRow | null> {
    const secret = exchange.params['secret'] ?? '';
    const link = /^[\w-]{43}$/.test(secret) ? await findLinkBySecret(sql, hashOf(secret)) : undefined;
    if (!link) {
      const text = 'Its address may be incomplete: copy the whole link, or ask for a new one.';
      answer(exchange, 404, messagePage(null, { title: 'This link is not known', text, way: null }));
      return null;
    }
    if (isOpen(link, clock())) return link;
    const text = `Ask whoever sent it to you for a new one.${link.connectedAt === null ? '' : ' What you connected stays connected.'}`;
    const title = link.revokedAt === null ? 'This link has expired' : 'This link was withdrawn';
    const way = link.redirectUrl === null ? null : { href: await finishOf(link), label: 'Go back' };
    answer(
      exchange,
      410,
      messagePage({ workspace: link.workspaceName, sandbox: false }, { title, text, way }),
    );
    return null;
  }

  const accountsOf = async (link: LinkRow) => {
    const ids = await listLinkAccountIds(sql, link.id);
    const rows = new Map((await readAccounts(sql, ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
  const finishOf = async (link: LinkRow): Promise<string> =>
    returnUrl(
      link.redirectUrl ?? context.baseUrl,
      (await accountsOf(link)).map(({ platform }) => platform),
    );
  /** Those that can be connected come first. */
  const offered = async (link: LinkRow): Promise<(Network | Unavailable)[]> => {
    const all = await networks.all();
    const wanted =
      link.platforms.length === 0 ? all : all.filter(({ platform }) => link.platforms.includes(platform));
    return wanted.toSorted((a, b) => Number(a.connect === null) - Number(b.connect === null));
  };
  const frameOf = (link: LinkRow, shown: (Network | Unavailable)[]): Frame => ({
    workspace: link.workspaceName,
    sandbox: shown.some((network) => network.connect !== null && network.sandbox),
  });
  const visitOf = (exchange: Exchange, link: LinkRow, browser: string): Visit => ({
    link,
    linkSecret: exchange.params['secret'] ?? '',
    browser,
    now: clock(),
  });

  async function showList(exchange: Exchange): Promise<void> {
    const link = await open(exchange);
    if (!link) return;
    const shown = await offered(link);
    const html = listPage(frameOf(link, shown), {
      path: pathOf(exchange),
      networks: shown.map((network) => ({
        platform: network.platform,
        name: network.name,
        reason: network.connect === null ? network.reason : null,
        goes: network.connect?.kind === 'oauth' && !network.connect.fields?.length && !network.connect.byHand,
      })),
      accounts: await accountsOf(link),
      finish: link.redirectUrl === null ? null : await finishOf(link),
      expires: link.expiresAt.toISOString(),
      notice: null,
    });
    answer(exchange, 200, html, browserOf(exchange, context.baseUrl).headers);
  }

  /** The network of the path, where this link offers it and it is ready. */
  async function networkOf(exchange: Exchange, link: LinkRow): Promise<Network | null> {
    const wanted = exchange.params['platform'] ?? '';
    const found = (await offered(link)).find(({ platform }) => platform === wanted);
    if (found?.connect) {
      const typed = found.connect.kind === 'oauth' && byHand(exchange) ? found.connect.byHand : undefined;
      return typed ? { ...found, connect: typed } : found;
    }
    const text = found
      ? `${found.name} is ${found.reason} here. Choose another network.`
      : 'This link offers no such network.';
    answer(
      exchange,
      404,
      messagePage(
        { workspace: link.workspaceName, sandbox: false },
        {
          title: found ? found.name : 'Not here',
          text,
          way: { href: pathOf(exchange), label: 'All networks' },
        },
      ),
    );
    return null;
  }

  async function showForm(exchange: Exchange): Promise<void> {
    const link = await open(exchange);
    const network = link && (await networkOf(exchange, link));
    if (!link || !network) return;
    const { secret, headers } = browserOf(exchange, context.baseUrl);
    const visit = visitOf(exchange, link, secret);
    answer(exchange, 200, await form(exchange, visit, network, {}, null), headers);
  }

  async function form(
    exchange: Exchange,
    visit: Visit,
    network: Network,
    values: { [name: string]: string },
    problem: { reason: string; field?: string } | null,
  ): Promise<string> {
    const { connect, name, platform, sandbox, hand } = network;
    const frame: Frame = { workspace: visit.link.workspaceName, sandbox };
    const own = `${pathOf(exchange)}/${platform}`;
    const common = {
      path: pathOf(exchange),
      send: byHand(exchange) ? `${own}?way=hand` : own,
      name,
      values,
      copy: null,
      other: connect.kind === 'oauth' && connect.byHand ? `${own}?way=hand` : null,
    };
    if (connect.kind === 'form' && connect.shared && network.app) {
      const told = await signIns.shared(visit, network);
      const steps = told.kind === 'steps' ? told.steps : [];
      const trouble = told.kind === 'steps' ? problem : told;
      return formPage(frame, {
        ...common,
        steps,
        copy: told.kind === 'steps' ? told.code : null,
        fields: [],
        problem: trouble,
        action: 'I have posted the code',
        hand,
      });
    }
    const fields: ConnectField[] = connect.fields ?? [];
    const steps = connect.kind === 'form' ? connect.steps : [];
    const action = connect.kind === 'form' ? 'Connect' : 'Continue';
    return formPage(frame, { ...common, steps, fields, problem, action, hand: null });
  }

  async function submit(exchange: Exchange): Promise<void> {
    const fields = await formOf(exchange);
    const link = await open(exchange);
    const network = link && (await networkOf(exchange, link));
    if (!link || !network) return;
    if (!mayPost(exchange, link)) return;
    const { secret, headers } = browserOf(exchange, context.baseUrl);
    const visit = visitOf(exchange, link, secret);
    const told = await signIns.submit(visit, network, Object.fromEntries(fields));
    if (told.kind === 'refused' || told.kind === 'retry') {
      const open = (network.connect.fields ?? []).filter((field) => !field.secret);
      const values = Object.fromEntries(open.map(({ name }) => [name, fields.get(name) ?? '']));
      const html = await form(exchange, visit, network, values, told);
      return answer(exchange, told.kind === 'retry' ? 503 : 422, html, headers);
    }
    redirect(exchange, await wayOn(link, pathOf(exchange), told), headers);
  }

  /** Whether a form may be sent: from a page of ours, and not too often. Otherwise it is answered. */
  function mayPost(exchange: Exchange, link: LinkRow): boolean {
    const refuse = (status: number, title: string, text: string, headers: Header[] = []) => {
      const way = { href: pathOf(exchange), label: 'Start again' };
      const frame = { workspace: link.workspaceName, sandbox: false };
      answer(exchange, status, messagePage(frame, { title, text, way }), headers);
      return false;
    };
    if (!isOwnForm(exchange, context.baseUrl)) {
      return refuse(403, 'Not from here', 'The form was sent from another website. Nothing was done.');
    }
    const taken = take(link.id, clock());
    if (taken.allowed) return true;
    const wait = String(taken.retryAfterSeconds);
    return refuse(429, 'Too many tries', `Wait ${wait} seconds, then try again.`, [['retry-after', wait]]);
  }

  /** Where the person goes next. A link for one network has nothing left to offer once that is connected. */
  async function wayOn(
    link: LinkRow,
    path: string,
    told: Exclude<Told, { kind: 'refused' | 'retry' }>,
  ): Promise<string> {
    switch (told.kind) {
      case 'go':
        return told.url;
      case 'pick':
        return `${path}/pick/${told.signInId}`;
      case 'connected':
        return link.platforms.length === 1 && link.redirectUrl !== null ? finishOf(link) : path;
      default:
        return told satisfies never;
    }
  }

  async function comeBack(exchange: Exchange): Promise<void> {
    const query = new URLSearchParams(exchange.query);
    const browser = knownBrowser(exchange, context.baseUrl);
    const back = await signIns.comeBack({ query, browser, now: clock() });
    if (back.kind === 'unknown') {
      const text = `${back.reason} Open the link you were given again.`;
      answer(exchange, 400, messagePage(null, { title: 'Nothing was connected', text, way: null }));
      return;
    }
    const { told, linkSecret, platform } = back;
    const path = `/connect/${linkSecret}`;
    const link = await findLinkBySecret(sql, hashOf(linkSecret));
    if (!link || told.kind === 'refused' || told.kind === 'retry') {
      const text = told.kind === 'refused' || told.kind === 'retry' ? told.reason : 'The link is gone.';
      const frame = link ? { workspace: link.workspaceName, sandbox: false } : null;
      const way = link ? { href: path, label: 'Back to the networks' } : null;
      const title = `${networkName(platform)} is not connected`;
      answer(exchange, told.kind === 'retry' ? 503 : 400, messagePage(frame, { title, text, way }));
      return;
    }
    // away from this address, which has the code in it
    redirect(exchange, await wayOn(link, path, told));
  }

  async function showPick(exchange: Exchange): Promise<void> {
    const link = await open(exchange);
    if (!link) return;
    const { secret, headers } = browserOf(exchange, context.baseUrl);
    const page = await pickForm(exchange, visitOf(exchange, link, secret), null);
    if (page === null) return gone(exchange, link);
    answer(exchange, 200, page, headers);
  }

  async function pickForm(exchange: Exchange, visit: Visit, problem: string | null): Promise<string | null> {
    const signInId = exchange.params['signIn'] ?? '';
    const picked = await signIns.toPick(visit, signInId);
    if (!picked) return null;
    const network = await networks.find(picked.platform);
    const sandbox = network?.connect ? network.sandbox : false;
    const path = pathOf(exchange);
    return pickPage(
      { workspace: visit.link.workspaceName, sandbox },
      {
        path,
        action: `${path}/pick/${signInId}`,
        name: networkName(picked.platform),
        accounts: picked.accounts,
        problem,
      },
    );
  }

  function gone(exchange: Exchange, link: LinkRow): void {
    const text = 'The choice was made already, took too long, or began in another browser.';
    const way = { href: pathOf(exchange), label: 'All networks' };
    const frame = { workspace: link.workspaceName, sandbox: false };
    answer(exchange, 410, messagePage(frame, { title: 'Nothing to choose', text, way }));
  }

  async function pick(exchange: Exchange): Promise<void> {
    const fields = await formOf(exchange);
    const link = await open(exchange);
    if (!link || !mayPost(exchange, link)) return;
    const browser = knownBrowser(exchange, context.baseUrl);
    if (browser === null) return gone(exchange, link);
    const visit = visitOf(exchange, link, browser);
    const told = await signIns.pick(visit, exchange.params['signIn'] ?? '', fields.getAll('account'));
    if (told.kind === 'refused' || told.kind === 'retry') {
      const page = await pickForm(exchange, visit, told.reason);
      return page === null ? gone(exchange, link) : answer(exchange, 422, page);
    }
    redirect(exchange, await wayOn(link, pathOf(exchange), told));
  }

  return [
    { method: 'GET', path: '/connect/callback', handle: comeBack },
    { method: 'GET', path: '/connect/{secret}', handle: showList },
    { method: 'GET', path: '/connect/{secret}/{platform}', handle: showForm },
    { method: 'POST', path: '/connect/{secret}/{platform}', handle: submit },
    { method: 'GET', path: '/connect/{secret}/pick/{signIn}', handle: showPick },
    { method: 'POST', path: '/connect/{secret}/pick/{signIn}', handle: pick },
  ];
}

/** The person chose to type credentials where they could also be sent to the network. */
const byHand = ({ query }: Exchange): boolean => new URLSearchParams(query).get('way') === 'hand';

const pathOf = ({ params }: Exchange): string => `/connect/${params['secret'] ?? ''}`;

/** A form's fields. @throws Problem 413, 415 */
async function formOf(exchange: Exchange): Promise<URLSearchParams> {
  const bytes = await bodyOf(exchange, MOST_FORM_BYTES);
  const type = exchange.header('content-type');
  if (bytes.length > 0 && !type.startsWith('application/x-www-form-urlencoded')) {
    throw new Problem(415, 'unsupported_media_type', 'this page takes forms as a browser sends them');
  }
  return new URLSearchParams(Buffer.from(bytes).toString('utf8').replaceAll('\0', ''));
}

/**
 * No script, no frame, no cache. The address is a secret, so it goes to no other site as a referrer; to our own it may,
 * since browsers tell the origin of a form only then. A form's answer may lead to any network and back to the caller's
 * site, which `form-action` counts too, so it names schemes.
 */
function pageHeaders(baseUrl: string): readonly Header[] {
  const isSecure = baseUrl.startsWith('https:');
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `form-action 'self' https: ${isSecure ? 'http://localhost:* http://127.0.0.1:* http://[::1]:*' : 'http:'}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return [
    ['content-type', 'text/html; charset=utf-8'],
    ['cache-control', 'no-store'],
    ['content-security-policy', policy.join('; ')],
    ['referrer-policy', 'same-origin'],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['x-robots-tag', 'noindex'],
    ['cross-origin-opener-policy', 'same-origin'],
    ...(isSecure ? [['strict-transport-security', 'max-age=31536000'] satisfies Header] : []),
  ];
}
