import { openapiTools } from '../../catalogue/openapi';
import { describeHostileDescriptions } from '../../../test/hostile-descriptions';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('redocly');

const tools = openapiTools.filter(({ engine }) => engine === profile.id);

describeToolSamples(profile, tools);
describeHostileDescriptions(profile, tools, 'no-path-trailing-slash');
