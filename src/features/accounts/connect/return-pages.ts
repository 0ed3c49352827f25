/** The way back from a network, and the choice among several accounts. */
import type { LinkRow } from '../../../../store/connect-links.ts';
import type { Exchange } from '../../../api/exchange.ts';
import { browserOf, browserSecret } from './browser.ts';
import { formOf } from '../../../api/hosted-pages.ts';
import { frameOf } from './link.ts';
import { type LinkPages, pathOf } from './link-page.ts';
import { networkName, type Networks } from './networks.ts';
import { pickPage } from './page.ts';
import type { SignIns } from './sign-in.ts';
import type { Visit } from './sign-in/visit.ts';

export class ReturnPages {
  readonly #pages: LinkPages;
  readonly #networks: Networks;
  readonly #signIns: SignIns;
  readonly #clock: () => number;

  constructor(pages: LinkPages, options: { networks: Networks; signIns: SignIns; clock: () => number }) {
    this.#pages = pages;
    this.#networks = options.networks;
    this.#signIns = options.signIns;
    this.#clock = options.clock;
  }

  /** The network sent the person back to this service. */
  async comeBack(exchange: Exchange): Promise<void> {
    const query = new URLSearchParams(exchange.query);
    const browser = browserSecret(exchange, this.#pages.baseUrl);
    const back = await this.#signIns.comeBack({ query, browser, now: this.#clock() });
    if (back.kind === 'unknown') {
      const text = `${back.reason} Open the link you were given again.`;
      const title = 'Nothing was connected';
      return this.#pages.message(exchange, null, { status: 400, title, text, way: null });
    }
    const { next, linkSecret, platform } = back;
    const path = `/connect/${linkSecret}`;
    const link = await this.#pages.find(linkSecret);
    const failed = next.kind === 'refused' || next.kind === 'retry';
    if (!link || failed)
      return this.#pages.message(exchange, link ?? null, {
        status: next.kind === 'retry' ? 503 : 400,
        title: `${networkName(platform)} is not connected`,
        text: failed ? next.reason : 'The link is gone.',
        way: link ? { href: path, label: 'Back to the networks' } : null,
      });
    // away from this address, which has the code in it
    this.#pages.redirect(exchange, await this.#pages.addressOf(link, path, next));
  }

  async showPick(exchange: Exchange): Promise<void> {
    const link = await this.#pages.open(exchange);
    if (!link) return;
    const { secret, headers } = browserOf(exchange, this.#pages.baseUrl);
    const page = await this.#pickForm(exchange, this.#pages.visitOf(exchange, link, secret), null);
    if (page === null) return this.#gone(exchange, link);
    this.#pages.respond(exchange, 200, page, headers);
  }

  async pick(exchange: Exchange): Promise<void> {
    const fields = await formOf(exchange);
    const link = await this.#pages.open(exchange);
    if (!link || !this.#pages.mayPost(exchange, link)) return;
    const browser = browserSecret(exchange, this.#pages.baseUrl);
    if (browser === null) return this.#gone(exchange, link);
    const visit = this.#pages.visitOf(exchange, link, browser);
    const signInId = exchange.params['signIn'] ?? '';
    const next = await this.#signIns.pick(visit, signInId, fields.getAll('account'));
    if (next.kind === 'refused' || next.kind === 'retry') {
      const page = await this.#pickForm(exchange, visit, next.reason);
      return page === null ? this.#gone(exchange, link) : this.#pages.respond(exchange, 422, page);
    }
    this.#pages.redirect(exchange, await this.#pages.addressOf(link, pathOf(exchange), next));
  }

  async #pickForm(exchange: Exchange, visit: Visit, problem: string | null): Promise<string | null> {
    const signInId = exchange.params['signIn'] ?? '';
    const picked = await this.#signIns.toPick(visit, signInId);
    if (!picked) return null;
    const network = await this.#networks.find(picked.platform, visit.link.workspaceNetworks);
    const sandbox = network?.connect ? network.sandbox : false;
    const path = pathOf(exchange);
    const { accounts, platform } = picked;
    return pickPage(frameOf(visit.link, sandbox), {
      path,
      action: `${path}/pick/${signInId}`,
      name: networkName(platform),
      accounts,
      problem,
    });
  }

  #gone(exchange: Exchange, link: LinkRow): void {
    this.#pages.message(exchange, link, {
      status: 410,
      title: 'Nothing to choose',
      text: 'The choice was made already, took too long, or began in another browser.',
      way: { href: pathOf(exchange), label: 'All networks' },
    });
  }
}
