/**
 * One network, whole: what its folder exports as `manifest` from `manifest.ts`, and all that the rest of Troupe knows of
 * it. `adapters/networks.ts` lists the manifests; nothing else names a network.
 *
 * An adapter is pure request and response code. It takes one step at a time and returns what the network said. It keeps
 * nothing, retries nothing and waits for nothing: the machines decide. What it needs (the clock, fetch, the bytes of
 * media) comes with each step.
 */
import type { TOptional } from 'typebox';
import type { Endpoints } from './account.ts';
import type { AppPort } from './app.ts';
import type { Budget } from './budget.ts';
import type { CommentsPort } from './comments.ts';
import type { Connect } from './connect.ts';
import type { FirstCommentPort } from './first-comment.ts';
import type { InboundPort } from './inbound.ts';
import type { InsightsPort } from './insights.ts';
import type { MessagesPort } from './messages.ts';
import type { PublishPort } from './publish.ts';
import type { AppRegistration } from './registration.ts';

export interface Manifest {
  /** The platform identifier: the key in `adapters/networks.ts`, and what the API calls the network. */
  platform: string;
  /** What people call it. */
  name: string;
  mark: Mark;
  /** Stands before a username where a text mentions a person. Absent means that a text mentions nobody by a username. */
  mention?: '@' | 'u/';
  /** Base addresses of the real network by name, without a trailing slash. */
  endpoints: Endpoints;
  publish: PublishPort;
  connect: Connect;
  /** Absent if connecting takes no app (OAuth client, bot) of the operator's. */
  registration?: AppRegistration;
  /** Absent means access to an account neither needs renewal nor can be ended by a call. */
  app?: AppPort;
  /** Absent means the network names no number (facebook, ghost, wordpress). A Retry-After is obeyed in any case. */
  budget?: Budget;
  /** The version of the API that is used. Absent if the network does not number them (mastodon, reddit, slack …). */
  version?: ApiVersion;
  /** Fields of a post that concern this network, with their JSON Schemas. Networks may share a field. */
  options?: PostOptions;
  /** The same, for fields that exist on the tools for agents alone: REST refuses them. */
  toolOptions?: PostOptions;

  /** Absent means the network calls no webhooks of this service. */
  inbound?: InboundPort;
  /** Absent means comments can neither be read nor answered. */
  comments?: CommentsPort;
  /** Absent means that a post takes no first comment. */
  firstComment?: FirstCommentPort;
  /**
   * The network reports no comments, so those of each account are read this often, in seconds. Absent means its webhooks report
   * them, or nothing does.
   */
  readsCommentsEvery?: number;
  /** Absent if the network has no direct messages for apps. */
  messages?: MessagesPort;
  /** Absent means reading costs nothing. */
  paidReads?: PaidReads;
  /** Absent if the network gives apps no numbers. */
  insights?: InsightsPort;
}

/**
 * The network charges the operator for each thing that a call returns, so that reading has a budget for each account and
 * UTC day.
 */
interface PaidReads {
  /** Things a day for one account, unless the settings say otherwise (`<PLATFORM>_READS_PER_DAY`). */
  perDay: number;
  /** A call may return no less than so many: with fewer left nothing is read any more. */
  least: number;
  /** The most that one call may return. */
  perCall: number;
}

/** How the dashboard shows the network: two letters on a colour. */
interface Mark {
  letters: string;
  /** `#rrggbb`; dark enough for white letters. */
  color: string;
}

export interface ApiVersion {
  version: string;
  /** Day (ISO) from which on the network may not serve it any more; null if none is announced. */
  sunset: string | null;
}

/**
 * A caller may always leave them out: a network that needs one says so when it plans the post. Each schema that a form shows as a field
 * has a title, and may have hints (`form.ts`).
 */
export type PostOptions = { [field: string]: TOptional };
