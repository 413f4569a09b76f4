async function mayEnter(user, room) {
  const members = await room.members();
  return members.includes(user.id);
}

export async function enter(user, room, guests) {
  if (!mayEnter(user, room)) {
    throw new Error('not a member');
  }
  room.add(user);
  return guests.filter(async (guest) => mayEnter(guest, room));
}
