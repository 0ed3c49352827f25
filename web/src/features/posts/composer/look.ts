/** How networks show a post, as far as a preview goes. Networks without a line are shown plainly. */

interface Look {
  /** Width by height of a picture. */
  shape: string;
  /** Characters before the network folds the text; absent means it shows all. */
  fold?: number;
  /** Pictures are above the text. */
  picturesFirst?: true;
}

const PLAIN: Look = { shape: '16 / 10' };

const LOOKS: { [platform: string]: Look } = {
  instagram: { shape: '4 / 5', fold: 125, picturesFirst: true },
  threads: { shape: '4 / 5' },
  facebook: { shape: '1 / 1', fold: 477 },
  linkedin: { shape: '1 / 1', fold: 210 },
  x: { shape: '16 / 9' },
  pinterest: { shape: '2 / 3', picturesFirst: true },
  tiktok: { shape: '9 / 16', fold: 80, picturesFirst: true },
  youtube: { shape: '16 / 9', fold: 100, picturesFirst: true },
  telegram: { shape: '4 / 3', picturesFirst: true },
  google_business: { shape: '4 / 3', picturesFirst: true },
};

export const lookOf = (platform: string): Look => LOOKS[platform] ?? PLAIN;
