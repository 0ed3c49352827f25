import { Anchor, List, Text } from '@mantine/core';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { sentence } from '../../base/finding.ts';
import type { Account, Delivery } from '../../base/api.ts';
import { DeliveryComment } from './delivery-comment.tsx';
import { useAddressThere } from './simulated.ts';
import { deliveryLook } from './status.tsx';
import { t } from '../../base/language/text.ts';

/** What belongs to the post besides its first part: the other parts of a thread, and the first comment. */
export function DeliveryParts({ delivery, account }: { delivery: Delivery; account: Account | undefined }) {
  return (
    <>
      <Parts delivery={delivery} account={account} />
      <DeliveryComment comment={delivery.firstComment} />
    </>
  );
}

/** The parts of a thread after the first, each with where it is. Nothing for a post of one part. */
function Parts({ delivery, account }: { delivery: Delivery; account: Account | undefined }) {
  const { thread, accountId, platform } = delivery;
  if (thread.length === 0) return null;
  return (
    <List type="ordered" start={2} size="sm" mt={6} aria-label={t('Further parts of the thread')}>
      {thread.map((part, index) => (
        // parts are never reordered
        <List.Item key={index}>
          <LookBadge look={deliveryLook(part, account)} />{' '}
          <PartLink part={{ ...part, accountId, platform }} />
          {part.error !== null && part.error !== delivery.error && (
            <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {' '}
              {sentence(part.error)}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  );
}

function PartLink({ part }: { part: Pick<Delivery, 'accountId' | 'platform' | 'networkPostId' | 'url'> }) {
  const there = useAddressThere(part);
  if (there === null) return null;
  return (
    <Anchor href={there.url} target="_blank" rel="noreferrer" size="sm">
      {there.isSimulated ? t('See it in the sandbox') : t('See it there')}
    </Anchor>
  );
}
