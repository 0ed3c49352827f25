/** Single steps of the adapter on the real server, without the service, so that one can be repeated. */
import { ok } from 'node:assert/strict';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type { MediaItem, OpenedMedia, PublishStep } from '../../adapters/port/publish.ts';
import type { Work } from '../../adapters/bluesky/checkpoint.ts';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import type { Checkpoint } from '../../machines/outcome.ts';
import type { File } from './files.ts';
import { noneHeld } from '../contract/media.ts';

/** One step of a separate delivery, as the service would run it. */
export function stepFor(
  account: AccountAccess,
  text: string,
  deliveryId: string,
  checkpoint: Checkpoint | null = null,
  media: { item: MediaItem; file: File }[] = [],
): PublishStep {
  const opened = async (item: MediaItem): Promise<OpenedMedia> => {
    const { file: bytes } = media.find((one) => one.item.url === item.url)!;
    return { bytes, contentType: 'image/jpeg', width: 600, height: 400 };
  };
  const post = { text, media: media.map(({ item }) => item), options: {} };
  return {
    account,
    plan: bluesky.publish.plan(post, account),
    options: {},
    deliveryId,
    checkpoint,
    now: Date.now(),
    fetch,
    signal: AbortSignal.timeout(60_000),
    heldIds: noneHeld,
    open: opened,
    host: () => Promise.reject(new Error('bluesky is sent bytes')),
  };
}

/** Runs steps until the record is complete: the next one would write it. */
export async function untilRecord(step: PublishStep): Promise<PublishStep> {
  for (let current = step; ;) {
    const work = current.checkpoint as Work | null;
    if (work?.record?.text === step.plan.text) return current;
    const outcome = await bluesky.publish.publish(current);
    ok(outcome.kind === 'progress', JSON.stringify(outcome));
    current = { ...current, checkpoint: outcome.checkpoint };
  }
}
