/**
 * The page of a client's link. It needs no login: everybody who has the address may decide on the post, so the address is unguessable, kept
 * out of referrers, caches and search engines, and written to no log. It stops with a link that was revoked or has expired, and with the
 * right of the person who made it to approve; the page is then the same as for an address that never was.
 *
 * GET  /approval/{secret}    shows the post; decides nothing, because mail servers open links
 * POST /approval/{secret}    approves, rejects, or writes a note
 */
import { type ApprovalLinkRow, findApprovalLink } from '../../../../../store/approval-links.ts';
import { findPost, type PostRow } from '../../../../../store/posts.ts';
import type { Exchange, RawRoute } from '../../../../api/exchange.ts';
import { within } from '../../../../api/held.ts';
import { formOf } from '../../../../api/hosted-pages.ts';
import type { Membership } from '../../../../api/principal.ts';
import { Problem } from '../../../../api/problem.ts';
import { isLinkSecret, isOpen, type LinkPageDeps, LinkPages } from '../../../../api/secret-links.ts';
import { messagePage } from '../../../../base/hosted-page.ts';
import { hashOf } from '../../../../base/secrets.ts';
import { accountsOfPost } from '../../../../kinds/views/limited-post.ts';
import type { PostsContext } from '../../context.ts';
import { LINK_PATH, LINK_PREFIX, makerOf } from '../link.ts';
import { type Client, decideByLink, LinkEnded, writeNoteByLink } from './act.ts';
import { clientPage, MAX_MESSAGE_CHARACTERS, MAX_NAME_CHARACTERS } from './page.ts';
import { viewOf } from './view.ts';

type Deps = LinkPageDeps & { context: PostsContext };

export function clientRoutes(deps: Deps): RawRoute[] {
  const pages = new ClientPages(deps);
  const path = `${LINK_PATH}{secret}`;
  return [
    { method: 'GET', path, handle: (exchange) => pages.show(exchange) },
    { method: 'POST', path, handle: (exchange) => pages.act(exchange) },
  ];
}

/** A link that can be opened, with its post. */
interface Opened {
  link: ApprovalLinkRow;
  workspace: Membership;
  post: PostRow;
}

/** What came in the form, and what is wrong with it. */
interface Filled {
  name: string;
  message: string;
  problem: { field: 'name' | 'message' | null; reason: string } | null;
}

const EMPTY: Filled = { name: '', message: '', problem: null };

