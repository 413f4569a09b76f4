MONTHS = ("January", "February", "March")


def years():
    report = []
    for year in range(2021, 2026):
        report.append(year)
        report.extend(MONTHS)
    return report
