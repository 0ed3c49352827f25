/**
 * What the tool list says about each tool besides the description of its operation: when to use it, what it changes, and what
 * to do on its errors. Errors that every tool may give are explained once, in `INSTRUCTIONS`.
 */

export interface Guide {
  title: string;
  /** When to use it, and when another tool fits better. */
  use: string;
  /** What is different afterwards. Absent means nothing, the tool reads. */
  changes?: string;
  /** What to do, by the `code` of the error. */
  errors?: { [code: string]: string };
  /** It reads, although the method of its operation says otherwise. Default false. */
  reads?: true;
  /** It may overwrite, remove or end something. Default false. */
  destructive?: boolean;
  /** A second call with the same arguments changes nothing more. Default: what the method of the operation says. */
  idempotent?: boolean;
  /** It reads or changes something at a network. Default false. */
  openWorld?: boolean;
  /** The list in the result whose records `fields` makes smaller, and the fields that are always there. */
  records?: { list: string; keep: readonly string[] };
}

const NOT_FOUND_POST = 'Take the id from list_posts.';
const NOT_FOUND_ACCOUNT = 'Take the accountId from list_accounts.';
const PLAN = 'The workspace has no plan for this: tell the person, and do not try again.';
const REFUSED = 'The network refused, and its words are in the error: tell the person.';
const UNKNOWN_OUTCOME =
  'Nobody knows yet whether it was sent. Do not send it again under another key: read it first.';

/** For every client, once, at the beginning. */
export const INSTRUCTIONS = `Troupe publishes, schedules and measures posts on many social networks, and answers the comments and messages there.

Begin with list_accounts: it gives the account ids that the other tools take, and finds one by its name. Without \`workspace\` a tool works on the first workspace of list_workspaces. Times without an offset are read in the time zone of the workspace.

Before you publish or answer something in public, show the person the exact words and accounts, unless they asked for exactly that.

Results are small on request: \`limit\` for fewer records, \`fields\` for fewer fields of each.

An error is {"error", "code", "param"}: the sentence says what is wrong, \`param\` names the argument. unknown_field, required, invalid: correct that argument and call again. not_a_member: take a slug of list_workspaces. rate_limited, busy, unavailable: wait as long as the sentence says, then repeat the call. idempotency_in_progress: wait a second, then repeat the call with the same idempotencyKey. idempotency_mismatch: the key belongs to another call; use a new key. internal: repeat it once; then tell the person the requestId. confirmation_required: nothing has happened; do what the sentence says, and do not look for a way around it.

Give an idempotencyKey to every call that creates or sends something, and the same key when you repeat the call: nothing happens twice.`;

