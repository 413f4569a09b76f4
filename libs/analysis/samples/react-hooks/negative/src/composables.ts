// Vue's composables follow the same naming, and no such rule.
import { ref } from 'vue';
import { useFetch } from './fetch';

export async function load(enabled: boolean) {
  const page = ref(1);
  if (enabled) {
    const { data } = useFetch(() => `/api/posts?page=${page.value}`);
    return data;
  }
  return page;
}
