import { siteTools } from '../../catalogue/site';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../profiles';

const profile = profileOf('site');

describeToolSamples(profile, siteTools);
