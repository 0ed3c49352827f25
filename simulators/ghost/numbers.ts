/** The list of a site's posts with what its members did, and the posts of the past. Every other past post was mailed. */
import { createHash } from 'node:crypto';
import { countsOf, isOneOf } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf, withoutDropped } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { bodyOf } from './post-body.ts';
import { remoteIdOf } from './sites.ts';
import { MEMBERS, type Post, type Site, type State } from './state.ts';

/** A site gives no more at once. */
const MOST = 100;

export function list(world: World<State>, site: Site, { url }: Exchange): Response {
  const limit = Math.min(Number(url.searchParams.get('limit') ?? 15), MOST);
  const page = Number(url.searchParams.get('page') ?? 1);
  const found = world.state.posts
    .filter((post) => post.site === site.name && ['published', 'sent'].includes(post.status))
    .toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
  const pages = Math.max(1, Math.ceil(found.length / limit));
  const posts = found
    .slice((page - 1) * limit, page * limit)
    .flatMap((post) =>
      bodyOf(world, post).posts.map((body) => ({ ...body, ...numbersIn(world, post, body.email) })),
    );
  const next = page < pages ? page + 1 : null;
  const pagination = { page, limit, pages, total: found.length, next, prev: page > 1 ? page - 1 : null };
  return Response.json({ posts, meta: { pagination } });
}

function numbersIn(world: World<State>, post: Post, email: object | null) {
  const now = world.now();
  const counts = countsOf(post.id, { publishedAt: post.publishedAt ?? now, now });
  const count = withoutDropped(world.state.numbers, {
    clicks: counts.clicks,
    signups: Math.floor(counts.clicks / 10),
    conversions: Math.floor(counts.clicks / 50),
    positive_feedback: counts.likes,
    negative_feedback: Math.floor(counts.likes / 20),
  });
  const opened = Math.min(MEMBERS, Math.floor((MEMBERS * counts.reach) / (counts.views + 1)));
  return {
    count,
    email: email && { ...email, delivered_count: MEMBERS - 1, opened_count: opened, failed_count: 1 },
  };
}

/** @returns numbers by the account's id, which names the site */
export function ghostNumbers(world: World<State>): NetworkNumbers {
  const { state } = world;
  return numbersOf(state.numbers, (account, history) => {
    const site = state.sites.find((one) => remoteIdOf(world, one) === account);
    if (!site) return;
    const past = pastPosts(account, history, world.now()).map(({ text, at }): Post => {
      const number = world.nextNumber();
      const id = createHash('sha256').update(`past post ${number}`).digest('hex').slice(0, 24);
      const mail = {
        id: `email-${number}`,
        status: 'submitted',
        newsletter: 'weekly',
        recipient_filter: 'all',
      };
      return {
        id,
        uuid: createHash('sha256').update(`past uuid ${number}`).digest('hex').slice(0, 32),
        site: site.name,
        title: text,
        html: `<p>${text}</p>`,
        slug: `past-${number}`,
        status: 'published',
        tags: [],
        featureImage: null,
        featureImageAlt: null,
        canonicalUrl: null,
        createdAt: at,
        updatedAt: at,
        publishedAt: at,
        email: isOneOf(id, 'mailed', 2) ? mail : null,
      };
    });
    state.posts.unshift(...past);
  });
}
