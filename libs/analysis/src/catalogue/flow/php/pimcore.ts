import { below, sinks } from '../make';
import type { FlowRows } from '../rows';

/** Pimcore: lists of its objects, whose conditions become a part of a statement, and files that become assets. */
export const pimcore: FlowRows = {
  sinks: [...sinks('sql-injection', below('*', ['setCondition', 'addConditionParam']), { only: 'sql-composed', imports: ['Pimcore'] }), ...sinks('path-traversal', ['Pimcore.Model.Asset.create'], { arguments: [1], field: 'sourcePath', only: 'file' })],
};
