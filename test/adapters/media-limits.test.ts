/**
 * The size of files that each network takes: a file of one byte more is converted, or refused with the limit in the sentence,
 * and never sent as it is.
 */
import { equal, match, ok } from 'node:assert/strict';
import { join } from 'node:path';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { MediaItem, PublishStep } from '../../adapters/port/publish.ts';
import { createIncoming } from '../../src/features/media/incoming.ts';
import { createLocalStorage } from '../../src/features/media/local-storage.ts';
import { Media } from '../../src/features/media/media.ts';
import { boardOf } from '../../simulators/pinterest/index.ts';
import { networks as simulators } from '../../simulators/networks.ts';
import { drive, setScene, type Scene } from '../contract/drive.ts';
import { open, post } from '../contract/media.ts';

const MB = 1_000_000;
const MIB = 1024 * 1024;

/** The service itself reads no more of a file that it uploads. Networks that take more are never asked. */
const OWN = { image: 100 * MB, gif: 100 * MB, video: 300 * MB, document: 100 * MB };
/** The network fetches the file from its own address, or shows a link to it, and names no limit. */
const LINKED = 'linked';
/** The site or server sets it, and says so when it refuses. */
const ITS_OWN = 'its own';
/** Not documented, and not found. */
const UNKNOWN = 'unknown';
type Limit = number | 'linked' | 'its own' | 'unknown';

/** By kind of file. A kind that is not here is refused or left out by the plan. */
const LIMITS: { [network in keyof typeof networks]: { [kind in MediaItem['kind']]?: Limit } } = {
  bluesky: { image: 2 * MB - 1, gif: OWN.gif, video: OWN.video },
  devto: { image: LINKED, gif: LINKED },
  discord: { image: 10 * MIB, gif: 10 * MIB },
  facebook: { image: 4 * MB, gif: 4 * MB, video: OWN.video },
  ghost: { image: ITS_OWN, gif: ITS_OWN, video: LINKED },
  google_business: { image: 5 * MB },
  hashnode: { image: 8 * MB, gif: 8 * MB },
  instagram: { image: 8 * MB, video: 300 * MB },
  linkedin: { image: 5 * MB, gif: UNKNOWN, video: OWN.video, document: OWN.document },
  mastodon: { image: 16 * MIB, gif: 16 * MIB, video: ITS_OWN },
  pinterest: { image: 10 * MB, gif: 20 * MB, video: OWN.video },
  reddit: { image: LINKED, gif: LINKED },
  slack: { image: OWN.image, gif: OWN.gif },
  telegram: { image: 10 * MB, gif: 50 * MB, video: 50 * MB },
  threads: { image: 8 * MB, video: 1000 * MB },
  tiktok: { image: 20 * MB, video: OWN.video },
  tumblr: { image: 10 * MB, gif: 20 * MB, video: OWN.video },
  wordpress: { image: ITS_OWN, gif: ITS_OWN, video: ITS_OWN },
  x: { image: 5 * MB, gif: 15 * MB, video: OWN.video },
  youtube: { video: OWN.video },
};

const FILES: { [kind in MediaItem['kind']]: string } = {
  image: 'photo.jpg',
  gif: 'party.gif',
  video: 'clip.mp4',
  document: 'slides.pdf',
};
const kinds = Object.keys(FILES) as MediaItem['kind'][];

/** A post with one file of a kind, `bytes` long. */
function postOf(network: string, kind: MediaItem['kind'], bytes: number) {
  const file = `${bytes}/${FILES[kind]}`;
  if (network !== 'pinterest') return post('Title\n\nHello', [file]);
  return post('Hello', kind === 'video' ? [file, '1/cover.jpg'] : [file], {
    pinterestBoardId: boardOf('rosa'),
  });
}

function sceneOf(network: string, fetch?: typeof globalThis.fetch): Scene {
  const simulated = simulators.find(({ platform }) => platform === network);
  ok(simulated);
  const notSecret =
    'identifier did chatId chatUsername channelId channelType teamId site clientId account'.split(' ');
  notSecret.push('languageCode', 'webhookId', 'guildId', 'keyId', 'publicationId');
  const adapter: Manifest = networks[network as keyof typeof networks];
  return setScene({ adapter, network: simulated, notSecret }, fetch && { fetch });
}

