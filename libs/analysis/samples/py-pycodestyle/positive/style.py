def check(value, other):
    if value == None: return 1
    if other == True:
        x = 1; y = 2;
    if not value in other:
        l = lambda: 3
    if not value is other:
        return type(value) == type(other)
    pattern = "\d+"   
    return pattern, x, y, l, "a line that goes on and on, far beyond what fits on a screen or side by side with another one, and then goes on some more"


class I:
	def O(self):
		return 1
