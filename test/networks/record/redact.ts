/** Takes secrets out of a record. A judge needs their names and their type, not their values. */
import type { Body } from './body.ts';
import type { CallRecord } from './records.ts';

/** A code of OAuth is a secret in a request; in a response, `code` is that of an error. */
const SECRET =
  /^(access_?token|refresh_?token|client_?secret|appsecret_proof|token|password|fb_exchange_token|code_verifier|id_token|input_token|verify_token|access_?jwt|refresh_?jwt)$/i;
const SENT = /^code$/;
const HIDDEN = 'hidden';

/** Parts of addresses that are secrets: a bot's token, a webhook's token, signatures. */
const IN_PATH: [form: RegExp, to: string][] = [
  [/\/bot[^/?]+\//g, `/bot${HIDDEN}/`],
  [/(\/webhooks\/\d+\/)[^/?]+/g, `$1${HIDDEN}`],
  [/([?&](?:[\w.-]*(?:signature|upload_id))=)[^&]+/gi, `$1${HIDDEN}`],
];

export function redacted(record: CallRecord): CallRecord {
  const { url, body, response } = record;
  return {
    ...record,
    url: addressWithout(url),
    body: bodyWithout(body),
    response: response && { ...response, body: valueWithout(response.body, false) },
  };
}

function addressWithout(url: string): string {
  const [path = '', query] = IN_PATH.reduce((text, [form, to]) => text.replace(form, to), url).split('?');
  if (query === undefined) return path;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=');
    return SECRET.test(name) || SENT.test(name) ? `${name}=${HIDDEN}` : part;
  });
  return `${path}?${parts.join('&')}`;
}

function bodyWithout(body: Body): Body {
  if (body.kind === 'json') return { kind: 'json', json: valueWithout(body.json, true) };
  if (body.kind !== 'form' && body.kind !== 'multipart') return body;
  const fields = body.fields.map(([name, value]): (typeof body.fields)[number] =>
    typeof value === 'string' && (SECRET.test(name) || SENT.test(name)) ? [name, HIDDEN] : [name, value],
  );
  return { kind: body.kind, fields };
}

function valueWithout<Value>(value: Value, sent: boolean): Value {
  if (Array.isArray(value)) return value.map((one: unknown) => valueWithout(one, sent)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) =>
      typeof inner === 'string' && (SECRET.test(name) || (sent && SENT.test(name)))
        ? [name, HIDDEN]
        : [name, valueWithout(inner, sent)],
    ),
  ) as Value;
}
