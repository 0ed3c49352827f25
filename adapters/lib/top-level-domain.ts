/** Which names end as a host on the internet does. The list is IANA's, kept by the package `tlds`. */
import list from 'tlds' with { type: 'json' };

const DOMAINS: ReadonlySet<string> = new Set(list);

/** Whether the last label is a top-level domain in small letters, and others are before it. */
export function hasTopLevelDomain(host: string): boolean {
  const dot = host.lastIndexOf('.');
  return dot > 0 && isTopLevelDomain(host.slice(dot + 1));
}

/** @param label in small letters */
export function isTopLevelDomain(label: string): boolean {
  return DOMAINS.has(label) || label.startsWith('xn--');
}
