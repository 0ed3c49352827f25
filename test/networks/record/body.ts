/** Bodies as a judge compares them: JSON parsed, forms as names and values, files by type and size. */
import type { Json } from '../../../machines/outcome.ts';

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; json: Json }
  | { kind: 'form' | 'multipart'; fields: [name: string, value: string | FileFacts][] }
  | { kind: 'other'; type: string; bytes: number };

export interface FileFacts {
  type: string;
  bytes: number;
}

export async function bodyOf(request: Request): Promise<Body> {
  const type = request.headers.get('content-type') ?? '';
  if (request.body === null) return { kind: 'none' };
  try {
    if (type.startsWith('multipart/'))
      return { kind: 'multipart', fields: fieldsOf(await request.formData()) };
    const bytes = await request.arrayBuffer();
    if (bytes.byteLength === 0) return { kind: 'none' };
    const text = () => new TextDecoder().decode(bytes);
    if (type.startsWith('application/x-www-form-urlencoded'))
      return { kind: 'form', fields: [...new URLSearchParams(text())] };
    if (/json/.test(type)) return { kind: 'json', json: JSON.parse(text()) as Json };
    return { kind: 'other', type, bytes: bytes.byteLength };
  } catch {
    return { kind: 'other', type, bytes: -1 };
  }
}

/** The JSON of a response; null if it is none, or a stream: one stays open and begins with an empty line. */
export async function responseBodyOf(response: Response): Promise<Json> {
  if (response.type === 'error' || /event-stream/.test(response.headers.get('content-type') ?? ''))
    return null;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      text += read.value;
      if (text.trim() === '') break;
    }
    return JSON.parse(text) as Json;
  } catch {
    return null;
  } finally {
    // the other side of the clone may stay open
    void reader?.cancel().catch(() => undefined);
  }
}

function fieldsOf(form: FormData): [string, string | FileFacts][] {
  return [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : { type: value.type, bytes: value.size },
  ]);
}
