/** What to try in a new installation, with a tick at what is done. */
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useCan } from '../../base/can.tsx';
import type { Workspace } from '../../base/api.ts';
import { useWorkspace } from '../../base/session.ts';
import type { OperationId } from '../../base/operations.ts';
import { ToneSign } from '../../base/parts/look-badge.tsx';
import type { Home } from './queries.ts';
import { t } from '../../base/language/text.ts';

type Steps = NonNullable<Home['firstSteps']>;

interface Step {
  done: 'hasPublished' | 'hasAnswered' | 'hasRealAccount';
  label: string;
  /** null where the menu of workspaces does it. */
  href: string | null;
  needs: OperationId;
}

const stepsFor = ({ writer }: Steps, { mixed }: Pick<Workspace, 'mixed'>): Step[] => [
  {
    done: 'hasPublished',
    label: t('Publish a post to two simulated accounts'),
    href: '/posts/new',
    needs: 'createPost',
  },
  {
    done: 'hasAnswered',
    label:
      writer === null
        ? t('Answer a direct message')
        : t('Answer {writer}, who has written to you', { writer }),
    href: '/inbox',
    needs: 'sendMessage',
  },
  {
    done: 'hasRealAccount',
    label: mixed
      ? t('Connect your first real account')
      : t('Make a workspace for your real accounts, in the menu of workspaces above'),
    href: mixed ? '/accounts' : null,
    needs: mixed ? 'createConnectLink' : 'createWorkspace',
  },
];

export function FirstSteps({ steps }: { steps: Steps }) {
  const can = useCan();
  const visible = stepsFor(steps, useWorkspace()).filter(({ needs }) => can(needs));
  if (visible.length === 0) return null;
  return (
    <section className="home-card" aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps" className="home-heading">
        {t('Begin here')}
      </Title>
      <ul className="home-list">
        {visible.map(({ done, label, href }) => (
          <li key={done} className="home-line">
            {steps[done] ? (
              <ToneSign tone="live" size={16} />
            ) : (
              <span className="home-box" aria-hidden="true" />
            )}
            {steps[done] || href === null ? (
              <Text size="sm" c={steps[done] ? 'dimmed' : 'inherit'}>
                {steps[done] ? t('{label} (done)', { label }) : label}
              </Text>
            ) : (
              <Anchor component={Link} href={href} size="sm">
                {label}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
