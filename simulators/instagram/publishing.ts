/** Publishing a container that is ready, and the daily limit. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { poll, statusOf } from './container-status.ts';
import { makeContainer } from './containers.ts';
import { missing, notReady, refusal, unknownContainer } from './errors.ts';
import { inputOf, textOf } from './input.ts';
import { permalinkOf, pick, typesOf } from './media-fields.ts';
import { HOUR, type Media, POSTS_PER_DAY, type State, idDigits } from './state.ts';
import { called, callerOf } from './tokens.ts';

export function publishRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'media',
      method: 'post',
      path: '/:version/:account/media',
      account,
      answer: (exchange) =>
        called(world, exchange, async ({ id }) => {
          const made = await makeContainer(world, id, await inputOf(exchange));
          return made instanceof Response ? made : Response.json({ id: made.id });
        }),
    },
    {
      call: 'container',
      method: 'get',
      path: '/:version/179:rest',
      account,
      answer: (exchange) =>
        called(world, exchange, (account) => {
          const container = world.state.containers[`179${exchange.params['rest']}`];
          if (container?.account !== account.id) return missing(`179${exchange.params['rest']}`);
          return pick(exchange, 'ShadowIGMediaBuilder', { id: container.id, ...poll(world, container) });
        }),
    },
    {
      call: 'media_publish',
      method: 'post',
      path: '/:version/:account/media_publish',
      account,
      answer: (exchange) =>
        called(world, exchange, async ({ id }) =>
          publish(world, id, textOf(await inputOf(exchange), 'creation_id')),
        ),
    },
    {
      call: 'content_publishing_limit',
      method: 'get',
      path: '/:version/:account/content_publishing_limit',
      account,
      answer: (exchange) =>
        called(world, exchange, ({ id }) =>
          Response.json({
            data: [
              {
                quota_usage: postedToday(world, id),
                config: { quota_total: POSTS_PER_DAY, quota_duration: 86_400 },
              },
            ],
          }),
        ),
    },
  ];
}

function publish(world: World<State>, account: string, containerId: string): Response {
  const container = world.state.containers[containerId];
  if (container?.account !== account) return unknownContainer();
  if (container.isCarouselItem) {
    return refusal(400, { code: 100 }, 'A carousel item cannot be published by itself.');
  }
  const status = statusOf(world, container);
  if (status === 'IN_PROGRESS') return notReady();
  if (status !== 'FINISHED') return unknownContainer();
  if (postedToday(world, account) >= POSTS_PER_DAY) {
    return refusal(400, { code: 9, subcode: 2207042 }, 'The maximum number of posts has been reached.', {
      title: 'Limit reached',
      message:
        'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
    });
  }
  const number = world.nextNumber();
  const { caption, kind, files, isStory } = container;
  const file = files[0]?.url;
  const media: Media = {
    id: `180${idDigits(number)}`,
    account,
    caption,
    kind,
    at: world.now(),
    number,
    ...(isStory && { isStory }),
    ...(file === undefined ? {} : { file }),
  };
  world.state.media[media.id] = media;
  container.mediaId = media.id;
  world.record({
    account,
    id: media.id,
    text: caption,
    media: files,
    details: { ...typesOf(media), permalink: permalinkOf(media), container: containerId },
  });
  return Response.json({ id: media.id });
}

function postedToday(world: World<State>, account: string): number {
  const since = world.now() - 24 * HOUR;
  return Object.values(world.state.media).filter((media) => media.account === account && media.at > since)
    .length;
}
