import debounce from 'lodash/debounce.js';

export default debounce;
