package level

import "fmt"

func name(level int, names []string) string {
	if level == 1 {
		return "low"
	} else if level == 2 {
		return "middle"
	} else if level == 1 {
		return "high"
	}
	for i := 0; i <= len(names); i++ {
		fmt.Println(names[i])
	}
	fmt.Sprintf("unknown level %d", level)
	switch level {
	case first(), 3:
		return "first"
	case 3:
		return "third"
	}
	return ""
}
