/** What a page shows is chosen by the address, so that a link or the way back leads to the same. */
import { useSearchParams } from 'wouter';

/** Search parameters by name; null removes one. */
export type AddressChange = { [name: string]: string | null };

/** The search parameters of the address, and how to change some of them. The way back skips such changes. */
export function useAddress(): [URLSearchParams, (change: AddressChange) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (change: AddressChange) => setSearch((before) => changed(before, change), { replace: true });
  return [search, set];
}

/** The parameters after a change. */
export function changed(before: URLSearchParams, change: AddressChange): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
