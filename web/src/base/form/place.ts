/** Which field of a form an error of the service is about. Pure. */

/**
 * The path of a field as @mantine/form writes it.
 * @param pointer JSON pointer of an error of the service, such as `/publicReplies/1`
 * @returns such as `publicReplies.1`; empty for the whole request
 */
export const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

/**
 * The field in which an error is shown: the one that it names, else the nearest one around it (`keywords` for `keywords.3`).
 * @param has whether the form shows a field
 * @returns null if the form shows none of them
 */
export function nearestField(path: string, has: (path: string) => boolean): string | null {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const field = parts.slice(0, length).join('.');
    if (field !== '' && has(field)) return field;
  }
  return null;
}
