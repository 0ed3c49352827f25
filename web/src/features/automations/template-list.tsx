/** Templates of automations. Each opens the editor with its steps; nothing is made before it is saved. */
import { Text } from '@mantine/core';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { ifCan } from '../../base/can.tsx';
import { countSteps } from './outline.ts';
import { useTemplates } from './queries.ts';
import type { Step } from './shapes.ts';
import { triggerText } from './words.ts';
import { t } from '../../base/language/text.ts';

export const TemplateList = ifCan('createDmAutomation', Templates);

function Templates() {
  const templates = useTemplates();
  if (templates.isPending) return <Waiting label={t('Reading the templates')} />;
  if (templates.data === undefined)
    return <Fault message={messageOf(templates.error)} onRetry={() => void templates.refetch()} />;
  return (
    <ul className="flow-templates" aria-label={t('Templates')}>
      <li>
        <Link href="/automations/new" className="flow-template" data-empty>
          <Text fw={650}>{t('Begin with nothing')}</Text>
          <Text size="sm" c="dimmed">
            {t('An empty automation, step by step.')}
          </Text>
        </Link>
      </li>
      {templates.data.map(({ id, name, description, automation }) => (
        <li key={id}>
          <Link
            href={automation === null ? '/rules/new' : `/automations/new?template=${id}`}
            className="flow-template"
          >
            <Text fw={650}>{name}</Text>
            <Text size="sm">{description}</Text>
            <Text size="xs" c="dimmed" mt="auto">
              {automation === null
                ? t('A rule for comments')
                : `${triggerText(automation.trigger)} · ${t('{count, plural, one {# step} other {# steps}}', { count: countSteps(automation.steps as Step[]) })}`}
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
