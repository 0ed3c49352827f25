/**
 * Links, mentions and tags. The server makes nothing clickable by itself: each needs a facet, with its place in UTF-8
 * bytes. Bluesky's own library finds them as its apps do.
 */
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

/**
 * Finds what should be clickable. Mentions carry the handle in place of the DID until `nameMentions` has put it there.
 * @param options.cut the text was cut: what touches its end may be half of an address, and would lead elsewhere
 */
export async function findFacets(text: string, options: { cut: boolean }): Promise<Facet[]> {
  const { RichText } = await library();
  const rich = new RichText({ text });
  rich.detectFacetsWithoutResolution();
  const found = (rich.facets ?? []).map(({ index, features }) => ({ index, features }) as Facet);
  return options.cut ? found.filter((facet) => facet.index.byteEnd < rich.length) : found;
}

/** The handles that must be looked up, each once. */
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
 * Puts the DIDs into the mentions. A mention of nobody becomes plain text, and so does whatever the record's schema
 * would refuse: one odd address must not cost the post.
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

/** Loaded with the first post to Bluesky: it takes 0.4 s and knows every schema of the network. */
function library() {
  return import('@atproto/api');
}
