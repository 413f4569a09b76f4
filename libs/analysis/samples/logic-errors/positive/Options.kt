class Options(private var depth: Int) {
  val names = mapOf("depth" to 1, "width" to 2, "depth" to 3)

  fun check(values: List<String>, width: Int): Boolean {
    for (i in 0..values.size) {
      print(values[i])
    }
    depth = depth
    return width > 1 || width > 1
  }
}
