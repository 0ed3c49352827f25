/** Which networks send events by a stream, and the start of their streams' actors (machines/stream.ts). */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { StreamInput } from '../../../machines/stream.ts';
import type { Tx } from '../../../store/connect.ts';
import { isReceiving } from '../../../store/receiving.ts';
import { lacksStream, streamIdOf } from '../../../store/streams.ts';
import { INSTALLATION } from '../../engine/installation.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import { stream } from '../../kinds/stream.ts';

/** Has a network's stream opened, where it is not open. Part of a turn. @param input.heardAt for an actor that is started */
export async function needStream(tx: Tx, turn: Turn, input: StreamInput): Promise<void> {
  const id = streamIdOf(input.platform);
  if (await lacksStream(tx, input.platform))
    turn.start({ kind: stream.name, id, workspaceId: INSTALLATION, input });
  else turn.tell(INSTALLATION, { to: id, event: { type: 'stream.needed' } });
}

/**
 * Starts the actors of streams by which accounts receive, and that have none: a program that knew no such actors connected the
 * accounts, or the setting is new. Nothing is known of what was missed, so all of it is asked for. Safe to call at any time, from
 * any number of nodes.
 */
export async function startStreams({
  node,
  adapters,
}: {
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
}): Promise<void> {
  for (const { platform, inbound } of Object.values(adapters)) {
    if (!inbound?.stream?.isUsed) continue;
    await node.command(async (tx, turn) => {
      if (await isReceiving(tx, platform)) await needStream(tx, turn, { platform, heardAt: 0 });
      return { result: null };
    });
  }
}

/**
 * The adapters with the streams that the settings choose.
 * @param streams platforms whose events come by a stream
 */
export function withStreams(
  adapters: { [platform: string]: Manifest },
  streams: readonly string[],
): { [platform: string]: Manifest } {
  return Object.fromEntries(
    Object.entries(adapters).map(([platform, adapter]) => {
      const { inbound } = adapter;
      if (!inbound?.stream || !streams.includes(platform)) return [platform, adapter];
      return [platform, { ...adapter, inbound: { ...inbound, stream: { ...inbound.stream, isUsed: true } } }];
    }),
  );
}
