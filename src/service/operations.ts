/** The table of all operations. Each says where it is served (`src/api/operation.ts`), and the faces read it here. */
import { accountOperations, accountTags } from '../features/accounts/index.ts';
import { auditOperations, auditTags } from '../features/audit/index.ts';
import { agentOperations, agentTags } from '../features/agents/index.ts';
import type { Operation } from '../api/operation.ts';
import {
  authTags,
  keyOperations,
  secondFactorOperations,
  sessionOperations,
} from '../features/auth/index.ts';
import { commentOperations, commentTags } from '../features/comments/index.ts';
import type { Context } from './context.ts';
import { flowOperations, flowTags } from '../features/flows/index.ts';
import { homeOperations, homeTags } from '../features/home/index.ts';
import { ruleOperations, ruleTags } from '../features/rules/index.ts';
import { inboxOperations, inboxTags } from '../features/inbox/index.ts';
import { installationOperations, installationTags } from '../features/installation/index.ts';
import { introspectionOperations, introspectionTags } from '../features/introspection/index.ts';
import { mediaOperations, mediaTags } from '../features/media/index.ts';
import { exportOperations, exportTags } from '../faces/export/index.ts';
import { appOperations, appTags } from '../faces/oauth/index.ts';
import { importOperations, importTags } from '../features/imports/index.ts';
import { linkPreviewOperations } from '../features/link-previews/index.ts';
import { notificationOperations, notificationTags } from '../features/notifications/index.ts';
import { numbersOperations, numbersTags } from '../features/numbers/index.ts';
import { peopleOperations, peopleTags } from '../features/people/index.ts';
import { postOperations, postTags } from '../features/posts/index.ts';
import { feedOperations, feedTags } from '../features/feeds/index.ts';
import { seriesOperations, seriesTags } from '../features/series/index.ts';
import { webhookOperations, webhookTags } from '../features/webhooks/index.ts';
import { workspaceOperations, workspaceTags } from '../features/workspaces/index.ts';

export const operations: readonly Operation<Context>[] = [
  ...postOperations,
  ...seriesOperations,
  ...feedOperations,
  ...importOperations,
  ...linkPreviewOperations,
  ...mediaOperations,
  ...workspaceOperations,
  ...homeOperations,
  ...notificationOperations,
  ...peopleOperations,
  ...installationOperations,
  ...accountOperations,
  ...inboxOperations,
  ...ruleOperations,
  ...flowOperations,
  ...commentOperations,
  ...numbersOperations,
  ...webhookOperations,
  ...introspectionOperations,
  ...keyOperations,
  ...sessionOperations,
  ...secondFactorOperations,
  ...agentOperations,
  ...auditOperations,
  ...appOperations,
  ...exportOperations,
];

/** What each group of operations holds. */
export const tags: { [name: string]: string } = {
  ...postTags,
  ...seriesTags,
  ...feedTags,
  ...importTags,
  ...mediaTags,
  ...workspaceTags,
  ...homeTags,
  ...notificationTags,
  ...peopleTags,
  ...installationTags,
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
  ...auditTags,
  ...appTags,
  ...exportTags,
};
