import {
  type IDataObject,
  type IHookFunctions,
  type ILoadOptionsFunctions,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { call } from '../transport.ts';
import { EVENTS } from './events.ts';
import { isGenuine } from './signature.ts';

/** What is kept of the webhook between executions. */
interface Kept extends IDataObject {
  webhookId?: string;
  /** Known only from the response that made the webhook. */
  secret?: string;
}

/** Starts a workflow when a Troupe server reports an event. Each call's signature is verified. */
export class TroupeTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Troupe Trigger',
    name: 'troupeTrigger',
    icon: { light: 'file:../../icons/troupe.svg', dark: 'file:../../icons/troupe.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when something happens in Troupe',
    defaults: { name: 'Troupe Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'troupeApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Workspace Name or ID',
        name: 'workspace',
        type: 'options',
        typeOptions: { loadOptionsMethod: 'getWorkspaces' },
        default: '',
        description:
          'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
      },
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: EVENTS,
        default: ['post.published', 'post.failed'],
        required: true,
        description: 'What starts the workflow',
      },
      {
        displayName: 'Retry',
        name: 'retries',
        type: 'boolean',
        default: true,
        description:
          'Whether Troupe sends an event again, for about two days, while n8n does not answer. A repeated event has the same webhookId.',
      },
    ],
  };

  methods = {
    loadOptions: {
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

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept;
        if (!kept.webhookId || !kept.secret) return false;
        const { webhooks } = await call(this, {
          method: 'GET',
          path: '/v1/webhooks',
          query: inWorkspace(this),
        });
        const found = (webhooks as IDataObject[]).find(({ id }) => id === kept.webhookId);
        if (!found) return false;
        const events = this.getNodeParameter('events') as string[];
        const isSame =
          found['url'] === this.getNodeWebhookUrl('default') &&
          found['active'] === true &&
          found['retries'] === this.getNodeParameter('retries') &&
          JSON.stringify([...(found['events'] as string[])].sort()) === JSON.stringify([...events].sort());
        if (!isSame) await forget(this, kept);
        return isSame;
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept;
        const json = {
          url: this.getNodeWebhookUrl('default'),
          events: this.getNodeParameter('events') as string[],
          retries: this.getNodeParameter('retries') as boolean,
          ...inWorkspace(this),
        };
        const { webhook } = await call(this, { method: 'POST', path: '/v1/webhooks', json });
        const { id, secret } = webhook as IDataObject;
        kept.webhookId = id as string;
        kept.secret = secret as string;
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept;
        if (kept.webhookId) await forget(this, kept);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node') as Kept;
    const { rawBody } = this.getRequestObject() as unknown as { rawBody?: Buffer };
    const headers = this.getHeaderData() as { [name: string]: unknown };
    if (!secret || !rawBody || !isGenuine({ secret, body: rawBody, headers, now: Date.now() })) {
      this.getResponseObject().status(401).json({ error: 'the signature is not right' });
      return { noWebhookResponse: true };
    }
    const event = this.getBodyData();
    return {
      workflowData: [
        this.helpers.returnJsonArray([{ ...event, webhookId: headers['webhook-id'] as string }]),
      ],
    };
  }
}

const inWorkspace = (node: IHookFunctions): IDataObject => {
  const workspace = node.getNodeParameter('workspace') as string;
  return workspace === '' ? {} : { workspace };
};

/** Deletes the webhook at the server; one that is gone already is fine. */
async function forget(node: IHookFunctions, kept: Kept): Promise<void> {
  const query = inWorkspace(node);
  await call(node, { method: 'DELETE', path: `/v1/webhooks/${kept.webhookId!}`, query, mayBeGone: true });
  delete kept.webhookId;
  delete kept.secret;
}
