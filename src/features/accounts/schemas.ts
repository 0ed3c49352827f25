/** A connect link as answers show it. */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';
import { Account } from '../../kinds/views/account-schemas.ts';

const platform = choice(platforms, 'The network.');

export const ConnectLink = model(
  'ConnectLink',
  Type.Object({
    id: Type.String(),
    url: text(
      'The hosted page. Everybody who has it can connect accounts: send it to that person alone. Empty for a key without the scope `manage`.',
    ),
    redirectUrl: nullable(text('Where the person goes when they are done.')),
    name: nullable(text('For whom it is. The hosted page shows it.')),
    platforms: Type.Array(platform, { description: 'The networks that are offered.' }),
    status: choice(
      ['pending', 'connected', 'expired', 'revoked'],
      '`connected`: one account or more were connected through it; until it expires it takes more.',
    ),
    expiresAt: instant('Until when it works.'),
    accounts: Type.Array(Account, { description: 'The accounts that were connected through it.' }),
  }),
);
