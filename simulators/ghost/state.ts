/** What simulated Ghost sites remember, and their limits. */
import type { NumbersState } from '../numbers/network.ts';
import type { LedgerEntry } from '../simulator.ts';

export const MAX_ALT = 125;
export const MAX_TITLE = 255;

export const MAX_TAG = 191;

export const MAX_SLUG = 191;

export const MAX_CANONICAL = 2000;

export const MAX_TOKEN_LIFE_S = 300;

export const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'];

export const NEWSLETTERS = ['weekly', 'daily'];

/** One that is not mailed any more. */
export const ARCHIVED = 'christmas';

export const MEMBERS = 40;

export const FIELDS = new Set([
  'title',
  'html',
  'lexical',
  'status',
  'slug',
  'tags',
  'authors',
  'feature_image',
  'feature_image_alt',
  'custom_excerpt',
  'canonical_url',
  'visibility',
  'meta_title',
  'meta_description',
  'email_subject',
  'email_only',
  'featured',
  'published_at',
  'updated_at',
]);

export interface Site {
  name: string;
  title: string;
  keyId: string;
  secret: string;
}

export interface Post {
  id: string;
  uuid: string;
  site: string;
  title: string;
  html: string;
  slug: string;
  status: string;
  tags: string[];
  featureImage: string | null;
  featureImageAlt: string | null;
  canonicalUrl: string | null;
  createdAt: number;
  updatedAt: number;
  publishedAt: number | null;
  email: { id: string; status: string; newsletter: string; recipient_filter: string } | null;
}

export interface State {
  sites: Site[];
  /** Oldest first. */
  posts: Post[];
  /** What was uploaded, by its address on the site. */
  pictures: { [url: string]: LedgerEntry['media'][number] };
  numbers: NumbersState;
}
