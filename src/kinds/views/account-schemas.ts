/** The schema of an account in responses and webhooks. */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';
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
          expiresAt: nullable(instant('When the access expires.')),
        },
        { description: 'Comes before the access expires: 14 days ahead for linkedin.' },
      ),
    ),
    connectedAt: instant('When it was connected.'),
    onUnknown: choice(
      ['retry', 'hold'],
      'What to do with a post whose answer was lost, where the network has no way to look whether it is live.',
    ),
    receiving: nullable(
      Type.Object(
        {
          since: instant('What people wrote before is history: shown, but never unread.'),
          via: choice(['webhook', 'stream', 'polling'], 'How the network reports it.'),
          everySeconds: nullable(
            Type.Integer({ description: 'How often it is read; null: the network calls.' }),
          ),
          checkedAt: instant('When the network was last asked whether it reports everything.'),
          lastEventAt: nullable(
            instant(
              'When the network reported something last, to a minute; null: it has reported nothing yet.',
            ),
          ),
          lastWholeReadAt: nullable(
            instant(
              'When the last read began that found everything since the one before; null: none has come to its end.',
            ),
          ),
          missing: nullable(
            Type.Object(
              {
                since: instant('What people did since then may be missing.'),
                reason: text('What is missing and why, in a sentence.'),
                code: choice(
                  ['reading', 'network', 'budget', 'access', 'unreported'],
                  '`reading`: it is being read. `network`: the network does not respond. `budget`: a budget of this service is used up. `access`: connect the account again. `unreported`: the network had ended the subscription for a time.',
                ),
                nextAt: nullable(instant('When it is read next; null: it cannot be read again.')),
              },
              { description: 'What has not arrived; null: nothing is known to be missing.' },
            ),
          ),
          problem: nullable(text('What does not arrive, and what to do; null: nothing.')),
          summary: Type.Object(
            {
              ways: text(
                'By what the account receives, when something came last, and when everything was read.',
              ),
              missing: nullable(
                text('What is missing, until when, and the problem; null: nothing is known to be missing.'),
              ),
            },
            { description: 'The same in whole sentences for a person. Times are in UTC.' },
          ),
        },
        { description: 'Whether comments and messages to it arrive here; null: not.' },
      ),
    ),
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
