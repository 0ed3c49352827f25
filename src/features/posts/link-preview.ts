/**
 * The preview of a page that an account's copy of a post gets (docs/contract.md, Link previews). Only networks that show one
 * because the post names it are sent one; others make their own.
 */
import { Type } from 'typebox';
import { addressesIn, WEB_AND_HOSTS } from '../../../adapters/lib/addresses.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { FieldWarning, LinkPreview, Refusal } from '../../../adapters/port/publish.ts';
import type { PageReading } from '../../../store/link-previews.ts';
import type { LinkPreviewSetting } from '../../../store/post-extras.ts';
import { invalid } from '../../api/problem.ts';
import { closed } from '../../api/schemas.ts';
import { MAX_PAGE_URL } from '../link-previews/index.ts';
import { MAX_URL } from './fields.ts';

/** Characters: no network that is sent a preview takes a longer title or description. */
const MAX_TITLE = 300;
const MAX_DESCRIPTION = 1_000;

export const linkPreviewField = Type.Union(
  [
    Type.Literal(false),
    Type.Object(
      {
        url: Type.String({ minLength: 1, maxLength: MAX_URL }),
        title: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TITLE })),
        description: Type.Optional(Type.String({ maxLength: MAX_DESCRIPTION })),
        image: Type.Optional(Type.String({ maxLength: MAX_URL })),
      },
      closed,
    ),
  ],
  {
    description:
      'The page whose preview is shown below the post; `false`: none. If absent, the first address of the text is shown, if the post has no media.',
  },
);

/** Pages as they were read, by URL. */
export type Pages = { readonly [url: string]: PageReading };

/** The preview that an account's copy of a post asks for. */
export interface RequestedPreview {
  url: string;
  /** What the request says in place of the page. */
  title?: string;
  description?: string;
  image?: string;
  /** Whether the page is to be read: the network is sent what it says, and the request does not say it all. */
  needsPage: boolean;
}

/** What an account gets, as far as its preview depends on it. */
interface Own {
  media: readonly string[];
  /** null means that the text decides. */
  linkPreview: LinkPreviewSetting | null;
  linkPreviewPath: string;
}

interface PreviewChoice {
  wanted: RequestedPreview | null;
  warnings: FieldWarning[];
  refusals: Refusal[];
}

/**
 * @param own what the account gets, and in which field the setting stands
 * @param sent the text after cutting, and the media
 */
export function requestedPreview(
  { publish, name }: Manifest,
  own: Own,
  sent: { text: string; isCut: boolean; media: readonly unknown[] },
): PreviewChoice {
  const hasMedia = own.media.length > 0 || sent.media.length > 0;
  const { linkPreview: setting, linkPreviewPath: param } = own;
  if (setting === false) return choiceOf(null);
  if (setting !== null && hasMedia) {
    const message = `linkPreview: a post shows either media or the preview of a page, so take one of them away.`;
    return choiceOf(null, { refusals: [{ code: 'preview_with_media', param, message }] });
  }
  if (publish.linkPreview === undefined) {
    if (setting === null) return choiceOf(null);
    const message = `linkPreview is left out: ${name} takes none from apps.`;
    return choiceOf(null, { warnings: [{ code: 'preview_left_out', param, message }] });
  }
  if (setting === null) {
    const url = hasMedia ? null : firstAddress(sent.text, sent.isCut);
    return choiceOf(url === null ? null : { url, needsPage: publish.linkPreview === 'words' });
  }
  const { url, title, description, image } = setting;
  if (publish.linkPreview === 'address') {
    if (title === undefined && description === undefined && image === undefined)
      return choiceOf({ url, needsPage: false });
    const message = `linkPreview: ${name} shows what the page says; title, description and image are left out.`;
    return choiceOf({ url, needsPage: false }, { warnings: [{ code: 'preview_from_page', param, message }] });
  }
  const needsPage = title === undefined || description === undefined || image === undefined;
  return choiceOf({ ...setting, needsPage });
}

const choiceOf = (
  preview: RequestedPreview | null,
  more: Partial<Omit<PreviewChoice, 'wanted'>> = {},
): PreviewChoice => ({
  wanted: preview,
  warnings: [],
  refusals: [],
  ...more,
});

/** The first address of a text, unless it may have been cut. */
function firstAddress(text: string, isCut: boolean): string | null {
  const first = addressesIn(text, WEB_AND_HOSTS)[0];
  if (first === undefined || (isCut && first.mayGoOn)) return null;
  const written = /^https?:\/\//i.test(first.written) ? first.written : `https://${first.written}`;
  const url = URL.parse(written)?.href ?? null;
  return url === null || url.length > MAX_PAGE_URL ? null : url;
}

/** @returns null when the page is not known, or could not be read, and the request gives no title */
export function previewOf(
  { needsPage, ...wanted }: RequestedPreview,
  pages: Pages | undefined,
): LinkPreview | null {
  const page = pages?.[wanted.url]?.preview ?? null;
  const title = wanted.title ?? page?.title;
  if (needsPage && title === undefined) return null;
  return {
    url: wanted.url,
    title: title ?? '',
    description: wanted.description ?? page?.description ?? '',
    image: wanted.image ?? page?.image ?? null,
  };
}

/**
 * A setting as it is stored: with addresses in the form that every program reads.
 * @throws Problem 400 for what is no address
 */
export function readSetting(setting: LinkPreviewSetting, path: string): LinkPreviewSetting {
  if (setting === false) return false;
  const { url, image } = setting;
  return {
    ...setting,
    url: addressOf(url, `${path}/url`),
    ...(image !== undefined && { image: addressOf(image, `${path}/image`) }),
  };
}

function addressOf(written: string, path: string): string {
  const url = URL.parse(written.trim());
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalid(
      path,
      `${path.split('/').at(-1)} must be a web address, for example https://example.org/news`,
      { values: { reason: 'address' } },
    );
  if (url.href.length > MAX_PAGE_URL)
    throw invalid(
      path,
      `${path.split('/').at(-1)} is longer than ${MAX_PAGE_URL} characters once it is encoded`,
    );
  return url.href;
}
