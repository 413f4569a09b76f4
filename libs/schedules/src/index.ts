export { type CronSchedule, type Schedule, type ScheduleFault, readSchedule } from './schedule';
