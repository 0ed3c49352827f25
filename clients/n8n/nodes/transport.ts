/** Requests to a Troupe server, and its errors in n8n's form. */
import { createHash } from 'node:crypto';
import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestOptions,
  type ILoadOptionsFunctions,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow';

export interface Sent {
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  path: string;
  query?: IDataObject;
  json?: IDataObject;
  form?: FormData;
  headers?: IDataObject;
  /** The item that the request is for, so that an error names it. */
  item?: number;
  /** A 404 is no error. */
  mayBeGone?: boolean;
}

/**
 * Sends a request with the node's credentials.
 * @returns the body of the response
 * @throws NodeApiError with the sentence of the API, its code and the field it names
 */
export async function call(
  node: IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions,
  { method, path, query, json, form, headers, item, mayBeGone = false }: Sent,
): Promise<IDataObject> {
  const { baseUrl } = await node.getCredentials('troupeApi');
  const options: IHttpRequestOptions = {
    method,
    url: `${String(baseUrl).replace(/\/+$/, '')}${path}`,
    ignoreHttpStatusErrors: true,
    returnFullResponse: true,
    headers: headers ?? {},
    ...(query && { qs: query }),
    ...(form ? { body: form } : { json: true, ...(json && { body: json }) }),
  };
  const response = (await node.helpers.httpRequestWithAuthentication.call(node, 'troupeApi', options)) as {
    body: unknown;
    statusCode: number;
  };
  const body = objectOf(response.body);
  if (response.statusCode < 400 || (mayBeGone && response.statusCode === 404)) return body;
  const { error, code, param } = body;
  throw new NodeApiError(node.getNode(), body as JsonObject, {
    message: typeof error === 'string' ? error : `the server answered ${response.statusCode}`,
    description: [code && `Code: ${String(code)}`, param && `Field: ${String(param)}`]
      .filter(Boolean)
      .join('. '),
    httpCode: String(response.statusCode),
    ...(item !== undefined && { itemIndex: item }),
  });
}

/** A multipart request gets its response as text. */
function objectOf(body: unknown): IDataObject {
  if (typeof body !== 'string') return (body ?? {}) as IDataObject;
  try {
    return JSON.parse(body) as IDataObject;
  } catch {
    return {}; // a page of a proxy
  }
}

/**
 * The key under which an item's POST is made once: the same when n8n retries the node within an execution, another one in
 * the next execution and in each round of a loop.
 */
export function idempotencyKey(node: IExecuteFunctions, item: number): string {
  const { $runIndex } = node.getWorkflowDataProxy(item) as { $runIndex?: number };
  const parts = [node.getInstanceId(), node.getWorkflow().id, node.getExecutionId(), node.getNode().id];
  return `n8n-${createHash('sha256')
    .update(JSON.stringify([...parts, $runIndex ?? 0, item]))
    .digest('hex')}`;
}
