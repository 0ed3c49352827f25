/** A new Idempotency-Key. Not by `crypto.randomUUID`, which browsers leave out where a page came over plain http. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16).padStart(8, '0')).join(
    '',
  );
