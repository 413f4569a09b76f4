def grade(points, bonus, late, excused, retake, honours, region, year, scale):
    if points > 95:
        return "A+"
    if points > 90:
        return "A"
    if points > 85:
        return "A-"
    if points > 80:
        return "B+"
    if points > 75:
        return "B"
    if points > 70:
        return "B-"
    if points > 65:
        return "C+"
    if points > 60:
        return "C"
    if points > 55:
        return "C-"
    for _ in range(retake):
        if late and not excused:
            points -= 1
        elif bonus:
            points += 1
        elif honours:
            points += 2
        elif region:
            points += year
        else:
            if scale:
                points *= scale
            elif points:
                points += 3
    while points < 0:
        points += 1
        if points == -5:
            break
    try:
        points = int(points)
    except ValueError:
        points = 0
    return "F"
