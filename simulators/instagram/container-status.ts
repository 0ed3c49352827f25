/** How far the processing of a container is. */
import type { World } from '../simulator.ts';
import { CONTAINER_LIFE_MS, type Container, type State } from './state.ts';

type StatusCode = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

export function statusOf(world: World<State>, container: Container): StatusCode {
  if (container.mediaId !== null) return 'PUBLISHED';
  if (world.now() - container.madeAt >= CONTAINER_LIFE_MS) return 'EXPIRED';
  if (container.pollsLeft > 0) return 'IN_PROGRESS';
  return container.failure === null ? 'FINISHED' : 'ERROR';
}

const STATUS_TEXT: { [code in StatusCode]: string } = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  EXPIRED: 'Expired: Media was not published within 24 hours.',
  ERROR: 'Error: Media upload has failed',
};

export function poll(world: World<State>, container: Container): { status_code: StatusCode; status: string } {
  const code = statusOf(world, container);
  if (code === 'IN_PROGRESS') container.pollsLeft -= 1;
  const failed = code === 'ERROR' ? ` with error code ${container.failure}` : '';
  return { status_code: code, status: `${STATUS_TEXT[code]}${failed}` };
}
