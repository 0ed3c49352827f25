import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { Post } from '../../base/api.ts';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { useAccounts } from '../accounts/index.ts';
import { t } from '../../base/language/text.ts';

type Entry = Post['overrides'][number];

/** What some accounts of a post get instead of its text and media. Nothing if all get the same. */
export function OwnTexts({ overrides }: { overrides: Post['overrides'] }) {
  const { data: accounts = [] } = useAccounts();
  const labelOf = (id: string) => {
    const account = accounts.find((one) => one.id === id);
    return account ? `${account.displayName || account.username} (${networkName(account.platform)})` : id;
  };
  const nameOf = ({ accountIds, platforms }: Entry) =>
    (accountIds?.map(labelOf) ?? platforms?.map(networkName) ?? []).join(', ');
  if (overrides.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="own-texts">
      <Title order={2} size="h4" id="own-texts">
        {t('Other texts')}
      </Title>
      {overrides.map((entry) => (
        <Card
          key={nameOf(entry)}
          withBorder
          component="article"
          aria-label={t('For {name}', { name: nameOf(entry) })}
        >
          <Text size="sm" fw={600}>
            {nameOf(entry)}
          </Text>
          {entry.content !== undefined && (
            <Text size="sm" className="post-text" dir="auto">
              {entry.content}
            </Text>
          )}
          {entry.media !== undefined && <OwnMedia media={entry.media} altText={entry.altText ?? {}} />}
        </Card>
      ))}
    </Stack>
  );
}

function OwnMedia({ media, altText }: { media: string[]; altText: { [url: string]: string } }) {
  if (media.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Without media')}
      </Text>
    );
  return (
    <Group mt="xs" gap={6}>
      {media.map((url, index) => (
        <MediaThumb
          key={url}
          url={url}
          size={56}
          alt={altText[url] ?? t('Medium {count} of {count2}', { count: index + 1, count2: media.length })}
        />
      ))}
    </Group>
  );
}
