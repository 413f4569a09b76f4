async function mayEnter(user, room) {
  const members = await room.members();
  return members.includes(user.id);
}

export async function enter(user, room, guests) {
  if (!(await mayEnter(user, room))) {
    throw new Error('not a member');
  }
  room.add(user);
  const answers = await Promise.all(guests.map((guest) => mayEnter(guest, room)));
  return guests.filter((_, index) => answers[index]);
}
