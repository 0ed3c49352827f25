/** A network's result as an event of a machine: `{ kind: 'retry', … }` becomes the event `outcome.retry`. */
type Prefixed<Prefix extends string, Result extends { kind: string }> = Result extends {
  kind: infer Kind extends string;
}
  ? { type: `${Prefix}.${Kind}` } & Omit<Result, 'kind'>
  : never;

/** @returns the event, with the other fields of the result */
export function prefixed<const Prefix extends string, Result extends { kind: string }>(
  prefix: Prefix,
  { kind, ...fields }: Result,
): Prefixed<Prefix, Result> {
  return { type: `${prefix}.${kind}`, ...fields } as unknown as Prefixed<Prefix, Result>;
}
