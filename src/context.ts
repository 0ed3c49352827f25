/** What all operations together need: constructed once, in `src/service.ts`, and handed to every call. */
import type { AccountsContext } from './accounts/index.ts';
import type { AuthContext } from './auth/index.ts';
import type { Node } from './engine/node.ts';
import type { FlowsContext } from './flows/index.ts';
import type { InboxContext } from './inbox/index.ts';
import type { IntrospectionContext } from './introspection/index.ts';
import type { Media, MediaContext } from './media/index.ts';
import type { NumbersContext } from './numbers/index.ts';
import type { PostsContext } from './posts/index.ts';
import type { RulesContext } from './rules/index.ts';
import type { WebhooksContext } from './webhooks/index.ts';
import type { WorkspacesContext } from './workspaces/index.ts';

export interface Context
  extends
    PostsContext,
    AccountsContext,
    RulesContext,
    NumbersContext,
    MediaContext,
    WebhooksContext,
    WorkspacesContext,
    InboxContext,
    FlowsContext,
    IntrospectionContext,
    AuthContext {
  node: Node;
  media: Media;
}
