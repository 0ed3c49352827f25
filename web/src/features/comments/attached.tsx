/** The pictures, videos and stickers of a comment. */
import { Anchor, Text } from '@mantine/core';
import { isWebAddress } from '../../base/parts/from-network.ts';
import { networkName } from '../../base/parts/network.tsx';
import { writerName } from './names.ts';
import type { Comment } from './tree.ts';
import { t } from '../../base/language/text.ts';

/** What networks call them, in words. */
const KINDS: { [type: string]: string } = {
  image: t('Picture'),
  photo: t('Picture'),
  video: t('Video'),
  audio: t('Voice message'),
  sticker: t('Sticker'),
};

export function Attached({ comment }: { comment: Comment }) {
  const { attachments, platform } = comment;
  return attachments.map(({ type, url }, index) => {
    const kind = KINDS[type] ?? t('Attachment ({type})', { type: type.replaceAll('_', ' ') });
    if (!isWebAddress(url))
      return (
        <Text key={index} size="sm" c="dimmed" fs="italic">
          {t('{kind}: open {network} to see it.', { kind, network: networkName(platform) })}
        </Text>
      );
    if (type === 'image' || type === 'sticker')
      return (
        <a key={index} href={url} target="_blank" rel="noreferrer" className="comment-picture">
          <img
            src={url}
            alt={t('{kind} from {writer}', { kind, writer: writerName(comment) })}
            loading="lazy"
            referrerPolicy="no-referrer"
          />
        </a>
      );
    return (
      <Anchor key={index} href={url} target="_blank" rel="noreferrer" size="sm" underline="always">
        {kind}
      </Anchor>
    );
  });
}
