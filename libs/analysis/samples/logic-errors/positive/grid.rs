fn sum(cells: &[u32], wide: bool) -> u32 {
    let mut sum = 0;
    for i in 0..=cells.len() {
        sum += cells[i];
    }
    sum == 0;
    if wide {
        sum + 1
    } else {
        sum + 1
    }
}
