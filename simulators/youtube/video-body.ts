/** A video as responses show it. */
import type { World } from '../simulator.ts';
import { type State, type Video, hash } from './state.ts';

/** Whole seconds, as theirs. */
export function timeOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

export function videoBody({ id, channel, title, description, privacy, at, rejected }: Video): object {
  return {
    kind: 'youtube#video',
    etag: hash(id).slice(0, 12),
    id,
    snippet: { publishedAt: timeOf(at), channelId: channel, title, description, categoryId: '22' },
    status: {
      uploadStatus: rejected ? 'rejected' : 'uploaded',
      ...(rejected ? { rejectionReason: 'duplicate' } : {}),
      privacyStatus: privacy,
      license: 'youtube',
      embeddable: true,
      publicStatsViewable: true,
      selfDeclaredMadeForKids: false,
    },
  };
}

export function videoOf(world: World<State>, id: string): Response {
  const video = world.state.videos[id];
  return video ? Response.json(videoBody(video)) : new Response(null, { status: 410 });
}
