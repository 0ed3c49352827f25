/** The ad or link that brought a person to the conversation. */
import { Text } from '@mantine/core';
import { isWebAddress } from '../../base/parts/from-network.ts';
import type { InboxMessage } from '../../base/api.ts';
import { t } from '../../base/language/text.ts';

export function Referral({ referral }: { referral: NonNullable<InboxMessage['referral']> }) {
  const { source, ref, adId, title, mediaUrl } = referral;
  const isAd = adId !== null || source === 'ADS';
  return (
    <div className="inbox-referral">
      {isWebAddress(mediaUrl) && (
        <a href={mediaUrl} target="_blank" rel="noreferrer" aria-label={t('Open the picture of the ad')}>
          <img src={mediaUrl} alt="" loading="lazy" referrerPolicy="no-referrer" />
        </a>
      )}
      <div>
        <Text size="xs" c="dimmed">
          {isAd ? t('Came from an ad') : t('Came by a link')}
        </Text>
        {title !== null && (
          <Text size="sm" fw={500}>
            {title}
          </Text>
        )}
        {ref !== null && (
          <Text size="xs" c="dimmed">
            {t('Code: {ref}', { ref })}
          </Text>
        )}
      </div>
    </div>
  );
}
