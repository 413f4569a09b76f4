import { openapiTools } from '../../catalogue/openapi';
import { describeHostileDescriptions } from '../../../test/hostile-descriptions';
import { describeToolSamples } from '../../../test/tool-samples';
import { profile } from './redocly.profile';

const tools = openapiTools.filter(({ engine }) => engine === profile.id);

describeToolSamples(profile, tools);
describeHostileDescriptions(profile, tools, 'no-path-trailing-slash');
