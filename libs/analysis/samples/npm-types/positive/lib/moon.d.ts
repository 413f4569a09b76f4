export default function phase(day: number): number;
