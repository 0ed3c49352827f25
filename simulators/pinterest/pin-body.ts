/** A pin as responses show it. */
import type { Account, Pin } from './state.ts';

export function pinBody({ username }: Account, pin: Pin): object {
  const isVideo = pin.media.some(({ type }) => type.startsWith('video/'));
  return {
    id: pin.id,
    created_at: timeOf(pin.at),
    board_id: pin.board,
    board_section_id: null,
    board_owner: { username },
    title: pin.title,
    description: pin.description,
    link: pin.link,
    alt_text: pin.media.find(({ alt }) => alt !== undefined)?.alt ?? null,
    creative_type: isVideo ? 'VIDEO' : 'REGULAR',
    is_owner: true,
    media: { media_type: isVideo ? 'video' : 'image' },
  };
}

/** UTC, whole seconds. */
export function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
