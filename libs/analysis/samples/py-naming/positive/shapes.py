from shapes import RoundBox as BOX

box = BOX()
