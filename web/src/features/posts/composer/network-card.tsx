/** A post as a network shows it on an account: who, the text with its fold, what is cut, the pictures in their shape. */
import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Account } from '../../../base/api.ts';
import { networkName } from '../../../base/parts/network.tsx';
import { PersonPicture } from '../../../base/parts/person-picture.tsx';
import { lookOf } from './look.ts';
import type { PlannedAccount } from './refusing.ts';
import { t } from '../../../base/language/text.ts';

interface NetworkCardProps {
  planned: PlannedAccount;
  /** Undefined: it was disconnected. */
  account: Account | undefined;
  /** The text as it was written for the account: its end may be cut. */
  written: string;
  altText: { [url: string]: string };
  /** The preview of a page is not to be shown. */
  onRemovePreview: () => void;
}

export function NetworkCard({ planned, account, written, altText, onRemovePreview }: NetworkCardProps) {
  const { platform, title, text, media, cutAt } = planned;
  const { picturesFirst } = lookOf(platform);
  const pictures = <Pictures platform={platform} media={media} altText={altText} />;
  return (
    <div className="network-card">
      <Group gap={8} wrap="nowrap" className="network-card-head">
        <PersonPicture
          name={account ? account.displayName || account.username : ''}
          avatarUrl={account?.avatarUrl ?? null}
          platform={platform}
        />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600} truncate dir="auto" ta="start">
            {account ? account.displayName || account.username : t('disconnected account')}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {networkName(platform)}
          </Text>
        </div>
      </Group>
      {picturesFirst && pictures}
      {title !== null && (
        <Text fw={700} className="network-card-text" dir="auto">
          {title}
        </Text>
      )}
      <FoldedText platform={platform} text={text} cut={cutAt === null ? '' : written.slice(cutAt)} />
      {!picturesFirst && pictures}
      {planned.linkPreview && <LinkCard preview={planned.linkPreview} onRemove={onRemovePreview} />}
      {planned.thread.map((part, index) => (
        <div key={index} className="thread-preview">
          <Text size="sm" className="post-text network-card-text" dir="auto">
            {part.text}
          </Text>
          <Pictures platform={platform} media={part.media} altText={altText} />
        </div>
      ))}
      {planned.firstComment && (
        <div className="thread-preview">
          <Text size="xs" c="dimmed">
            {t('First comment')}
          </Text>
          <Text size="sm" className="post-text network-card-text" dir="auto">
            {planned.firstComment.text}
          </Text>
        </div>
      )}
    </div>
  );
}

interface LinkCardProps {
  preview: NonNullable<PlannedAccount['linkPreview']>;
  onRemove: () => void;
}

/** The preview of a page, as far as it is known. Its picture is the page's, so it is not loaded here. */
function LinkCard({ preview: { url, state, title, description }, onRemove }: LinkCardProps) {
  const host = URL.parse(url)?.hostname ?? url;
  return (
    <div className="link-card">
      <div style={{ minWidth: 0 }}>
        <Text size="xs" c="dimmed" truncate>
          {host}
        </Text>
        <Text size="sm" fw={600} dir="auto" lineClamp={2}>
          {title ?? (state === 'unknown' ? t('The page is read when the post is sent') : url)}
        </Text>
        {description !== null && (
          <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
            {description}
          </Text>
        )}
      </div>
      <Button variant="subtle" size="compact-xs" color="gray" onClick={onRemove}>
        {t('Remove')}
        <VisuallyHidden> {t('the preview of {host}', { host })}</VisuallyHidden>
      </Button>
    </div>
  );
}

/** The text up to the network's fold, and what the network cuts, struck through. */
function FoldedText({ platform, text, cut }: { platform: string; text: string; cut: string }) {
  const [isOpen, setOpen] = useState(false);
  const { fold } = lookOf(platform);
  if (text === '' && cut === '') return null;
  const isFolded = fold !== undefined && text.length > fold && !isOpen;
  return (
    <Text size="sm" className="post-text network-card-text" dir="auto">
      {isFolded ? text.slice(0, fold).trimEnd() : text}
      {isFolded && (
        <Anchor component="button" type="button" size="sm" c="dimmed" onClick={() => setOpen(true)}>
          {t('… more')}
        </Anchor>
      )}
      {!isFolded && cut.trim() !== '' && (
        <del className="cut-text" title={t('{network} cuts this', { network: networkName(platform) })}>
          {cut}
        </del>
      )}
    </Text>
  );
}

const VIDEO = /\.(mp4|mov|webm)(\?|$)/i;
/** More are behind the last one. */
const MAX_PICTURES = 4;

function Pictures(props: { platform: string; media: readonly string[]; altText: { [url: string]: string } }) {
  const { platform, media, altText } = props;
  if (media.length === 0) return null;
  const { shape } = lookOf(platform);
  const visible = media.slice(0, MAX_PICTURES);
  return (
    <div className={`network-pictures pictures-${visible.length}`} style={{ aspectRatio: shape }}>
      {visible.map((url, index) => (
        <span key={url} className="network-picture">
          {VIDEO.test(url) ? (
            <video src={url} muted preload="metadata" aria-label={altText[url] ?? ''} />
          ) : (
            <img src={url} alt={altText[url] ?? ''} />
          )}
          {index === MAX_PICTURES - 1 && media.length > MAX_PICTURES && (
            <span className="more-pictures">+{media.length - MAX_PICTURES}</span>
          )}
        </span>
      ))}
    </div>
  );
}
