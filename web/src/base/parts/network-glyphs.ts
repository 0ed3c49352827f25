/**
 * The marks of networks, 24 by 24. The build makes one file of them (`vite.config.ts`), so none is in a script. They are trademarks of the
 * networks and say where something is posted. linkedin and slack are not in simple-icons: plain signs of our own stand for them. A network
 * without a glyph is shown by its letters.
 */
import {
  siBluesky,
  siDevdotto,
  siDiscord,
  siFacebook,
  siGhost,
  siGoogle,
  siHashnode,
  siInstagram,
  siMastodon,
  siPinterest,
  siReddit,
  siTelegram,
  siThreads,
  siTiktok,
  siTumblr,
  siWordpress,
  siX,
  siYoutube,
} from 'simple-icons';

/** The data of an SVG path, by network. */
export const GLYPHS: { readonly [platform: string]: string } = {
  bluesky: siBluesky.path,
  devto: siDevdotto.path,
  discord: siDiscord.path,
  facebook: siFacebook.path,
  ghost: siGhost.path,
  google_business: siGoogle.path,
  hashnode: siHashnode.path,
  instagram: siInstagram.path,
  linkedin:
    'M4 9h3.6v11H4zM5.8 3.6a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zM9.8 9h3.4v1.5c.6-1 1.9-1.8 3.5-1.8 3.3 0 4.3 2 4.3 5V20h-3.6v-5.7c0-1.5-.5-2.4-1.8-2.4-1.4 0-2.2 1-2.2 2.6V20H9.8z',
  mastodon: siMastodon.path,
  pinterest: siPinterest.path,
  reddit: siReddit.path,
  slack: 'M8 2.5h2.6v19H8zM13.4 2.5H16v19h-2.6zM2.5 8h19v2.6h-19zM2.5 13.4h19V16h-19z',
  telegram: siTelegram.path,
  threads: siThreads.path,
  tiktok: siTiktok.path,
  tumblr: siTumblr.path,
  wordpress: siWordpress.path,
  x: siX.path,
  youtube: siYoutube.path,
};
