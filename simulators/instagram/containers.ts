/** Creating containers: captions, carousels, and their checks. */
import type { World } from '../simulator.ts';
import { statusOf } from './container-status.ts';
import { notReady, refusal } from './errors.ts';
import { type Input, isTrue, textOf } from './input.ts';
import { download } from './pictures.ts';
import {
  type Container,
  MAX_CAPTION_CHARS,
  MAX_HASHTAGS,
  MAX_MENTIONS,
  POLLS,
  type State,
  idDigits,
} from './state.ts';

export async function makeContainer(
  world: World<State>,
  account: string,
  input: Input,
): Promise<Container | Response> {
  const mediaType = textOf(input, 'media_type');
  const caption = textOf(input, 'caption');
  const isCarouselItem = isTrue(input, 'is_carousel_item');
  if (!['', 'IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'].includes(mediaType)) {
    return refusal(400, { code: 100, subcode: 2207023 }, `The media type ${mediaType} is unknown.`);
  }
  if (isCarouselItem && ['REELS', 'STORIES', 'CAROUSEL'].includes(mediaType)) {
    return refusal(400, { code: 100 }, `A carousel item cannot be of media_type ${mediaType}.`);
  }
  if (isCarouselItem && caption !== '') {
    return refusal(400, { code: 100 }, 'Param caption is not allowed for carousel items.');
  }
  if (mediaType === 'VIDEO' && !isCarouselItem) {
    return refusal(400, { code: 100, subcode: 2207023 }, 'VIDEO is for carousel items only; use REELS.');
  }
  if (input['upload_type'] !== undefined) {
    return refusal(400, { code: 100 }, 'Param upload_type is not allowed with Instagram Login.');
  }
  const isStory = mediaType === 'STORIES';
  if (isStory && caption !== '') {
    return refusal(400, { code: 100 }, 'Param caption is not allowed for stories.');
  }
  const refused = captionFault(caption);
  if (refused) return refused;

  const blank = { account, isCarouselItem, caption, children: [], failure: null };
  if (mediaType === 'CAROUSEL') {
    const children = childrenOf(world, account, input);
    if (children instanceof Response) return children;
    const files = children.flatMap(({ files }) => files);
    const ids = children.map(({ id }) => id);
    return keep(world, { ...blank, kind: 'carousel', files, children: ids });
  }
  const isVideo = isStory ? input['video_url'] !== undefined : ['REELS', 'VIDEO'].includes(mediaType);
  const kind = isVideo ? 'video' : 'image';
  const param = `${kind}_url`;
  const url = textOf(input, param);
  if (url === '') return refusal(400, { code: 100 }, `The parameter ${param} is required`);
  const file = await download(world, url, kind, isCarouselItem || isStory);
  if (file instanceof Response) return file;
  const { failure, ...kept } = file;
  const story = isStory ? { isStory } : {};
  const alt = textOf(input, 'alt_text');
  if (alt !== '' && (isVideo || isStory))
    return refusal(400, { code: 100 }, 'Param alt_text is for photos, not for reels and stories.');
  const files = [{ url, ...kept, ...(alt !== '' && { alt }) }];
  return keep(world, { ...blank, ...story, kind, files, failure });
}

function keep(
  world: World<State>,
  made: Omit<Container, 'id' | 'madeAt' | 'pollsLeft' | 'mediaId'>,
): Container {
  const id = `179${idDigits(world.nextNumber())}`;
  const pollsLeft = POLLS[made.kind];
  const container: Container = { ...made, id, madeAt: world.now(), pollsLeft, mediaId: null };
  world.state.containers[id] = container;
  return container;
}

function captionFault(caption: string): Response | null {
  if (Array.from(caption).length > MAX_CAPTION_CHARS) {
    return refusal(400, { code: 36_004, subcode: 2207010 }, 'The caption was too long.', {
      title: 'Caption is too long',
      message: `The submitted image caption was too long. The maximum is ${MAX_CAPTION_CHARS} characters.`,
    });
  }
  const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0;
  const mentions = caption.match(/(?<!\w)@\w+/g)?.length ?? 0;
  if (hashtags <= MAX_HASHTAGS && mentions <= MAX_MENTIONS) return null;
  return refusal(400, { code: 100, subcode: 2207040 }, 'Cannot use more than the maximum number of tags.');
}

function childrenOf(world: World<State>, account: string, input: Input): Container[] | Response {
  const given = input['children'];
  const ids = Array.isArray(given) ? given.map(String) : textOf(input, 'children').split(',').filter(Boolean);
  if (ids.length < 2 || ids.length > 10) {
    return refusal(400, { code: 100, subcode: 2207028 }, 'A carousel must have between 2 and 10 items.');
  }
  const children: Container[] = [];
  for (const id of ids) {
    const child = world.state.containers[id];
    if (child?.account !== account || statusOf(world, child) === 'EXPIRED') {
      return refusal(400, { code: 24, subcode: 2207008 }, `The media builder ${id} does not exist.`);
    }
    if (!child.isCarouselItem) {
      return refusal(400, { code: 100 }, `The media ${id} was not made with is_carousel_item.`);
    }
    if (statusOf(world, child) !== 'FINISHED') return notReady();
    children.push(child);
  }
  return children;
}
