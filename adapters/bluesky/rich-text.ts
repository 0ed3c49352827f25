/**
 * Links, mentions and tags. The server does not detect them: each needs a facet with its position in UTF-8 bytes.
 * Mentions and tags are found by Bluesky's own library, as its apps do. Its links need a space before them, and take in
 * signs of the sentence after them, so those are found by our own rules.
 */
import { addressesIn, WEB_AND_HOSTS } from '../lib/addresses.ts';
import type { AccountAccess } from '../port/account.ts';
import { query } from './xrpc.ts';

export type Facet = {
  index: { byteStart: number; byteEnd: number };
  features: Feature[];
};
type Feature =
  | { $type: 'app.bsky.richtext.facet#link'; uri: string }
  | { $type: 'app.bsky.richtext.facet#tag'; tag: string }
  | { $type: 'app.bsky.richtext.facet#mention'; did: string };

const MENTION = 'app.bsky.richtext.facet#mention';
const LINK = 'app.bsky.richtext.facet#link';

/**
 * Finds links, mentions and tags. Mentions contain the handle until `nameMentions` replaces it by the DID.
 * @param options.cut the text was cut: an address at its end may be incomplete and would lead elsewhere
 */
export async function findFacets(text: string, options: { cut: boolean }): Promise<Facet[]> {
  const { RichText } = await library();
  const { links, rest } = takeLinks(text, options);
  const rich = new RichText({ text: rest });
  rich.detectFacetsWithoutResolution();
  const others = (rich.facets ?? [])
    .map(({ index, features }) => ({ index, features }) as Facet)
    .filter(({ features }) => features.every(({ $type }) => $type !== LINK))
    .filter(({ index }) => !options.cut || index.byteEnd < rich.length);
  return [...links, ...others].toSorted((a, b) => a.index.byteStart - b.index.byteStart);
}

const utf8 = new TextEncoder();

/** @returns the links, and the text with as many spaces in their place as they have bytes */
function takeLinks(text: string, { cut }: { cut: boolean }): { links: Facet[]; rest: string } {
  const links: Facet[] = [];
  let rest = '';
  let done = 0;
  let bytes = 0;
  for (const { start, end, written, mayGoOn } of addressesIn(text, WEB_AND_HOSTS)) {
    const words = text.slice(done, start);
    const byteStart = bytes + utf8.encode(words).length;
    bytes = byteStart + utf8.encode(written).length;
    rest += words + ' '.repeat(bytes - byteStart);
    done = end;
    const uri = /^https?:/i.test(written) ? written : `https://${written}`;
    if (!(cut && mayGoOn)) {
      links.push({ index: { byteStart, byteEnd: bytes }, features: [{ $type: LINK, uri }] });
    }
  }
  return { links, rest: rest + text.slice(done) };
}

/** The handles to look up, each once. */
export function handlesIn(facets: Facet[]): string[] {
  const handles = facets.flatMap(({ features }) =>
    features.flatMap((feature) => (feature.$type === MENTION ? [feature.did] : [])),
  );
  return [...new Set(handles)];
}

export function resolveHandleRequest(account: AccountAccess, handle: string): Request {
  return query(account, 'pds', 'com.atproto.identity.resolveHandle', { handle });
}

/**
 * Replaces handles by DIDs in mentions. A mention of a handle that does not exist becomes plain text, and so does
 * everything that the record's schema would refuse: one odd address must not make the post fail.
 */
export async function nameMentions(facets: Facet[], dids: Map<string, string>): Promise<Facet[]> {
  const { lexicons } = await library();
  return facets
    .map(({ index, features }) => ({
      index,
      features: features.map((feature) => nameMention(feature, dids)),
    }))
    .filter((facet) => lexicons.validate('app.bsky.richtext.facet', facet).success);
}

function nameMention(feature: Feature, dids: Map<string, string>): Feature {
  return feature.$type === MENTION ? { $type: MENTION, did: dids.get(feature.did) ?? '' } : feature;
}

/** Loaded with the first post to Bluesky: loading takes 0.4 s, because it contains every schema of the network. */
function library() {
  return import('@atproto/api');
}
