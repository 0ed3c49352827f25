import type { ReactNode } from 'react';
import { Group, Text } from '@mantine/core';
import type { Session } from '../api.ts';
import { marked, marksUrl } from 'virtual:network-marks';
import { keepNetworkNames, networkName } from '../network-names.ts';
import { t } from '../language/text.ts';

/** What the service says about a network: its name, two letters, and a colour for white letters. */
type NetworkView = Session['networks'][number];

/**
 * Filled when the session is read, before any page that names a network is drawn. It changes only when the service is
 * updated. It is not React state, because names are also needed where no hook can be called (titles, sorting, toasts).
 */
const networks = new Map<string, NetworkView>();

/** Stores what the session says about networks. */
export function keepNetworks(views: NetworkView[]): void {
  keepNetworkNames(views);
  for (const network of views) networks.set(network.platform, network);
}

/** Every network, by name, as the choices of a field. */
export const networkChoices = (): { value: string; label: string }[] =>
  [...networks.values()]
    .map(({ platform, name }) => ({ value: platform, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

export { networkName } from '../network-names.ts';

/** How long a direct message may be on a network; null means the network has none. */
export const messageLimits = (platform: string): NetworkView['messages'] =>
  networks.get(platform)?.messages ?? null;

/** Whether comments or reviews of a network can be read. */
export const hasComments = (platform: string): boolean => networks.get(platform)?.comments ?? false;

/** Whether a post can have a first comment on a network. */
export const takesFirstComment = (platform: string): boolean =>
  networks.get(platform)?.firstComments ?? false;

/** The networks whose comments can be read. */
export const networksWithComments = (): string[] =>
  [...networks.values()].flatMap(({ platform, comments }) => (comments ? [platform] : []));

/** Whether rules can answer the comments of a network. */
export const hasRules = (platform: string): boolean => networks.get(platform)?.rules ?? false;

/** The networks whose comments rules can answer. */
export const networksWithRules = (): string[] =>
  [...networks.values()].flatMap(({ platform, rules }) => (rules ? [platform] : []));

/** Whether people of a network can go through automations. The service refuses accounts of others. */
export const hasAutomations = (platform: string): boolean => networks.get(platform)?.automations ?? false;

/** The networks that have direct messages. */
export const networksWithMessages = (): string[] =>
  [...networks.values()].flatMap(({ platform, messages }) => (messages === null ? [] : [platform]));

/** A network's mark on a disc of its colour; its letters where it has no mark. Show its name beside it. */
export function NetworkMark({ platform, size = 20 }: { platform: string; size?: number }) {
  const { letters, color } = networks.get(platform)?.mark ?? {
    letters: platform.slice(0, 2),
    color: '#444a52',
  };
  return (
    <span
      aria-hidden="true"
      className="network-mark"
      style={{ width: size, height: size, background: color, fontSize: size * 0.48 }}
    >
      {marked.includes(platform) ? (
        <svg width={size * 0.58} height={size * 0.58} fill="currentColor">
          <use href={`${marksUrl}#${platform}`} />
        </svg>
      ) : (
        letters
      )}
    </span>
  );
}

/** A network, and the account on it where that is known. */
export function AccountLabel(props: {
  platform: string;
  account: string | undefined;
  /** In place of the mark alone. */
  picture?: ReactNode;
}) {
  const { platform, account, picture = <NetworkMark platform={platform} /> } = props;
  return (
    <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
      {picture}
      <Text size="sm" truncate>
        <bdi>{account ?? t('disconnected account')}</bdi>
        <Text span size="sm" c="dimmed">
          {' '}
          {networkName(platform)}
        </Text>
      </Text>
    </Group>
  );
}

/** A network's mark alone, with its name as a tooltip and for screen readers. */
export function NamedMark({ platform, label, size }: { platform: string; label: string; size?: number }) {
  return (
    <span role="img" aria-label={label} title={label} style={{ display: 'inline-flex' }}>
      <NetworkMark platform={platform} {...(size === undefined ? {} : { size })} />
    </span>
  );
}
