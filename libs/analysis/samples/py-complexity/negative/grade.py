GRADES = ((90, "A"), (75, "B"), (60, "C"), (45, "D"))


def grade(points, bonus, late, excused, retake, honours, region, year):
    if late and not excused:
        points -= 1
    elif bonus:
        points += 1
    elif honours:
        points += 2
    else:
        points += year
        if region:
            points += 3
    for limit, letter in GRADES:
        if points > limit:
            return letter
    return "F" if retake else "E"