class ClientPages {
  readonly #deps: Deps;
  readonly #pages: LinkPages;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#pages = new LinkPages(deps, { showsFiles: true });
  }

  async show(exchange: Exchange): Promise<void> {
    const opened = await this.#open(exchange);
    if (opened !== null) await this.#render(exchange, opened, { status: 200, ...EMPTY });
  }

  async act(exchange: Exchange): Promise<void> {
    const opened = await this.#open(exchange);
    if (opened === null) return;
    const form = await formOf(exchange);
    const action = form.get('action');
    const [name, message] = ['name', 'message'].map((field) => form.get(field)?.trim() ?? '') as [
      string,
      string,
    ];
    const problem = problemOf({ action, name, message });
    if (problem !== null) {
      await this.#render(exchange, opened, { status: 400, name, message, problem });
      return;
    }
    const isNote = action === 'note';
    if (opened.link.decision !== null && !isNote) return this.#showAgain(exchange);
    const { context, addressOf } = this.#deps;
    const client: Client = {
      ...opened,
      name,
      address: addressOf(exchange) || null,
      requestId: exchange.requestId,
    };
    const now = context.clock();
    try {
      if (isNote) await writeNoteByLink(context, client, message, now);
      else await decideByLink(context, client, { isYes: action === 'approve', message }, now);
    } catch (fault) {
      await this.#refuse(exchange, { fault, name, message });
      return;
    }
    this.#showAgain(exchange);
  }

  /** Leads to the page itself, so that loading it again sends nothing. */
  #showAgain(exchange: Exchange): void {
    this.#pages.respond(exchange, 303, '', [['location', pathOf(exchange)]]);
  }

  /** Says on the page why the action failed. @throws every fault that is not meant for clients */
  async #refuse(
    exchange: Exchange,
    { fault, name, message }: { fault: unknown; name: string; message: string },
  ): Promise<void> {
    if (!(fault instanceof Problem || fault instanceof LinkEnded)) throw fault;
    const opened = await this.#find(exchange.params['secret'] ?? '');
    if (opened === null || fault instanceof LinkEnded) return this.#pages.unknown(exchange);
    // the same form was sent twice at once
    if (opened.link.decision !== null) return this.#showAgain(exchange);
    const reason =
      REASONS[fault.code] ?? 'This cannot be done at the moment: ask the team that sent you the link.';
    // what the page says anyway
    const isSaid = fault.code === 'approval_changed' || fault.code === 'approval_not_requested';
    const problem = isSaid ? null : { field: null, reason };
    return this.#render(exchange, opened, { status: 409, name, message, problem });
  }

  async #render(
    exchange: Exchange,
    opened: Opened,
    { status, ...filled }: Filled & { status: number },
  ): Promise<void> {
    const { context } = this.#deps;
    const frame = { workspace: opened.workspace.name, sandbox: false };
    let view;
    try {
      view = await viewOf(context, { ...opened, now: context.clock() });
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      const text = `Something of it is not there any more. Ask ${opened.workspace.name} about it.`;
      this.#pages.respond(
        exchange,
        409,
        messagePage(frame, { title: 'This post cannot be shown', text, way: null }),
      );
      return;
    }
    const { canDecide, ...page } = view;
    const path = pathOf(exchange);
    this.#pages.respond(
      exchange,
      status,
      clientPage(frame, { ...page, path, form: { canDecide, ...filled } }),
    );
  }

  /** @returns null when it has responded */
  async #open(exchange: Exchange): Promise<Opened | null> {
    if (!this.#pages.admits(exchange)) return null;
    const opened = await this.#find(exchange.params['secret'] ?? '');
    if (opened === null) this.#pages.unknown(exchange);
    return opened;
  }

  /** @returns null for a link that is unknown, revoked, expired, or whose maker may not approve its post any more */
  async #find(secret: string): Promise<Opened | null> {
    const { sql, directory, clock } = this.#deps.context;
    if (!isLinkSecret(LINK_PREFIX, secret)) return null;
    const link = await findApprovalLink(sql, hashOf(secret));
    if (!link || !isOpen(link, clock())) return null;
    const workspace = await makerOf(directory, link);
    if (!workspace) return null;
    const post = await findPost(sql, { id: link.postId, ...within(workspace) });
    if (!post) return null;
    const { heldTo } = workspace;
    const isReached = heldTo === null || accountsOfPost(post).every((id) => heldTo.includes(id));
    return isReached ? { link, workspace, post } : null;
  }
}

const pathOf = ({ params }: Exchange): string => `${LINK_PATH}${params['secret'] ?? ''}`;

/** What a client reads of errors that the page does not explain anyway. */
const REASONS: { [code: string]: string } = {
  no_posting_schedule: 'The time of the post has passed, and no other one is free: ask the team to set one.',
  no_free_slot: 'The time of the post has passed, and no other one is free: ask the team to set one.',
  note_limit: 'The post has as many notes as it can have. Write to the team in another way.',
};

function problemOf(form: { action: string | null; name: string; message: string }): Filled['problem'] {
  const { action, name, message } = form;
  if (action !== 'approve' && action !== 'reject' && action !== 'note')
    return { field: null, reason: 'Press one of the buttons below.' };
  if (name === '') return { field: 'name', reason: 'Write your name, so that the team knows who decided.' };
  if (name.length > MAX_NAME_CHARACTERS)
    return { field: 'name', reason: `Write a name of up to ${MAX_NAME_CHARACTERS} characters.` };
  if (message.length > MAX_MESSAGE_CHARACTERS)
    return { field: 'message', reason: `Write up to ${MAX_MESSAGE_CHARACTERS} characters.` };
  if (action === 'approve' || message !== '') return null;
  return {
    field: 'message',
    reason: action === 'reject' ? 'Write what is to change.' : 'Write the message.',
  };
}
