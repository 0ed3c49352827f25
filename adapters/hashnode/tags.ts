/** Tags of Hashnode. */
import type { ArticleSettings } from '../article/settings.ts';
import { dashed } from '../article/slug.ts';
import { spellTags, type Tagging } from '../article/tags.ts';

const MAX_TAGS = 15;
const MAX_CHARACTERS = 100;

/** A tag is identified by its slug. The name is used if the tag is new. */
export function tagsOf({ tags }: ArticleSettings): Tagging {
  return spellTags(tags, {
    network: 'Hashnode',
    most: MAX_TAGS,
    maxCharacters: MAX_CHARACTERS,
    spell: dashed,
    wants: 'Latin letters and digits, which form the address of the tag',
  });
}
