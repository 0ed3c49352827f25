/** Creating, reading and listing records, and uploading blobs. */
import type { Json } from '../../machines/outcome.ts';
import type { LedgerEntry, Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { blobObject, blobsIn, storeBlob } from './blobs.ts';
import { error, refusal } from './errors.ts';
import { DAG_CBOR, RAW, canonical, cidOf, tid, uriOf } from './ids.ts';
import { type JsonObject, inputOf, isObject, textIn } from './input.ts';
import { type Write, readWrite } from './record-checks.ts';
import {
  type Account,
  BLOB_LIFE_MS,
  COLLECTION,
  MAX_UPLOAD_BYTES,
  type State,
  findAccount,
} from './state.ts';
import { authorize, callerOf } from './tokens.ts';

export function recordRoutes(world: World<State>): Route[] {
  const write = async ({ request }: Exchange, judge: (write: Write) => Response): Promise<Response> => {
    const caller = authorize(world, request, 'com.atproto.access');
    if (caller instanceof Response) return caller;
    const read = await readWrite(world, caller.account, await inputOf(request));
    return read instanceof Response ? read : judge(read);
  };
  return [
    {
      call: 'com.atproto.repo.uploadBlob',
      method: 'post',
      path: '/xrpc/com.atproto.repo.uploadBlob',
      account: callerOf,
      async answer({ request }) {
        const caller = authorize(world, request, 'com.atproto.access');
        if (caller instanceof Response) return caller;
        const bytes = new Uint8Array(await request.arrayBuffer());
        if (bytes.length > MAX_UPLOAD_BYTES)
          return refusal(413, 'PayloadTooLarge', 'request entity too large');
        const mimeType = request.headers.get('content-type') ?? '*/*';
        const cid = cidOf(RAW, bytes);
        caller.account.blobs[cid] ??= storeBlob(world, bytes, mimeType);
        caller.account.blobs[cid].storedAt = world.now();
        return Response.json({ blob: blobObject(cid, caller.account.blobs[cid]) });
      },
    },
    {
      call: 'com.atproto.repo.putRecord',
      method: 'post',
      path: '/xrpc/com.atproto.repo.putRecord',
      account: callerOf,
      answer: (exchange) =>
        write(exchange, ({ account, rkey, record, input }) => {
          if (rkey === null) return refusal(400, 'InvalidRequest', 'Input must have the property "rkey"');
          const current = account.posts[rkey];
          const cid = cidOf(DAG_CBOR, canonical(record));
          if (current?.cid === cid) {
            return Response.json({ uri: uriOf(account, rkey), cid, validationStatus: 'valid' });
          }
          const swap = isObject(input) ? input['swapRecord'] : undefined;
          if (swap !== undefined && swap !== (current?.cid ?? null)) {
            return refusal(400, 'InvalidSwap', `Record was at ${current?.cid ?? 'null'}`);
          }
          return store(world, account, rkey, record);
        }),
    },
    {
      call: 'com.atproto.repo.createRecord',
      method: 'post',
      path: '/xrpc/com.atproto.repo.createRecord',
      account: callerOf,
      answer: (exchange) =>
        write(exchange, ({ account, rkey, record }) =>
          rkey !== null && account.posts[rkey] !== undefined
            ? error(500, undefined)
            : store(world, account, rkey ?? tid(world), record),
        ),
    },
    {
      call: 'com.atproto.repo.getRecord',
      method: 'get',
      path: '/xrpc/com.atproto.repo.getRecord',
      account: ({ url }) => findAccount(world, url.searchParams.get('repo') ?? '')?.did ?? null,
      answer({ url }) {
        const repo = url.searchParams.get('repo') ?? '';
        const collection = url.searchParams.get('collection') ?? '';
        const rkey = url.searchParams.get('rkey') ?? '';
        const account = findAccount(world, repo);
        if (account === null) return refusal(400, 'RepoNotFound', `Could not find repo: ${repo}`);
        const post = collection === COLLECTION ? account.posts[rkey] : undefined;
        return post === undefined
          ? refusal(400, 'RecordNotFound', `Could not locate record: at://${repo}/${collection}/${rkey}`)
          : Response.json({ uri: uriOf(account, rkey), cid: post.cid, value: post.value });
      },
    },
  ];
}

/** Writes a post that was not there, or another text in its place, once its blobs are found. */
function store(world: World<State>, account: Account, rkey: string, record: JsonObject): Response {
  const unknown = unknownReference(account, record['reply']);
  if (unknown !== null) return refusal(400, 'InvalidRequest', `Invalid ${COLLECTION} record: ${unknown}`);
  const blobs = blobsIn(record['embed']);
  for (const { cid, most, accept } of blobs) {
    const blob = account.blobs[cid];
    if (blob === undefined || (!blob.used && blob.storedAt + BLOB_LIFE_MS < world.now())) {
      return refusal(400, 'BlobNotFound', `Could not find blob: ${cid}`);
    }
    if (blob.size > most) {
      const message = `This file is too large. It is ${blob.size} bytes but the maximum size is ${most} bytes.`;
      return refusal(400, 'BlobTooLarge', message);
    }
    if (!accept.test(blob.mimeType)) {
      const message = `Wrong type of file. It is ${blob.mimeType} but it must match ${accept.source}.`;
      return refusal(400, 'InvalidMimeType', message);
    }
  }
  const cid = cidOf(DAG_CBOR, canonical(record));
  const isNew = account.posts[rkey] === undefined;
  const media: LedgerEntry['media'] = [];
  const descriptions = descriptionsIn(record['embed']);
  for (const [index, { cid }] of blobs.entries()) {
    const blob = account.blobs[cid];
    if (blob === undefined) continue;
    blob.used = true;
    const alt = descriptions[index];
    media.push({ url: blob.url, type: blob.mimeType, bytes: blob.size, ...(alt && { alt }) });
  }
  account.posts[rkey] = { cid, value: record };
  const uri = uriOf(account, rkey);
  if (isNew) {
    const embed = isObject(record['embed']) ? textIn(record['embed'], '$type') : null;
    const replyTo = parentIn(record['reply']);
    const preview = previewIn(record['embed']);
    const details = {
      rkey,
      createdAt: textIn(record, 'createdAt'),
      embed,
      facets: record['facets'] ?? [],
      ...(record['langs'] !== undefined && { langs: record['langs'] }),
      ...(replyTo !== '' && { replyTo }),
      ...(preview && { preview }),
    };
    world.record({ account: account.did, id: uri, text: textIn(record, 'text'), media, details });
  }
  const commit = { cid: cidOf(DAG_CBOR, canonical([uri, cid])), rev: tid(world) };
  return Response.json({ uri, cid, commit, validationStatus: 'valid' });
}

const parentIn = (reply: Json | undefined) =>
  isObject(reply) && isObject(reply['parent']) ? textIn(reply['parent'], 'uri') : '';

/** The reference server accepts these, and apps show such a reply nowhere. The sandbox refuses them, so that a test notices. */
function unknownReference(account: Account, reply: Json | undefined): string | null {
  if (!isObject(reply)) return null;
  for (const name of ['root', 'parent']) {
    const ref = isObject(reply[name]) ? reply[name] : {};
    const uri = textIn(ref, 'uri');
    const post = account.posts[uri.split('/').at(-1) ?? ''];
    if (uri.startsWith(`at://${account.did}/`) && post?.cid !== textIn(ref, 'cid'))
      return `Record/reply/${name} names no version of ${uri}`;
  }
  return null;
}

/** The preview of a page, without its picture. */
function previewIn(embed: Json | undefined): { url: string; title: string; description: string } | null {
  const external = isObject(embed) ? embed['external'] : undefined;
  if (!isObject(external)) return null;
  const [url, title, description] = ['uri', 'title', 'description'].map((name) => textIn(external, name));
  return { url: url!, title: title!, description: description! };
}

/** The descriptions in an embed of pictures or of a video, in the order of its files. */
function descriptionsIn(embed: Json | undefined): string[] {
  if (!isObject(embed)) return [];
  const list = embed['images'] ?? embed['items'];
  const files: Json[] = Array.isArray(list) ? list : [embed];
  return files.map((file) => (isObject(file) ? textIn(file, 'alt') : ''));
}
