/** What Home shows. An item is a code with its parameters: the page has the words. */
import { type Static, Type } from 'typebox';
import { choice, instant, nullable, text } from '../../api/schemas.ts';

const AccountRef = Type.Object({
  id: Type.String(),
  platform: Type.String(),
  name: text('Its name, or its handle.'),
});
const PostRef = Type.Object({ id: Type.String(), text: text('The beginning of its text.') });
const waitingPosts = Type.Integer({ description: 'How many posts wait until the account works again.' });

export const HomeItem = Type.Union([
  Type.Object(
    {
      code: Type.Literal('account_needs_reconnect'),
      account: AccountRef,
      waitingPosts,
    },
    { description: 'The network refuses the access.' },
  ),
  Type.Object(
    { code: Type.Literal('account_needs_app'), account: AccountRef, waitingPosts },
    { description: 'The settings lack its app, or the network refuses it. For operators.' },
  ),
  Type.Object(
    {
      code: Type.Literal('account_expires'),
      account: AccountRef,
      endsAt: nullable(instant('When the access ends.')),
    },
    { description: 'The access ends within 14 days and cannot be renewed.' },
  ),
  Type.Object(
    {
      code: Type.Literal('post_may_be_live'),
      post: PostRef,
      account: AccountRef,
      nextAttemptAt: nullable(instant('When the next copy is sent by itself; null if none is sent.')),
    },
    { description: 'A response was lost, and no lookup shows whether the post is live.' },
  ),
  Type.Object(
    {
      code: Type.Literal('post_awaits_approval'),
      post: PostRef,
      accounts: Type.Integer({ description: 'To how many accounts it goes.' }),
      at: nullable(instant('When it goes out if it is approved; null if no time was asked for.')),
    },
    { description: 'For people who may approve.' },
  ),
  Type.Object(
    {
      code: Type.Literal('series_paused'),
      series: Type.Object({ id: Type.String(), text: text('The beginning of its text.') }),
      reason: choice(['plan', 'refused'], 'Why.'),
      error: text('The same as a sentence.'),
    },
    { description: 'A series paused by itself: the plan does not include its posts, or they are refused.' },
  ),
  Type.Object(
    {
      code: Type.Literal('feed_failed'),
      feed: Type.Object({ id: Type.String(), title: text('What it calls itself, else its address.') }),
      reason: choice(['unreadable', 'plan'], 'Why.'),
      error: text('The same as a sentence.'),
    },
    { description: 'A feed could not be read for a day, or the plan does not include its posts.' },
  ),
  Type.Object(
    {
      code: Type.Literal('conversation_handed_over'),
      conversationId: Type.String(),
      platform: Type.String(),
      name: nullable(text('Of the person.')),
      note: nullable(text('What the automation says to the team.')),
      at: instant('When it was handed over.'),
    },
    { description: 'An automation handed a conversation over.' },
  ),
  Type.Object(
    {
      code: Type.Literal('call_awaits_confirmation'),
      confirmationId: Type.String(),
      keyName: text('Of the API key, or of the connected app.'),
      title: text('What would happen.'),
      expiresAt: instant('Until when it can be decided.'),
    },
    { description: 'An agent wants to publish, send or delete.' },
  ),
  Type.Object(
    {
      code: Type.Literal('file_expires'),
      post: PostRef,
      fileEndsAt: instant('When the address of the file expires.'),
      at: instant('When the post goes out.'),
    },
    { description: 'The address of a file will have expired when its post goes out.' },
  ),
]);
export type HomeItem = Static<typeof HomeItem>;

export const Home = Type.Object({
  needsYou: Type.Object({
    count: Type.Integer({ description: 'How many items there are; 100: so many or more.' }),
    items: Type.Array(HomeItem, { description: 'The first of them.' }),
  }),
  unread: Type.Integer({ description: 'Conversations with unread messages, up to 100.' }),
  openComments: Type.Integer({ description: 'Comments that are not done, up to 100.' }),
  notifications: Type.Integer({ description: 'Open notifications that the person has not read.' }),
  confirmations: Type.Integer({ description: 'Calls of agents that wait for the person, up to 100.' }),
  nextOut: Type.Array(
    Type.Object({
      at: instant('When it goes out, or of the free slot.'),
      post: nullable(
        Type.Object({
          ...PostRef.properties,
          platforms: Type.Array(Type.String(), { description: 'Of its accounts.' }),
        }),
      ),
    }),
    { description: 'Planned posts, and free slots of the schedule without one, the next one first.' },
  ),
  working: Type.Object(
    {
      count: Type.Integer({ description: 'How many there are; 100: so many or more.' }),
      items: Type.Array(
        Type.Object({
          post: PostRef,
          account: AccountRef,
          state: choice(
            ['retrying', 'limited', 'verifying'],
            '`retrying`: sent again after a temporary failure; `limited`: waits for its turn; `verifying`: looked up.',
          ),
          at: instant('When it goes on.'),
        }),
      ),
    },
    { description: 'What goes on by itself.' },
  ),
  sinceYesterday: Type.Object(
    {
      since: instant('The beginning of yesterday in the time zone of the workspace.'),
      published: Type.Integer({ description: 'Posts that went out, at least partly, up to 100.' }),
      failed: Type.Integer({ description: 'Posts that failed, on all of their accounts or on some.' }),
    },
    { description: 'How it went.' },
  ),
  firstSteps: nullable(
    Type.Object(
      {
        hasPublished: Type.Boolean({ description: 'A post went out on two accounts or more.' }),
        hasAnswered: Type.Boolean({ description: 'Somebody of the team answered a person.' }),
        hasRealAccount: Type.Boolean({
          description:
            'An account is connected that is not simulated; in a workspace of simulated networks: the person has a workspace of real ones.',
        }),
        writer: nullable(text('Somebody whose message nobody has read yet.')),
      },
      { description: 'Of a new workspace. null where all are done, or there is no sandbox.' },
    ),
  ),
});
export type Home = Static<typeof Home>;
