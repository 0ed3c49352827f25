/** What a page shows when it has no content: the reason, and what to do. */
import { Alert, Button, Center, Group, Loader, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { InboxIcon } from './icons.tsx';
import { useTitle } from './title.ts';
import { t } from '../language/text.ts';

/** The whole page failed. */
export function PageFault({
  message,
  onRetry,
  label = t('Try again'),
}: {
  message: string;
  onRetry: () => void;
  label?: string;
}) {
  useTitle(t('Something went wrong'));
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" maw={460} role="alert">
        <Title order={1} size="h3">
          {t('Something went wrong')}
        </Title>
        <Text ta="center">{message}</Text>
        <Button onClick={onRetry}>{label}</Button>
      </Stack>
    </Center>
  );
}

/** A part of a page failed. */
export function Fault({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Alert color="red" variant="light" role="alert">
      <Group justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** There is no content yet. */
export function Empty({
  title,
  children,
  action,
  isPage = false,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** It fills the page, so it names the browser's tab. */
  isPage?: boolean;
}) {
  useTitle(isPage ? title : null);
  return (
    <Stack align="center" py={56} gap="xs">
      {!isPage && (
        <span className="empty-sign">
          <InboxIcon size={20} />
        </span>
      )}
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={440}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}

/** Data is being read. @param label for screen readers; also shown unless it is the default */
export function Waiting({ rows = 6, label = t('Loading') }: { rows?: number; label?: string }) {
  return (
    <Stack gap={4} role="status" aria-label={label}>
      {label !== 'Loading' && (
        <Group gap="xs">
          <Loader size="xs" aria-hidden="true" />
          <Text size="sm" c="dimmed">
            {label} …
          </Text>
        </Group>
      )}
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={44} className="late" />
      ))}
    </Stack>
  );
}

/** In place of a page whose script is being loaded: its title where that is known, and lines. */
export const PageWaiting = ({ title }: { title: string | undefined }) => (
  <>
    {title === undefined ? (
      <Skeleton height={28} width={180} mb="lg" className="late" />
    ) : (
      <PageTitle>{title}</PageTitle>
    )}
    <Waiting />
  </>
);

/** Title of a page, with its actions. It also names the browser's tab. */
export function PageTitle({
  children,
  tab,
  actions,
}: {
  children: string | string[];
  /** Title of the browser's tab, where it differs from the page's. */
  tab?: string;
  actions?: ReactNode;
}) {
  useTitle(tab ?? [children].flat().join(''));
  return (
    <Group justify="space-between" mb="lg" gap="sm">
      <Title order={1} size="h2" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Title>
      <Group gap="xs" className="page-actions">
        {actions}
      </Group>
    </Group>
  );
}
