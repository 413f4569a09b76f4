import { describeToolSamples } from '../../../test/tool-samples';
import { vulnerableDependencyTools } from '../../catalogue/dependencies';
import { profileOf } from '../engine-table';

describeToolSamples(profileOf('advisories'), vulnerableDependencyTools);
