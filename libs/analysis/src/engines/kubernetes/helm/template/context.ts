import type { Channel, Dict, TemplateValue } from '../values/value';
import type { Origins } from '../values/origins';
import type { Marks } from '../values/marks';

/** The services that the evaluation offers to functions of templates. */
export interface Context extends Marks {
  readonly origins: Origins;
  /** Which text functions read: what Helm prints, or what is judged. */
  readonly channel: Channel;
  /** Runs a template that is defined somewhere in the chart: `include`. */
  include(name: string, dot: TemplateValue): TemplateValue;
  /** Runs a text as a template: `tpl`. */
  expand(text: TemplateValue, dot: TemplateValue): TemplateValue;
  /** Tells that Helm would print nothing with the default values: `fail` and `required`. */
  refuse(reason: string): void;
  /** Changes a map, such as `set` does; taken back where it was done under a condition that does not hold. */
  change(dict: Dict, key: string, value: TemplateValue | undefined): void;
  spend(steps: number): void;
}

export type TemplateFunction = (args: readonly TemplateValue[], context: Context) => TemplateValue;
export type Functions = Readonly<Record<string, TemplateFunction>>;
