/** How the answer looks on a phone: the public reply below the comment, and the message where people find it. */
import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Account } from '../../base/api.ts';
import { networkName } from '../../base/parts/network.tsx';
import { filledIn, type RuleDraft } from './rule-draft.ts';
import { t } from '../../base/language/text.ts';

const PERSON = 'ann';

interface PreviewProps {
  draft: RuleDraft;
  /** undefined: not chosen yet. */
  account: Account | undefined;
}

export function PhonePreview({ draft, account }: PreviewProps) {
  const [follows, setFollows] = useState<'yes' | 'no'>('no');
  const name = account?.username || account?.displayName || 'you';
  const { match, keywords, dmText } = draft;
  const publicReply = draft.publicReplies.find((reply) => reply.trim() !== '');
  const comment = match === 'every' ? t('Wow!') : (keywords[0] ?? 'keyword');
  return (
    <Stack component="section" gap="sm" aria-labelledby="rule-preview">
      <Title order={2} size="h4" id="rule-preview">
        {t('On the phone')}
      </Title>
      <SegmentedControl
        size="xs"
        aria-label={t('Whose phone')}
        data={[
          { value: 'no', label: t('Does not follow you') },
          { value: 'yes', label: t('Follows you') },
        ]}
        value={follows}
        onChange={setFollows}
      />
      <div className="rule-phone">
        <div className="rule-phone-part">
          <PhoneLine by={PERSON} text={comment} />
          {publicReply !== undefined && <PhoneLine by={name} text={filledIn(publicReply, PERSON)} isReply />}
        </div>
        <div className="rule-phone-bar">{follows === 'yes' ? name : t('Message requests')}</div>
        <div className="rule-phone-part rule-phone-thread">
          {follows === 'no' && (
            <Text size="xs" c="dimmed" ta="center">
              {t('{name} wants to send you a message', { name })}
            </Text>
          )}
          <div className="rule-phone-bubble" dir="auto">
            {dmText.trim() === '' ? t('Your message') : <Linked text={filledIn(dmText, PERSON)} />}
          </div>
          {follows === 'no' && (
            <div className="rule-phone-choice">
              <span>{t('Block')}</span>
              <span>{t('Delete')}</span>
              <span>{t('Accept')}</span>
            </div>
          )}
        </div>
      </div>
      <Text size="xs" c="dimmed">
        {follows === 'yes'
          ? t('Among the messages of {person}, with a notification.', { person: PERSON })
          : t(
              'People who do not follow the account find the message under Requests, without a notification, and many never look there. Say so in the public reply. {network} takes one message until the person accepts or answers.',
              { network: networkName(account?.platform ?? 'instagram') },
            )}
      </Text>
    </Stack>
  );
}

function PhoneLine({ by, text, isReply = false }: { by: string; text: string; isReply?: boolean }) {
  return (
    <p className="rule-phone-line" data-reply={isReply || undefined} dir="auto">
      <b>{by}</b> {text}
    </p>
  );
}

/** An address without the signs of its sentence. The preview has no need of the service's exact rules. */
const LINK = /(https?:\/\/[!-~]*[\w\-/#&=+])/i;

/** Links as the phone shows them. They lead nowhere here. */
function Linked({ text }: { text: string }) {
  return text.split(LINK).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text
    LINK.test(part) ? <u key={index}>{part}</u> : part,
  );
}
