/** Converts a post's tags to the spelling that a network accepts. */
import type { Refusal } from '../port/publish.ts';

interface Tag {
  /** The tag as the caller wrote it, without a leading `#`. */
  name: string;
  /** The tag as the network spells it. */
  spelling: string;
}

interface TagRules {
  /** The network's name, for sentences. */
  network: string;
  /** How many one article may have. */
  most: number;
  /** How many characters one spelling may have. */
  maxCharacters: number;
  spell: (tag: string) => string;
  /** What a valid tag contains; completes the sentence "use …". */
  wants: string;
}

export interface Tagging {
  tags: Tag[];
  warnings: string[];
  refusals: Refusal[];
}

/** Spells the tags. A tag equal to an earlier one is left out with a warning; each other tag is accepted or refused. */
export function spellTags(spelled: string[], rules: TagRules): Tagging {
  const { network, most, maxCharacters, spell, wants } = rules;
  const tags: Tag[] = [];
  const warnings: string[] = [];
  const refusals: Refusal[] = [];
  for (const [index, tag] of spelled.entries()) {
    const name = tag.trim().replace(/^#\s*/, '');
    const spelling = spell(name);
    const refuse = (why: string) =>
      refusals.push({ code: 'option_invalid', param: `/articleSettings/tags/${index}`, message: why });
    const same = tags.find((other) => other.spelling === spelling);
    if (spelling === '') {
      refuse(`articleSettings.tags[${index}] cannot be a tag on ${network}: use ${wants}`);
    } else if (spelling.length > maxCharacters) {
      refuse(
        `articleSettings.tags[${index}] has ${spelling.length} characters and ${network} takes ${maxCharacters}: shorten it`,
      );
    } else if (same) {
      warnings.push(`the tag "${name}" is left out: on ${network} it is the same as "${same.name}"`);
    } else {
      tags.push({ name, spelling });
    }
  }
  if (tags.length > most) {
    refusals.push({
      code: 'option_invalid',
      param: '/articleSettings/tags',
      message: `articleSettings.tags has ${tags.length} tags and ${network} takes ${most}: leave some out`,
    });
  }
  return { tags, warnings, refusals };
}

/** Lower case, without accents. The characters in names such as C++ and C# become words. */
export function latin(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=[a-z0-9+])\+/g, 'p')
    .replaceAll(/(?<=[a-z0-9])#/g, 'sharp');
}
