/** The list of networks that a link offers, and the form of each. */
import type { ConnectField } from '../../../../adapters/port/connect.ts';
import type { LinkRow } from '../../../../store/connect-links.ts';
import type { Exchange } from '../../../api/exchange.ts';
import { browserOf } from './browser.ts';
import { formOf } from '../../../api/hosted-pages.ts';
import { frameOf } from './link.ts';
import { type LinkPages, pathOf } from './link-page.ts';
import { byWay, type Network, type Networks, type Unavailable } from './networks.ts';
import type { Frame } from '../../../base/hosted-page.ts';
import { choicePage, formPage, listPage } from './page.ts';
import type { SignIns } from './sign-in.ts';
import { type SharedNetwork, sharedNetworkOf } from './sign-in/shared-network.ts';
import type { Visit } from './sign-in/visit.ts';

/** What a form shows besides the network: what was typed before, and what was wrong with it. */
interface Typed {
  values: { [name: string]: string };
  problem: { reason: string; field?: string } | null;
}

export class NetworkPages {
  readonly #pages: LinkPages;
  readonly #networks: Networks;
  readonly #signIns: SignIns;

  constructor(pages: LinkPages, { networks, signIns }: { networks: Networks; signIns: SignIns }) {
    this.#pages = pages;
    this.#networks = networks;
    this.#signIns = signIns;
  }

  async showList(exchange: Exchange): Promise<void> {
    const link = await this.#pages.open(exchange);
    if (!link) return;
    const offered = await this.#offered(link);
    const sandbox = offered.some((network) => network.connect !== null && network.sandbox);
    const html = listPage(frameOf(link, sandbox), {
      path: pathOf(exchange),
      networks: offered.map((network) => ({
        platform: network.platform,
        name: network.name,
        reason: network.connect === null ? network.reason : null,
        goes: network.connect !== null && leavesAtOnce(network),
      })),
      accounts: await this.#pages.accountsOf(link),
      finish: link.redirectUrl === null ? null : await this.#pages.finishOf(link),
      expires: link.expiresAt.toISOString(),
      notice: null,
    });
    this.#pages.respond(exchange, 200, html, browserOf(exchange, this.#pages.baseUrl).headers);
  }

  async showForm(exchange: Exchange): Promise<void> {
    const link = await this.#pages.open(exchange);
    const network = link && (await this.#networkOf(exchange, link));
    if (!link || !network) return;
    const { secret, headers } = browserOf(exchange, this.#pages.baseUrl);
    const visit = this.#pages.visitOf(exchange, link, secret);
    const html =
      network.ways.length > 0 && wayIn(exchange) === null
        ? this.#choice(exchange, link, network)
        : await this.#form(exchange, visit, network, { values: {}, problem: null });
    this.#pages.respond(exchange, 200, html, headers);
  }

  async submit(exchange: Exchange): Promise<void> {
    const fields = await formOf(exchange);
    const link = await this.#pages.open(exchange);
    const network = link && (await this.#networkOf(exchange, link));
    if (!link || !network || !this.#pages.mayPost(exchange, link)) return;
    const { secret, headers } = browserOf(exchange, this.#pages.baseUrl);
    const visit = this.#pages.visitOf(exchange, link, secret);
    const next = await this.#signIns.submit(visit, network, Object.fromEntries(fields));
    if (next.kind === 'refused' || next.kind === 'retry') {
      const visible = (network.connect.fields ?? []).filter((field) => !field.secret);
      const values = Object.fromEntries(visible.map(({ name }) => [name, fields.get(name) ?? '']));
      const html = await this.#form(exchange, visit, network, { values, problem: next });
      return this.#pages.respond(exchange, next.kind === 'retry' ? 503 : 422, html, headers);
    }
    this.#pages.redirect(exchange, await this.#pages.addressOf(link, pathOf(exchange), next), headers);
  }

  /** Those that can be connected come first. */
  async #offered(link: LinkRow): Promise<(Network | Unavailable)[]> {
    const all = await this.#networks.all(link.workspaceNetworks);
    const choices =
      link.platforms.length === 0 ? all : all.filter(({ platform }) => link.platforms.includes(platform));
    return choices.toSorted((a, b) => Number(a.connect === null) - Number(b.connect === null));
  }

  /** The network of the path, where this link offers it and it is ready. @returns null when it has responded */
  async #networkOf(exchange: Exchange, link: LinkRow): Promise<Network | null> {
    const chosen = exchange.params['platform'] ?? '';
    const found = (await this.#offered(link)).find(({ platform }) => platform === chosen);
    if (found?.connect) {
      const typed = found.connect.kind === 'oauth' && isByHand(exchange) ? found.connect.byHand : undefined;
      return typed ? { ...found, connect: typed } : (byWay(found, wayIn(exchange)) ?? found);
    }
    const text = found
      ? `${found.name} is ${found.reason} here. Choose another network.`
      : 'This link offers no such network.';
    const way = { href: pathOf(exchange), label: 'All networks' };
    this.#pages.message(exchange, link, { status: 404, title: found ? found.name : 'Not here', text, way });
    return null;
  }

  #choice(exchange: Exchange, link: LinkRow, { platform, name, sandbox, ways }: Network): string {
    const path = pathOf(exchange);
    return choicePage(frameOf(link, sandbox), {
      path,
      name,
      ways: ways.map((way) => ({
        send: `${path}/${platform}?way=${way.id}`,
        name: way.name,
        help: way.help,
      })),
    });
  }

  async #form(exchange: Exchange, visit: Visit, network: Network, typed: Typed): Promise<string> {
    const { connect, name, platform, sandbox } = network;
    const frame: Frame = frameOf(visit.link, sandbox);
    const own = `${pathOf(exchange)}/${platform}`;
    const way = wayIn(exchange);
    const common = {
      path: pathOf(exchange),
      send: way === null ? own : `${own}?way=${encodeURIComponent(way)}`,
      name,
      values: typed.values,
      copy: null,
      other: connect.kind === 'oauth' && connect.byHand ? `${own}?way=hand` : null,
    };
    const shared = sharedNetworkOf(network);
    if (shared) return formPage(frame, { ...common, ...(await this.#sharedForm(visit, shared, typed)) });
    const fields: ConnectField[] = connect.fields ?? [];
    const steps = connect.kind === 'form' ? connect.steps : [];
    const action = connect.kind === 'form' ? 'Connect' : 'Continue';
    return formPage(frame, { ...common, steps, fields, problem: typed.problem, action, hand: null });
  }

  async #sharedForm(visit: Visit, shared: SharedNetwork, { problem }: Typed) {
    const steps = await this.#signIns.steps(visit, shared);
    const always = { fields: [], action: 'I have posted the code', hand: shared.network.hand };
    return steps.kind === 'steps'
      ? { ...always, steps: steps.steps, copy: steps.code, problem }
      : { ...always, steps: [], copy: null, problem: steps };
  }
}

/** Whether the list's button sends the person to the network at once, with no form before. */
const leavesAtOnce = ({ connect, ways }: Network) =>
  connect.kind === 'oauth' && !connect.fields?.length && !connect.byHand && ways.length === 0;

/** Which of several ways to connect the network the person chose; null if none yet. */
const wayIn = ({ query }: Exchange): string | null => new URLSearchParams(query).get('way');
/** The person chose to type credentials where they could also be sent to the network. */
const isByHand = (exchange: Exchange): boolean => wayIn(exchange) === 'hand';
