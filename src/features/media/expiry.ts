/** When a signed address expires, as far as the address itself says. */

/** What is read of a query: names in small letters. */
type Query = ReadonlyMap<string, string>;

/**
 * Instants (epoch ms) at which an address of this kind expires; null if it is not of this kind. Sources: AWS Signature
 * Version 4 in query parameters, Google Cloud Storage V4 signing, CloudFront signed URLs (canned and custom policy, the
 * first also of S3 and Google V2), Azure service SAS.
 */
const KINDS: ((query: Query) => number | null)[] = [
  (query) => since(query, 'x-amz-date', 'x-amz-expires'),
  (query) => since(query, 'x-goog-date', 'x-goog-expires'),
  (query) => (query.has('signature') ? epochSeconds(query.get('expires')) : null),
  (query) => (query.has('signature') ? policyEnd(query.get('policy')) : null),
  (query) => (query.has('sig') ? dateOf(query.get('se')) : null),
];

/** @returns epoch ms; null where the address does not say that it expires */
export function expiresAt(address: string): number | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const query = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  for (const kind of KINDS) {
    const at = kind(query);
    if (at !== null) return at;
  }
  return null;
}

/**
 * A sentence for each address that expires before the post goes out. It quotes nothing of the address, which is a secret.
 * @param dueAt epoch ms; null means the post has no time
 */
export function expiryWarnings(media: string[], dueAt: number | null): string[] {
  if (dueAt === null) return [];
  return media.flatMap((address, index) => {
    const at = expiresAt(address);
    if (at === null || at > dueAt) return [];
    return [
      `media[${index}]: the address expires at ${new Date(at).toISOString()}, before the post goes out at ${new Date(dueAt).toISOString()}: host the file with POST /v1/media and use the address that it returns.`,
    ];
  });
}

/** A basic ISO 8601 date such as 20260504T080000Z and a number of seconds after it. */
function since(query: Query, dateName: string, secondsName: string): number | null {
  const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get(dateName) ?? '');
  const seconds = query.get(secondsName) ?? '';
  if (basic === null || !/^\d{1,9}$/.test(seconds)) return null;
  const [, year, month, day, hour, minute, second] = basic;
  const from = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return validOrNull(from + Number(seconds) * 1000);
}

function epochSeconds(text: string | undefined): number | null {
  return text !== undefined && /^\d{9,11}$/.test(text) ? Number(text) * 1000 : null;
}

function dateOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{4}-\d\d-\d\d/.test(text) ? validOrNull(Date.parse(text)) : null;
}

/** CloudFront's policy is JSON in base64 with three signs replaced. */
function policyEnd(policy: string | undefined): number | null {
  if (policy === undefined) return null;
  const json = Buffer.from(
    policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'),
    'base64',
  ).toString();
  return epochSeconds(/"DateLessThan"\s*:\s*\{\s*"AWS:EpochTime"\s*:\s*(\d+)/.exec(json)?.[1]);
}

const validOrNull = (at: number) => (Number.isNaN(at) ? null : at);
