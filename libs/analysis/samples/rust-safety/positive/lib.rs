use std::{env, mem, process::Command};

static mut COUNTER: u32 = 0;

struct Handle(*mut u8);

unsafe impl Send for Handle {}

pub fn first(pointer: *const u8) -> u8 {
    unsafe { *pointer }
}

pub fn bits(value: f32) -> u32 {
    // SAFETY: both are four bytes.
    unsafe { mem::transmute::<f32, u32>(value) }
}

pub fn zeroed() -> u64 {
    // SAFETY: every bit pattern is a u64.
    unsafe { mem::MaybeUninit::uninit().assume_init() }
}

pub fn at(items: &[u8], index: usize) -> u8 {
    // SAFETY: the caller checks the index.
    unsafe { *items.get_unchecked(index) }
}

pub fn keep(buffer: Vec<u8>) {
    mem::forget(buffer);
}

pub fn find(name: &str) -> String {
    format!("SELECT id FROM users WHERE name = '{}'", name)
}

pub fn convert(file: &str) {
    Command::new("sh").arg("-c").arg(format!("convert {file}")).status().expect("sh starts");
}

pub fn client() -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder().danger_accept_invalid_certs(true).build()
}

pub fn digest(data: &[u8]) -> [u8; 16] {
    md5::compute(data).0
}

pub fn port() -> u16 {
    env::var("PORT").unwrap().parse().unwrap()
}
