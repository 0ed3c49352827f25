/** Puts a person into a saved reply. Pure. */

/** What is known of the person. */
interface Person {
  username: string | null;
  name: string | null;
}

/**
 * `{username}` and `{first_name}` become what is known. What is not known disappears with the space before it. On Instagram
 * a name is whatever its owner typed: its first word counts only if it looks like a name.
 */
export function fillReply(text: string, { username, name }: Person, platform: string): string {
  const values: { [variable: string]: string } = {
    username: username ?? '',
    first_name: firstName(name, platform),
  };
  return text.replaceAll(/( ?)\{(username|first_name)\}/g, (_, space: string, variable: string) => {
    const value = values[variable]!;
    return value === '' ? '' : space + value;
  });
}

const LOOKS_LIKE_A_NAME = /^\p{L}{1,20}$/u;

function firstName(name: string | null, platform: string): string {
  const first = name?.trim().split(/\s+/)[0] ?? '';
  return platform !== 'instagram' || LOOKS_LIKE_A_NAME.test(first) ? first : '';
}

/** A reply after what is written already. */
export function withReply(written: string, reply: string): string {
  return written.trim() === '' ? reply : `${written.trimEnd()} ${reply}`;
}
