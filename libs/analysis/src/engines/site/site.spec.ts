import { siteTools } from '../../catalogue/site';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('site');

describeToolSamples(profile, siteTools);
