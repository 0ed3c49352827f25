/** Creating, changing and publishing articles. */
import type { LedgerEntry, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { picturesIn } from '../shared/markdown.ts';
import { addressOf, bodyOf, slugOf } from './article-body.ts';
import { faultOf, filled, read } from './article-checks.ts';
import { articleOf } from './callers.ts';
import { error, refusal } from './errors.ts';
import { type Article, MAX_NEW, type State, type User, WINDOW_MS } from './state.ts';

export async function create(world: World<State>, user: User, { request }: Exchange): Promise<Response> {
  const { state } = world;
  const given = await read(request);
  if (given === null) return refusal(400, 'param is missing or the value is empty: article');
  const recent = state.articles.filter(
    ({ userId, createdAt }) => userId === user.id && world.now() - createdAt < WINDOW_MS,
  );
  if (recent.length >= MAX_NEW) return error(429, 30);
  const article = filled(
    {
      id: 0,
      userId: user.id,
      title: '',
      body: '',
      slug: '',
      tags: [],
      canonicalUrl: null,
      mainImage: null,
      disclosure: null,
      published: false,
      createdAt: world.now(),
      publishedAt: null,
    },
    given,
  );
  const wrong = faultOf(state, article);
  if (wrong !== null) return refusal(422, wrong);
  article.id = 1000 + world.nextNumber();
  article.slug = `${slugOf(article)}-temp-slug-${world.nextNumber()}`;
  state.articles.push(article);
  if (given.published === true) await publish(world, article);
  return Response.json(bodyOf(world, article), { status: 201 });
}

export async function update(
  world: World<State>,
  user: User,
  { request, params }: Exchange,
): Promise<Response> {
  const given = await read(request);
  if (given === null) return refusal(400, 'param is missing or the value is empty: article');
  const article = articleOf(world, user, params['id']);
  if (!article) return error(404, undefined);
  const changed = filled(article, given);
  const wrong = faultOf(world.state, changed);
  if (wrong !== null) return refusal(422, wrong);
  Object.assign(article, changed);
  if (given.published === true) await publish(world, article);
  if (given.published === false) article.published = false;
  return Response.json(bodyOf(world, article));
}

async function publish(world: World<State>, article: Article): Promise<void> {
  if (article.published) return;
  article.published = true;
  if (article.publishedAt !== null) return;
  article.publishedAt = world.now();
  article.slug = slugOf(article);
  const cover = article.mainImage === null ? [] : [article.mainImage];
  const pictures = [...cover, ...picturesIn(article.body)];
  world.record({
    account: String(article.userId),
    id: String(article.id),
    text: article.body,
    media: await Promise.all(pictures.map((url) => fetched(world, url))),
    details: {
      title: article.title,
      tags: article.tags,
      canonicalUrl: article.canonicalUrl,
      cover: article.mainImage,
      aiDisclosure: article.disclosure,
      url: addressOf(world, article),
    },
  });
}

/** DEV fetches pictures when it shows them; one it cannot fetch is missing on the page. */
async function fetched(world: World<State>, url: string): Promise<LedgerEntry['media'][number]> {
  const response = await world.fetch(url).catch(() => null);
  if (!response?.ok) return { url, type: 'not fetched', bytes: 0 };
  const type = response.headers.get('content-type') ?? '';
  return { url, type, bytes: (await response.arrayBuffer()).byteLength };
}
