class Options(private var depth: Int) {
  val names = mapOf("depth" to 1, "width" to 2)

  fun check(values: List<String>, width: Int): String? {
    for (i in 0 until values.size) {
      print(values[i])
    }
    this.depth = width
    return values.firstOrNull()?.let {
      it.trimEnd()
    }
  }
}
