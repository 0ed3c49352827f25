/** The sections of the bench, in the order of the report. */
import type { Section } from './bench.ts';
import { conversationSection } from './conversation/section.ts';
import { deliveriesSection } from './due/deliveries.ts';
import { latenessSection } from './due/lateness.ts';
import { dueSection } from './due/section.ts';
import { createsSection, readsSection } from './http/section.ts';
import { flowsSection } from './flows/section.ts';
import { inboxReadsSection } from './inbound/reads.ts';
import { inboundSection } from './inbound/section.ts';
import { rulesSection } from './rules/section.ts';
import { mcpSection } from './mcp/section.ts';
import { liveSection } from './live/section.ts';
import { matchingSection } from './matching/section.ts';
import { numbersSection } from './numbers/section.ts';

export const sections = {
  due: dueSection,
  deliveries: deliveriesSection,
  conversation: conversationSection,
  lateness: latenessSection,
  reads: readsSection,
  creates: createsSection,
  live: liveSection,
  inbound: inboundSection,
  inbox: inboxReadsSection,
  rules: rulesSection,
  numbers: numbersSection,
  matching: matchingSection,
  flows: flowsSection,
  mcp: mcpSection,
} satisfies { [name: string]: Section };

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];
export const titles = Object.values(sections).map(({ title }) => title);
