/** Tokens that secretlint's preset recognises by their beginnings. */
export const PRESET_TOKEN = /(?<![0-9A-Za-z])(?:(?:gh[pousr]|github_pat|npm|gsk|hf|ntn|secret|lin_(?:api|oauth)|vc[apirk]|dckr_pat|figd|glc|glsa|shp(?:at|ca|pa|ss))_|glpat-|xox[a-z](?:\.xox[a-z])?-|xapp-|sk-|hv[sbr]\.|ops_eyJ|dapi|SG\.|AIza|AKIA|ASIA|hooks\.slack\.com\/services\/)[0-9A-Za-z_./+=-]{16,400}/g;
