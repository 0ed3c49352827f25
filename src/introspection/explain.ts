/** "Why did this not go out?", in words: what the machines of a post and of its deliveries are waiting for. */
import type { DeliveryContext } from '../../machines/delivery/index.ts';
import { RETRY_AFTER_MS } from '../../machines/delivery/index.ts';
import type { Persisted } from '../../machines/durable.ts';
import type { PostContext } from '../../machines/post.ts';
import type { ActorOverview } from '../../store/actors.ts';
import { localTime } from '../time.ts';
import { troubleOf } from './actor-view.ts';
import { redactText } from './redact.ts';
import { stateName } from './states.ts';

export interface Explained {
  /** One paragraph. */
  summary: string;
  deliveries: { actorId: string; accountId: string; platform: string; state: string; text: string }[];
}

/** An actor with all it remembers. */
export interface Standing {
  row: ActorOverview;
  snapshot: Persisted;
}

export interface ToExplain {
  post: Standing;
  deliveries: Standing[];
  /** Display names by the accounts' ids. */
  names: Map<string, string>;
  timezone: string;
  /** Epoch ms. */
  now: number;
}

export function explain({ post, deliveries, names, timezone, now }: ToExplain): Explained {
  const when = (at: number) => `${localTime(at, timezone).slice(0, 16).replace('T', ' ')} (${timezone})`;
  const told = deliveries.map(({ row, snapshot }) => {
    const context = snapshot.context as DeliveryContext;
    const state = stateName(snapshot.value);
    const name = names.get(context.accountId);
    const where =
      name === undefined ? `${context.platform} (the account is gone)` : `${context.platform} (${name})`;
    const trouble = troubleOf(row, now);
    const why = `${sentence(state, context, when, now)}${trouble && trouble.code !== 'waits_for_person' ? `; but ${trouble.message}` : ''}`;
    const { accountId, platform } = context;
    return { actorId: row.id, accountId, platform, state, text: `On ${where} ${redactText(why)}.` };
  });
  return { summary: [head(post, when, now), ...inShort(told)].join(' '), deliveries: told };
}

type When = (at: number) => string;

function head({ row, snapshot }: Standing, when: When, now: number): string {
  const { dueAt, targets, results, publishedAt } = snapshot.context as PostContext;
  const state = stateName(snapshot.value);
  const live = targets.filter(({ accountId }) => results[accountId]?.status === 'published').length;
  const accounts = targets.length === 1 ? 'account' : 'accounts';
  const trouble = troubleOf(row, now);
  const but = trouble ? ` But ${trouble.message}.` : '';
  switch (state) {
    case 'draft': {
      const place = dueAt === null ? '' : `; ${when(dueAt)} is only its place on the calendar`;
      return `This post is a draft and goes out when somebody schedules or publishes it${place}.${but}`;
    }
    case 'scheduled':
      return `This post is scheduled for ${when(dueAt ?? now)}, ${span((dueAt ?? now) - now)}; a timer in its mailbox waits until then.${but}`;
    case 'publishing':
      return `This post is being published: ${live} of ${targets.length} ${accounts} have it.${but}`;
    case 'published':
      return `This post is published: ${live} of ${targets.length} ${accounts} have it${publishedAt === null ? '' : `, the first since ${when(publishedAt)}`}.${but}`;
    case 'failed':
      return `This post failed: no account has it. It can be sent again.${but}`;
    case 'removed':
      return `This post was removed from the service; what was published before stays at the networks.${but}`;
    default:
      return `This post is in the state "${state}".${but}`;
  }
}

/** More copies than this are named together, without their addresses: `deliveries` has those. */
const MOST_TOLD_LIVE = 3;

/** What is worth reading at once: each account that has no copy, and where the copies are. */
function inShort(told: Explained['deliveries']): string[] {
  const live = told.filter(({ state }) => state === 'published');
  if (live.length <= MOST_TOLD_LIVE) return told.map(({ text }) => text);
  const networks = [...new Set(live.map(({ platform }) => platform))].sort().join(', ');
  return [
    ...told.filter(({ state }) => state !== 'published').map(({ text }) => text),
    `It is live on ${networks}.`,
  ];
}

function sentence(state: string, context: DeliveryContext, when: When, now: number): string {
  const { attempt, nextAttemptAt, error, url, warnings = [] } = context;
  const said = error === null ? '' : `: ${quoted(error)}`;
  const next = nextAttemptAt === null ? '' : ` at ${when(nextAttemptAt)}, ${span(nextAttemptAt - now)}`;
  const most = RETRY_AFTER_MS.length + 1;
  switch (state) {
    case 'sending':
      return attempt > 1
        ? `attempt ${attempt} of ${most} is under way; the one before failed${said}`
        : `it is being sent${said === '' ? '' : `; last heard${said}`}`;
    case 'processing':
      return `the network is working on the media; it is asked again${next}`;
    case 'retrying':
      return `attempt ${attempt} of ${most} failed${said}; the next one is${next}`;
    case 'in_doubt':
      return `attempt ${attempt} of ${most} may be live already and nobody can tell${said}; the next copy goes out${next}, unless somebody says what is there`;
    case 'limited':
      return `the network's rate limit is used up${said}; it goes on${next}`;
    case 'refreshing':
      return 'the access was over and is being renewed, then it goes on';
    case 'waiting_account':
    case 'verifying.waiting_account':
      return `it waits for a person${said}`;
    case 'verifying.looking':
    case 'verifying.refreshing':
      return `the answer was lost${said}; it looks whether the post is live before anything is sent again${next === '' ? '' : `, at the earliest${next}`}`;
    case 'verifying.waiting':
      return `the answer was lost${said}, and the network does not say yet whether the post is live; it is looked for again, and sent again${next} at the earliest`;
    case 'published':
      return [`it is live${url === null ? '' : ` at ${url}`}`, ...warnings].join('; but ');
    case 'unresolved':
      return `nobody knows whether it is live${said}`;
    case 'failed':
      return `it failed${attempt > 1 ? ` after ${attempt} attempts` : ''}${said}`;
    case 'cancelled':
      return `it was cancelled before it was sent${said}`;
    default:
      return `it is in the state "${state}"${said}`;
  }
}

/** Without the full stop of the network's own sentence. */
const quoted = (error: string) => `"${error.replace(/\.$/, '')}"`;

/** `in 5 min`, `2 h ago`. */
export function span(ms: number): string {
  const size = Math.abs(ms);
  const [amount, unit] =
    size < 90_000
      ? [Math.round(size / 1000), 's']
      : size < 90 * 60_000
        ? [Math.round(size / 60_000), 'min']
        : size < 48 * 3_600_000
          ? [Math.round(size / 3_600_000), 'h']
          : [Math.round(size / 86_400_000), 'days'];
  return ms >= 0 ? `in ${amount} ${unit}` : `${amount} ${unit} ago`;
}
