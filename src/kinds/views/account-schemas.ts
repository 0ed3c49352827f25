/** The schema of an account in responses and webhooks. */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { choice, ErrorValues, instant, model, nullable, text } from '../../api/schemas.ts';
import { announcedFields } from './announced.ts';

export const Account = model(
  'Account',
  Type.Object({
    id: text('What `accountIds` takes.'),
    platform: choice(platforms, 'The network.'),
    displayName: Type.String(),
    username: Type.String(),
    avatarUrl: nullable(text('Picture of the account.')),
    url: nullable(text("The account's page at the network.")),
    status: choice(['healthy', 'expiring', 'needs_reconnect'], 'Whether the service may still post to it.'),
    warning: nullable(
      Type.Object(
        {
          code: choice(['token_expiring', 'needs_reconnect', 'app_not_configured'], 'What is the matter.'),
          message: text('What to do, in a sentence.'),
          values: Type.Optional(ErrorValues),
          expiresAt: nullable(instant('When the access expires.')),
        },
        { description: 'Comes before the access expires: 14 days ahead for linkedin.' },
      ),
    ),
    connectedAt: instant('When it was connected.'),
    onUnknown: choice(
      ['retry', 'hold'],
      'What to do with a post whose response was lost and that cannot be looked up.',
    ),
    ownSchedule: Type.Boolean({ description: 'It has a posting schedule of its own.' }),
    receiving: nullable(
      Type.Object(
        {
          since: instant('What is older is history, never unread.'),
          via: choice(['webhook', 'stream', 'polling'], 'How the network reports it.'),
          everySeconds: nullable(
            Type.Integer({ description: 'How often it is read; null means the network calls.' }),
          ),
          checkedAt: instant('When the network was last asked.'),
          lastEventAt: nullable(instant('The last event, to a minute.')),
          lastWholeReadAt: nullable(instant('When the last complete read began.')),
          missing: nullable(
            Type.Object(
              {
                since: instant('Since when.'),
                reason: text('Why, in a sentence.'),
                code: choice(
                  ['reading', 'network', 'budget', 'access', 'unreported', 'left_out'],
                  '`reading`: under way. `network`: no response. `budget`: used up. `access`: connect again. `unreported`: the subscription had ended. `left_out`: some cannot be read.',
                ),
                nextAt: nullable(instant('The next read.')),
              },
              { description: 'What is missing.' },
            ),
          ),
          problem: nullable(text('What to do about what does not arrive.')),
          summary: Type.Object(
            {
              ways: text('How and when it receives.'),
              missing: nullable(text('What is missing, and the problem; null if nothing.')),
            },
            { description: 'In sentences, in UTC.' },
          ),
        },
        { description: 'Whether comments and messages to it arrive here; null means not.' },
      ),
    ),
  }),
);

/** The body of the webhook account.needs_reconnect. */
export const BrokenAccountEvent = model(
  'BrokenAccountEvent',
  Type.Object({
    event: choice(['account.needs_reconnect'], 'Name of the event.'),
    ...announcedFields,
    account: Account,
    reason: text('Why the network refuses the access.'),
    waitingPosts: Type.Integer({
      minimum: 0,
      description: 'How many posts wait for the account at this moment.',
    }),
  }),
);

/** The body of the webhook account.connected. */
export const AccountEvent = model(
  'AccountEvent',
  Type.Object({
    event: choice(['account.connected'], 'Name of the event.'),
    ...announcedFields,
    account: Account,
  }),
);