/** The sample of a file, with as many bytes after it as make it so long: `https://media.test/<bytes>/photo.jpg`. */
async function serve(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { url, method } = new Request(input, init);
  const [, said = '0', extension = ''] = /media\.test\/(\d+)\/\w+\.(\w+)$/.exec(url) ?? [];
  const { bytes: sample, contentType } = await open({ url, kind: 'image', extension });
  const bytes = Math.max(Number(said), sample.length);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = sent === 0 ? sample : new Uint8Array(Math.min(MIB, bytes - sent));
      if (chunk.length === 0) return controller.close();
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const headers = { 'content-type': contentType, 'content-length': String(bytes) };
  return new Response(method === 'HEAD' ? null : body, { headers });
}

/** What the service gives to adapters, over a folder. @returns and the fetch of networks, which see hosted copies too */
function mediaIn(folder: string) {
  const base = 'https://troupe.test';
  const storage = createLocalStorage(folder);
  const incoming = createIncoming(join(folder, 'incoming'));
  const media = new Media({ storage, incoming, fetch: serve, baseUrl: () => base, clock: Date.now });
  const { signal } = new AbortController();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { url, method } = new Request(input, init);
    if (!url.startsWith(base)) return serve(input, init);
    const name = url.slice(url.lastIndexOf('/') + 1);
    const { bytes = 0 } = (await storage.stat(name)) ?? {};
    const chunks: Uint8Array[] = [];
    for await (const chunk of storage.read(name, { from: 0, to: bytes - 1 })) chunks.push(chunk);
    const headers = { 'content-type': 'image/jpeg', 'content-length': String(bytes) };
    return new Response(method === 'HEAD' ? null : Buffer.concat(chunks), { headers });
  };
  const own: Pick<PublishStep, 'open' | 'host'> = {
    open: (item, requirements, part) => media.open(item, signal, requirements, { part }),
    host: (item, requirements) => media.host(item, signal, requirements),
  };
  return { fetch, media: own };
}

void t.test('the table has each network and each kind of file that it takes', async () => {
  equal(Object.keys(LIMITS).toSorted().join(), Object.keys(networks).toSorted().join());
  for (const [network, limits] of Object.entries(LIMITS)) {
    const { adapter, account } = sceneOf(network);
    const taken = kinds.filter((kind) => {
      if (kind === 'document' && adapter.publish.documents !== true) return false;
      const { media, refusals } = adapter.publish.plan(postOf(network, kind, 1), account);
      return refusals.length === 0 && media.some((item) => item.kind === kind);
    });
    equal(taken.toSorted().join(), Object.keys(limits).toSorted().join(), network);
  }
});

for (const [network, limits] of Object.entries(LIMITS)) {
  for (const kind of kinds) {
    const most = limits[kind];
    if (typeof most !== 'number') continue;
    void t.test(`${network}: a ${kind} of more than ${most} bytes is not sent as it is`, async (t) => {
      const { fetch, media } = mediaIn(t.testdir());
      const scene = sceneOf(network, fetch);
      const driven = await drive(scene, { post: postOf(network, kind, most + 1), media });
      if (driven.status === 'published') {
        const sent = scene.sandbox.ledger.entries().flatMap(({ media }) => media);
        ok(kind === 'image' && sent.length > 0, `a ${kind} cannot be converted`);
        for (const { bytes } of sent) ok(bytes <= most, `${bytes} bytes were sent`);
        return;
      }
      const limit = most === OWN[kind] ? `(${most}|larger than ${most / MB} MB)` : String(most);
      match(driven.error ?? '', new RegExp(limit), 'the sentence names the limit');
      equal(scene.sandbox.ledger.entries().length, 0);
    });

    // larger files are read for minutes
    if (kind !== 'gif' || most > 20 * MB) continue;
    void t.test(`${network}: a ${kind} of ${most} bytes is sent`, async (t) => {
      const { fetch, media } = mediaIn(t.testdir());
      const driven = await drive(sceneOf(network, fetch), { post: postOf(network, kind, most), media });
      equal(driven.status, 'published', driven.error ?? '');
    });
  }
}
