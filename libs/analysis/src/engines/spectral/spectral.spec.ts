import { openapiTools } from '../../catalogue/openapi';
import { describeHostileDescriptions } from '../../../test/hostile-descriptions';
import { describeToolSamples } from '../../../test/tool-samples';
import { profile } from './spectral.profile';

const tools = openapiTools.filter(({ engine }) => engine === profile.id);

describeToolSamples(profile, tools);
describeHostileDescriptions(profile, tools, 'path-keys-no-trailing-slash');