export const GUIDES: { [tool: string]: Guide } = {
  create_post: {
    title: 'Create a post',
    use: 'Use it to publish now, to schedule, or to save a draft. Networks that need different words take separate posts. Media are public URLs; host others with upload_media first. Use update_post for a post that exists.',
    changes:
      'One post. With publishNow, or a scheduledAt in the past, it goes out in public at once and cannot be taken back here. The result comes before the networks have answered: read list_posts for how it went.',
    errors: {
      timing_required: 'Give exactly one of scheduledAt, useNextSlot, publishNow, draft.',
      timing_conflict: 'Leave all but one of them out.',
      unknown_account: NOT_FOUND_ACCOUNT,
      media_required: 'This network takes no text alone: add media, or leave the account out.',
      no_posting_schedule: 'Give scheduledAt in place of useNextSlot.',
      plan_required: `${PLAN} A draft can still be saved.`,
    },
    openWorld: true,
  },
  update_post: {
    title: 'Change a post',
    use: 'Use it to edit a draft, a scheduled or a failed post, to schedule a draft, or to try a failed post again. Name only what changes. {"draft": true} takes a post off the schedule.',
    changes:
      'The fields that you name are replaced. With a time the post goes out then. What is live on a network stays as it is.',
    errors: {
      not_found: NOT_FOUND_POST,
      post_published: 'It is live and stays as it is there: create a new post.',
      post_publishing: 'Wait until it is published or failed; read list_posts.',
      already_published: 'It is live on all its accounts: there is nothing to send.',
      plan_required: PLAN,
    },
    destructive: true,
    idempotent: true,
    openWorld: true,
  },
  delete_post: {
    title: 'Delete a post',
    use: 'Use it to remove a draft, a scheduled or an old post from the service. To keep the words, use update_post with {"draft": true}.',
    changes:
      'The post is gone from the service and is not sent any more. What is live on a network stays there.',
    errors: { not_found: `It may be deleted already. ${NOT_FOUND_POST}` },
    destructive: true,
  },
  list_posts: {
    title: 'List posts',
    use: 'Use it to find a post, to see the calendar, and to learn how publishing went: `deliveries` has each account with its address or error. For numbers of posts that were published elsewhere too, use get_content_performance.',
    records: { list: 'posts', keep: ['id', 'status'] },
  },
  upload_media: {
    title: 'Host a picture or video',
    use: 'Use it before create_post when a file is not at a public URL that lasts. Give `url` for a file of up to 100 MB that can be downloaded, or `file` for one of up to 5 MB that you have yourself. Larger files that are nowhere on the web: ask the person to upload them in the dashboard.',
    changes: 'The file is hosted permanently; its address goes into `media` of create_post.',
    errors: {
      media_unreachable: 'Check the address: it has to answer with the file itself, without a login.',
      media_too_large: 'Send a smaller file, or its `url`.',
      media_type_unsupported: 'Send a JPEG, PNG, GIF, WebP, MP4, MOV, WebM or PDF.',
    },
    idempotent: true,
    openWorld: true,
  },
  get_next_slot: {
    title: 'Find the next free slot',
    use: 'Use it to tell the person when useNextSlot would publish. It reserves nothing.',
    errors: { no_posting_schedule: 'There are no slots: schedule with scheduledAt.' },
  },
  list_pinterest_boards: {
    title: 'List Pinterest boards',
    use: 'Use it before create_post for a pinterest account: pinterestBoardId is required there.',
    errors: {
      no_pinterest_account: 'Connect one with create_connect_link.',
      network_refused: REFUSED,
      network_busy: 'Wait a minute, then repeat the call.',
    },
    openWorld: true,
    records: { list: 'boards', keep: ['id'] },
  },
  list_workspaces: {
    title: 'List workspaces',
    use: 'Use it when the person names a customer or brand: its slug is what `workspace` takes in every tool.',
    records: { list: 'workspaces', keep: ['slug'] },
  },
  create_workspace: {
    title: 'Create a workspace',
    use: 'Use it for a new customer or brand, only when the person asks for one. Connect its accounts with create_connect_link.',
    changes: 'One more workspace.',
    errors: {
      slug_taken: 'Choose another slug.',
      workspace_limit: 'The plan holds no more workspaces: tell the person.',
    },
  },
  list_accounts: {
    title: 'List accounts',
    use: 'Use it first: it gives the ids of accountIds. `name` finds accounts by their display name, handle or network. An account with a `warning` has to be connected again soon: tell the person.',
    records: { list: 'accounts', keep: ['id', 'platform'] },
  },
  create_connect_link: {
    title: 'Create a connect link',
    use: 'Use it when the person wants to connect an account: send them the link. You cannot connect an account yourself.',
    changes:
      'A link by which everybody who has it can connect accounts to the workspace, until it expires. Give it to that person alone.',
  },
  get_account_stats: {
    title: 'Read numbers of accounts',
    use: 'Use it for followers and the last 28 days of each account. For a curve by day use get_account_trends, for posts get_content_performance.',
    errors: { not_found: NOT_FOUND_ACCOUNT },
    openWorld: true,
    records: { list: 'accounts', keep: ['accountId', 'platform'] },
  },
  get_account_trends: {
    title: 'Read account numbers by day',
    use: 'Use it for how followers, views or reach of the accounts developed over days. Ask for few days or one account: each series has an entry for every day.',
    errors: { not_found: NOT_FOUND_ACCOUNT },
    openWorld: true,
    records: { list: 'accounts', keep: ['accountId', 'platform', 'metric'] },
  },
  get_analytics: {
    title: 'Read totals of own posts',
    use: 'Use it for a summary of the last 100 posts of this service. For a period, a network, or posts made elsewhere use get_content_performance.',
    openWorld: true,
  },
  get_post_metrics: {
    title: 'Read the numbers of one post',
    use: 'Use it for one post of this service, over all its networks. For everything that one network knows of it use get_post_insights with the networkPostId from here.',
    errors: { not_found: NOT_FOUND_POST },
    openWorld: true,
  },
  get_content_performance: {
    title: 'Read how content performed',
    use: 'Use it to find the best or worst posts of a period and to compare networks. sortBy with a small limit gives the top posts.',
    errors: { not_found: NOT_FOUND_ACCOUNT },
    openWorld: true,
    records: { list: 'posts', keep: ['accountId', 'networkPostId'] },
  },
  get_post_insights: {
    title: 'Read everything about one network post',
    use: 'Use it to explain how one post did. accountId and postId (there: networkPostId) come from get_content_performance or get_post_metrics.',
    errors: { not_found: 'Take accountId and networkPostId from get_content_performance.' },
    openWorld: true,
  },
  get_post_comments: {
    title: 'Read the comments of a post',
    use: 'Use it for the comments of one post of this service. Each has the accountId and platform that reply_to_comment takes. For what is new on all posts use list_recent_comments.',
    errors: { not_found: NOT_FOUND_POST },
    openWorld: true,
    records: { list: 'comments', keep: ['id', 'accountId', 'platform'] },
  },
  list_recent_comments: {
    title: 'List recent comments',
    use: 'Use it to see what people wrote lately, reviews too. {"done": false} leaves out what is settled.',
    errors: { not_found: NOT_FOUND_ACCOUNT },
    openWorld: true,
    records: { list: 'comments', keep: ['id', 'accountId', 'platform'] },
  },
  reply_to_comment: {
    title: 'Reply to a comment',
    use: 'Use it to answer a comment or review in public. Look at `can.reply` of the comment first.',
    changes: 'A public reply in the name of the account.',
    errors: {
      not_found: `Take commentId and accountId from list_recent_comments. ${NOT_FOUND_ACCOUNT}`,
      plan_required: PLAN,
      network_refused: REFUSED,
      network_busy: 'Wait a minute, then repeat the call with the same idempotencyKey.',
      outcome_unknown: UNKNOWN_OUTCOME,
      answered_meanwhile: 'Somebody answered after what you saw: read the comment again.',
    },
    openWorld: true,
  },
  hide_comment: {
    title: 'Hide a comment',
    use: 'Use it for spam or insults that others should not see; {"hidden": false} shows the comment again. Prefer it to delete_comment: it can be undone.',
    changes: 'Others do not see the comment at the network, or see it again.',
    errors: {
      not_found: 'The network has no such comment: it may be deleted.',
      not_supported: 'This network cannot hide comments: tell the person.',
      plan_required: PLAN,
      network_refused: REFUSED,
      outcome_unknown: 'Read the comment again; hiding it twice does no harm.',
    },
    destructive: true,
    idempotent: true,
    openWorld: true,
  },
  delete_comment: {
    title: 'Delete a comment',
    use: 'Use it only when the person asked for exactly this comment to be deleted. Otherwise use hide_comment.',
    changes: 'The comment is gone at the network for good.',
    errors: {
      not_found: 'It is deleted already, or the id is wrong.',
      not_supported: 'This network cannot delete comments: tell the person.',
      plan_required: PLAN,
      network_refused: REFUSED,
      outcome_unknown: 'Read the comments again to see whether it is gone.',
    },
    destructive: true,
    openWorld: true,
  },
  list_conversations: {
    title: 'List conversations',
    use: 'Use it to see who wrote direct messages. {"unread": true} or {"flagged": true} gives those that wait for an answer.',
    records: { list: 'conversations', keep: ['id', 'accountId', 'platform'] },
  },
  get_conversation_messages: {
    title: 'Read a conversation',
    use: 'Use it before send_message, so that the answer fits what was said.',
    errors: { not_found: 'Take the conversationId from list_conversations: there it is `id`.' },
    records: { list: 'messages', keep: ['id', 'direction'] },
  },
  send_message: {
    title: 'Send a direct message',
    use: 'Use it to answer in a conversation. It counts as an answer by a person: automations of this conversation stop, and pause for 12 hours.',
    changes: 'A direct message in the name of the account.',
    errors: {
      not_found: 'Take the conversationId from list_conversations: there it is `id`.',
      window_closed:
        'The network takes an answer only for a time after the person wrote: wait until they write again.',
      plan_required: PLAN,
      network_refused: REFUSED,
      outcome_unknown: UNKNOWN_OUTCOME,
    },
    openWorld: true,
  },
  list_comment_dm_rules: {
    title: 'List comment-to-DM rules',
    use: 'Use it before you create or change a rule: it shows what is answered already, and how often.',
    records: { list: 'rules', keep: ['id', 'active'] },
  },
  create_comment_dm_rule: {
    title: 'Create a comment-to-DM rule',
    use: 'Use it so that people who comment a keyword on instagram get a direct message. `postId` is a post of this service; without it and mediaId the rule is for every post. Without keywords every comment gets the message.',
    changes: 'From now on matching comments are answered without anybody looking at them.',
    errors: {
      not_found: `${NOT_FOUND_ACCOUNT} ${NOT_FOUND_POST}`,
      rule_limit: 'The workspace has 100 rules: delete one first.',
    },
    openWorld: true,
  },
  update_comment_dm_rule: {
    title: 'Change a comment-to-DM rule',
    use: 'Use it to change words or to pause a rule with {"active": false}. Name only what changes.',
    changes: 'The fields that you name are replaced.',
    errors: { not_found: 'Take the id from list_comment_dm_rules.', plan_required: PLAN },
    destructive: true,
    idempotent: true,
    openWorld: true,
  },
  delete_comment_dm_rule: {
    title: 'Delete a comment-to-DM rule',
    use: 'Use it only when the person wants the rule and what it did to be forgotten. To stop it, pause it with update_comment_dm_rule.',
    changes: 'The rule and its activity are gone. Messages that were sent stay.',
    errors: { not_found: 'It is deleted already, or the id is wrong.' },
    destructive: true,
  },
  list_dm_automations: {
    title: 'List DM automations',
    use: 'Use it before you create or change an automation: its steps and `version` are what update_dm_automation takes.',
    records: { list: 'automations', keep: ['id', 'active'] },
  },
  create_dm_automation: {
    title: 'Create a DM automation',
    use: 'Use it for a conversation in several steps: a trigger, then messages, waits, conditions and a hand-off. For one message after a comment use create_comment_dm_rule. {"active": false} makes it without starting it.',
    changes: 'From now on people who do what the trigger names are answered without anybody looking at it.',
    errors: {
      not_found: NOT_FOUND_ACCOUNT,
      ref_taken: 'Choose another ref.',
      automation_limit: 'The workspace has 100 automations: delete one first.',
      plan_required: PLAN,
    },
    openWorld: true,
  },
  update_dm_automation: {
    title: 'Change a DM automation',
    use: 'Use it to change the trigger or the steps, or to pause with {"active": false}. `steps` replaces all steps: send those that stay too, with their ids.',
    changes:
      'A new version. People who are in it end on the version they began with; pausing lets them go at once.',
    errors: {
      not_found: 'Take the id from list_dm_automations.',
      version_outdated: 'Somebody changed it: read list_dm_automations and make your change again.',
      ref_taken: 'Choose another ref.',
      plan_required: PLAN,
    },
    destructive: true,
    idempotent: true,
    openWorld: true,
  },
  delete_dm_automation: {
    title: 'Delete a DM automation',
    use: 'Use it only when the person wants the automation and its runs to be forgotten. To stop it, pause it with update_dm_automation.',
    changes: 'The automation and its runs are gone; people who are in it get nothing more.',
    errors: { not_found: 'It is deleted already, or the id is wrong.' },
    destructive: true,
  },
  validate_post: {
    title: 'Try a post',
    use: 'Use it before create_post to see what each network would show, cut or refuse. It takes the same arguments.',
    reads: true,
    errors: {
      timing_required: 'Give exactly one of scheduledAt, useNextSlot, publishNow, draft.',
      unknown_account: NOT_FOUND_ACCOUNT,
      no_posting_schedule: 'Give scheduledAt in place of useNextSlot.',
    },
  },
  explain_post: {
    title: 'Explain a post',
    use: 'Use it when somebody asks why a post did not go out, or what it waits for.',
    errors: { not_found: NOT_FOUND_POST },
  },
  explain_run: {
    title: 'Explain a run of an automation',
    use: 'Use it when somebody asks why a person got a message of an automation, or did not get the next one. get_conversation_messages names the run in `runId`.',
    errors: { not_found: 'Take the id from `runId` in get_conversation_messages.' },
  },
};
