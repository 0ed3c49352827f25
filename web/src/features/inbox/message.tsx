/** One message of a thread. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import type { InboxMessage } from '../../base/api.ts';
import { isWebAddress, networkWords } from '../../base/parts/from-network.ts';
import { clockInZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { Referral } from './referral.tsx';
import { t } from '../../base/language/text.ts';

interface MessageProps {
  message: InboxMessage;
  /** Name of the other person. */
  person: string;
  /** Name of the network. */
  network: string;
  /** Puts a text into the answer. */
  reuse: (text: string) => void;
}

export function Message({ message, person, network, reuse }: MessageProps) {
  const { direction, text, attachments, tap, reaction, deleted, unsupported, referral } = message;
  return (
    <li className="inbox-message" data-direction={direction} data-status={message.status}>
      <div className="inbox-bubble">
        {deleted === true ? (
          <Text size="sm" c="dimmed" fs="italic">
            {direction === 'in'
              ? t('{person} took this message back.', { person })
              : t('This message was taken back.')}
          </Text>
        ) : (
          <>
            {referral !== undefined && <Referral referral={referral} />}
            {attachments.map((attachment, index) => (
              <Attachment
                key={index}
                attachment={attachment}
                person={direction === 'in' ? person : 'you'}
                network={network}
              />
            ))}
            {tap !== undefined && (
              <Text size="xs" c="dimmed">
                {t('Tapped a choice')}
              </Text>
            )}
            {tap !== undefined && text === '' && <Text size="sm">{tap}</Text>}
            {text !== '' && (
              <Text size="sm" className="post-text" dir="auto">
                {text}
              </Text>
            )}
            {unsupported === true && (
              <Text size="sm" c="dimmed" fs="italic">
                {t('{network} shows this message only in its own app.', { network })}
              </Text>
            )}
          </>
        )}
        {reaction !== undefined && (
          <span
            className="inbox-reaction"
            role="img"
            aria-label={t('{person} reacted with {reaction}', { person, reaction })}
          >
            {reaction}
          </span>
        )}
      </div>
      <Below message={message} network={network} person={person} reuse={reuse} />
    </li>
  );
}

const WRITERS: { [by in InboxMessage['by']]: string | null } = {
  contact: null,
  team: t('Team'),
  automation: t('Automation'),
  other_tool: t('Another tool'),
};

/** When it was written and by whom, and what became of it. */
function Below({ message, network, person, reuse }: MessageProps) {
  const { timezone } = useWorkspace();
  const { createdAt, by, edited, status, error, text, standby } = message;
  const facts = [
    WRITERS[by],
    clockInZone(createdAt, timezone),
    edited === true ? 'edited' : null,
    standby === true ? t('another app answers first') : null,
  ];
  return (
    <div className="inbox-below">
      <Text size="xs" c="dimmed" component="p">
        {facts.filter((fact) => fact !== null).join(' · ')}
        {status === 'sending' && ' · Sending …'}
      </Text>
      {status === 'failed' && (
        <Group gap="xs" role="group" aria-label={t('Not sent')}>
          <Text size="xs" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {t('Not sent. {value}', { value: error === null ? '' : networkWords(error) })}
          </Text>
          {text !== '' && (
            <Button size="compact-xs" variant="default" onClick={() => reuse(text)}>
              {t('Write it again')}
            </Button>
          )}
        </Group>
      )}
      {status === 'unknown' && (
        <Text size="xs" c="var(--mantine-color-orange-light-color)">
          {t(
            '{network} did not say whether it took this message, and a lookup did not show it. It is not sent again by itself: look in {network} whether {person} has it.',
            { network, person },
          )}
        </Text>
      )}
    </div>
  );
}

type AttachmentView = InboxMessage['attachments'][number];

/** What the networks call attachments, in words. */
const KINDS: { [type: string]: string } = {
  image: t('Picture'),
  video: t('Video'),
  audio: t('Voice message'),
  file: t('File'),
  sticker: t('Sticker'),
  share: t('Shared post'),
  post: t('Shared post'),
  ig_post: t('Shared post'),
  reel: t('Shared reel'),
  ig_reel: t('Shared reel'),
  story_reply: t('Answer to your story'),
  story_mention: t('You are mentioned in a story'),
  location: t('Place'),
};

function Attachment({
  attachment: { type, url, expired },
  person,
  network,
}: {
  attachment: AttachmentView;
  person: string;
  network: string;
}) {
  const kind = KINDS[type] ?? t('Attachment ({type})', { type: type.replaceAll('_', ' ') });
  if (expired || !isWebAddress(url))
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {t('{kind}: {network} does not show it any more.', { kind, network })}
      </Text>
    );
  if (type === 'image' || type === 'sticker')
    return (
      <a href={url} target="_blank" rel="noreferrer">
        <img
          src={url}
          alt={t('{kind} from {person}', { kind, person })}
          className="inbox-media"
          referrerPolicy="no-referrer"
        />
      </a>
    );
  if (type === 'video')
    return <video src={url} controls preload="metadata" className="inbox-media" aria-label={kind} />;
  if (type === 'audio') return <audio src={url} controls preload="metadata" aria-label={kind} />;
  return (
    <Text size="sm">
      <Anchor href={url} target="_blank" rel="noreferrer" inherit underline="always" c="inherit">
        {kind}
      </Anchor>
    </Text>
  );
}
