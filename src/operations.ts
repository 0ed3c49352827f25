/** The table of all operations. Each says where it is served (`src/api/operation.ts`), and the faces read it here. */
import { accountOperations, accountTags } from './accounts/index.ts';
import { agentOperations, agentTags } from './agents/index.ts';
import type { Operation } from './api/operation.ts';
import { authTags, keyOperations } from './auth/index.ts';
import { commentOperations, commentTags } from './comments/index.ts';
import type { Context } from './context.ts';
import { flowOperations, flowTags } from './flows/index.ts';
import { ruleOperations, ruleTags } from './rules/index.ts';
import { inboxOperations, inboxTags } from './inbox/index.ts';
import { introspectionOperations, introspectionTags } from './introspection/index.ts';
import { mediaOperations, mediaTags } from './media/index.ts';
import { appOperations, appTags } from './oauth/index.ts';
import { numbersOperations, numbersTags } from './numbers/index.ts';
import { postOperations, postTags } from './posts/index.ts';
import { webhookOperations, webhookTags } from './webhooks/index.ts';
import { workspaceOperations, workspaceTags } from './workspaces/index.ts';

export const operations: readonly Operation<Context>[] = [
  ...postOperations,
  ...mediaOperations,
  ...workspaceOperations,
  ...accountOperations,
  ...inboxOperations,
  ...ruleOperations,
  ...flowOperations,
  ...commentOperations,
  ...numbersOperations,
  ...webhookOperations,
  ...introspectionOperations,
  ...keyOperations,
  ...agentOperations,
  ...appOperations,
];

/** What each group of operations holds. */
export const tags: { [name: string]: string } = {
  ...postTags,
  ...mediaTags,
  ...workspaceTags,
  ...accountTags,
  ...inboxTags,
  ...ruleTags,
  ...flowTags,
  ...commentTags,
  ...numbersTags,
  ...webhookTags,
  ...introspectionTags,
  ...authTags,
  ...agentTags,
  ...appTags,
};
