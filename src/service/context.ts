/** What all operations together need: constructed once, in `src/service/service.ts`, and handed to every call. */
import type { AccountsContext } from '../features/accounts/index.ts';
import type { SecondFactorContext } from '../features/auth/index.ts';
import type { AuditContext } from '../features/audit/index.ts';
import type { Guard } from '../base/outbound/guard.ts';
import type { Node } from '../engine/node.ts';
import type { FeedsContext } from '../features/feeds/index.ts';
import type { FlowsContext } from '../features/flows/index.ts';
import type { HomeContext } from '../features/home/index.ts';
import type { ImportsContext } from '../features/imports/index.ts';
import type { InboxContext } from '../features/inbox/index.ts';
import type { InstallationContext } from '../features/installation/index.ts';
import type { IntrospectionContext } from '../features/introspection/index.ts';
import type { LinkPreviewsContext } from '../features/link-previews/index.ts';
import type { Mailer } from '../features/mail/index.ts';
import type { UnderWay } from '../faces/export/index.ts';
import type { Media, MediaContext } from '../features/media/index.ts';
import type { NotificationsContext } from '../features/notifications/index.ts';
import type { NumbersContext } from '../features/numbers/index.ts';
import type { PeopleContext } from '../features/people/index.ts';
import type { PostsContext } from '../features/posts/index.ts';
import type { RulesContext } from '../features/rules/index.ts';
import type { WebhooksContext } from '../features/webhooks/index.ts';
import type { WorkspacesContext } from '../features/workspaces/index.ts';

export interface Context
  extends
    PostsContext,
    ImportsContext,
    FeedsContext,
    AccountsContext,
    RulesContext,
    NotificationsContext,
    NumbersContext,
    MediaContext,
    LinkPreviewsContext,
    WebhooksContext,
    WorkspacesContext,
    PeopleContext,
    InstallationContext,
    HomeContext,
    InboxContext,
    FlowsContext,
    IntrospectionContext,
    SecondFactorContext,
    AuditContext {
  node: Node;
  media: Media;
  guard: Guard;
  mailer: Mailer;
  /** The exports that are downloaded from this node at the moment. */
  exportsUnderWay: UnderWay;
}
