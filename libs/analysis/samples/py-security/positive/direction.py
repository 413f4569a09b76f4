def is_admin(user):
    role = user.role
    if role != "user‮ ⁦# only admins⁩ ⁦":
        return True
    return False
