import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Account } from '../../base/api.ts';
import { hasComments, messageLimits } from '../../base/parts/network.tsx';
import { instantsInZone, inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { missingWords, waysWords } from './words.ts';
import { t } from '../../base/language/text.ts';

/**
 * Whether what people write to an account arrives: by what, when something came last, and what is missing. Nothing for networks of which nothing is received.
 */
export function AccountReceiving({ account: { platform, receiving } }: { account: Account }) {
  const { timezone } = useWorkspace();
  const inWords = (instant: string) => inZone(instant, timezone);
  if (receiving === null) {
    const words = withoutReceiving(platform);
    return words === null ? null : <Ways>{words}</Ways>;
  }
  const missing = missingWords(receiving, inWords);
  return (
    <>
      <Ways>
        {t('{what} Receives since {time}.', {
          what: waysWords(receiving, inWords),
          time: inWords(receiving.since),
        })}
      </Ways>
      {missing !== null && (
        <Alert color="orange" variant="light" p="xs">
          {instantsInZone(missing, timezone)}
        </Alert>
      )}
    </>
  );
}

const Ways = ({ children }: { children: ReactNode }) => (
  <div>
    <Text size="xs" fw={500}>
      {t('Receiving')}
    </Text>
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  </div>
);

/** The sentence about an account that receives nothing; null means its network has nothing to receive. */
function withoutReceiving(platform: string): string | null {
  if (messageLimits(platform) !== null) return t('Messages and comments do not arrive here yet.');
  return hasComments(platform) ? t('Comments do not arrive here yet.') : null;
}
