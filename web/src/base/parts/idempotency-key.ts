/** A new Idempotency-Key. Not by `crypto.randomUUID`, which browsers leave out where a page came over plain http. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, '0')).join(
    '',
  );

/** Gives the same request the same key until it has succeeded, so that a repeat after a lost response makes nothing twice. */
interface RequestKeys {
  /** The key of a request with this body. */
  keyFor: (body: unknown) => string;
  /** The request has succeeded: the next one is a new one, whatever its body. */
  succeeded: () => void;
}

/** Keys of one kind of request, of which one is under way at a time. */
export function requestKeys(): RequestKeys {
  let last: { body: string; key: string } | null = null;
  return {
    keyFor(request) {
      const body = JSON.stringify(request);
      if (last?.body !== body) last = { body, key: newIdempotencyKey() };
      return last.key;
    },
    succeeded() {
      last = null;
    },
  };
}
