import {
  type IDataObject,
  type IExecuteFunctions,
  type ILoadOptionsFunctions,
  type INodeExecutionData,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { call, idempotencyKey, type Sent } from '../transport.ts';
import { type Action, actionOf, type Parameters } from './actions.ts';
import { nodeProperties } from './fields.ts';

/** A list is read to its end at most this many pages of 100. */
const MAX_PAGES = 1_000;

/** Publishes posts and answers people through a Troupe server. */
export class Troupe implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Troupe',
    name: 'troupe',
    icon: { light: 'file:../../icons/troupe.svg', dark: 'file:../../icons/troupe.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Publish posts on about twenty networks, and answer people',
    defaults: { name: 'Troupe' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'troupeApi', required: true }],
    properties: nodeProperties(),
  };

  methods = {
    loadOptions: {
      async getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const workspace = this.getCurrentNodeParameter('workspace');
        const query = workspace ? { workspace } : {};
        const { accounts } = await call(this, { method: 'GET', path: '/v1/accounts', query });
        return (accounts as IDataObject[]).map(({ id, platform, displayName }) => ({
          name: `${String(displayName)} (${String(platform)})`,
          value: String(id),
        }));
      },
      async getWorkspaces(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const { workspaces } = await call(this, { method: 'GET', path: '/v1/workspaces' });
        const named = (workspaces as IDataObject[]).map(({ slug, name }) => ({
          name: String(name),
          value: String(slug),
        }));
        return [{ name: 'First Workspace of the Key', value: '' }, ...named];
      },
    },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (let item = 0; item < this.getInputData().length; item += 1) {
      try {
        const shown = await runAction(this, item);
        results.push(...shown.map((json) => ({ json, pairedItem: { item } })));
      } catch (fault) {
        if (!this.continueOnFail()) throw withItem(this, fault, item);
        const { message } = fault as Error;
        results.push({ json: { error: message }, pairedItem: { item } });
      }
    }
    return [results];
  }
}

/** Errors of the API name the item already; those of this node are put in n8n's form. */
const withItem = (node: IExecuteFunctions, fault: unknown, itemIndex: number): Error =>
  fault instanceof Error && 'node' in fault
    ? fault
    : new NodeOperationError(node.getNode(), fault as Error, { itemIndex });

/** Runs the chosen action for an item. @returns what goes on to the next node */
async function runAction(node: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const read = (name: string) => node.getNodeParameter(name, item, '') as unknown;
  const action = actionOf(read('resource'), read('operation'));
  const given: Parameters = Object.fromEntries(
    ['workspace', ...action.fields].map((name) => [name, read(name)]),
  );
  const { method, path } = action;
  const sent: Sent = { method, path: path(given), item };
  if (action.query) sent.query = action.query(given) as IDataObject;
  if (method === 'POST') sent.headers = { 'Idempotency-Key': idempotencyKey(node, item) };
  if (action.operation === 'upload') sent.form = await fileOf(node, item, given);
  else if (action.body) sent.json = action.body(given) as IDataObject;
  if (action.reads === 'pages') return readPages(node, sent, action, given);
  const body = await call(node, sent);
  if (action.reads) return body[action.shows!] as IDataObject[];
  return [(action.shows ? body[action.shows] : body) as IDataObject];
}

async function readPages(
  node: IExecuteFunctions,
  sent: Sent,
  action: Action,
  { returnAll, limit }: Parameters,
): Promise<IDataObject[]> {
  const wanted = returnAll === true ? Infinity : Number(limit);
  const rows: IDataObject[] = [];
  let before: unknown = null;
  for (let page = 0; page < MAX_PAGES && rows.length < wanted; page += 1) {
    const query = {
      ...sent.query,
      limit: Math.min(100, wanted - rows.length),
      ...(before !== null && { before }),
    };
    const body = await call(node, { ...sent, query: query as IDataObject });
    rows.push(...(body[action.shows!] as IDataObject[]));
    before = body['next'] ?? null;
    if (before === null) break;
  }
  return rows;
}

/** A form with the file of the item. */
async function fileOf(
  node: IExecuteFunctions,
  item: number,
  { binaryProperty, workspace }: Parameters,
): Promise<FormData> {
  const name = String(binaryProperty);
  const { fileName = 'file', mimeType } = node.helpers.assertBinaryData(item, name);
  const bytes = await node.helpers.getBinaryDataBuffer(item, name);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), fileName);
  if (workspace) form.append('workspace', String(workspace));
  return form;
}
