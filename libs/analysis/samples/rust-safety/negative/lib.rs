use std::{env, process::Command, sync::atomic::AtomicU32};

static COUNTER: AtomicU32 = AtomicU32::new(0);

struct Handle(*mut u8);

// SAFETY: the pointer is never shared: Handle has no Clone.
unsafe impl Send for Handle {}

pub fn first(pointer: *const u8) -> u8 {
    // SAFETY: the constructor checked that the pointer is valid
    // for as long as the handle lives.
    let value = unsafe { *pointer };
    value
}

pub fn second(pointer: *const u8) -> u8 {
    unsafe {
        // SAFETY: the block behind it has at least two bytes.
        *pointer.add(1)
    }
}

pub fn bits(value: f32) -> u32 {
    value.to_bits()
}

pub fn at(items: &[u8], index: usize) -> Option<u8> {
    items.get(index).copied()
}

pub fn find(limit: u32) -> &'static str {
    println!("select something from {limit}");
    "SELECT id FROM users WHERE name = $1"
}

pub fn convert(file: &str) -> std::io::Result<()> {
    Command::new("sh").arg("-c").arg("ulimit -t 10").status()?;
    Command::new("convert").arg(file).status().map(|_| ())
}

pub fn client() -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder().danger_accept_invalid_certs(false).build()
}

pub fn port() -> Result<u16, Box<dyn std::error::Error>> {
    Ok(env::var("PORT")?.parse()?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn parses_a_port() {
        let port: u16 = "80".parse().unwrap();
        assert_eq!(port, unsafe { *(&port as *const u16) });
    }
}

static RESUME: Lazy<unsafe extern "system" fn(HANDLE) -> i32> = Lazy::new(|| {
    // SAFETY: the library exports the function with this signature
    unsafe { mem::transmute(address_of("NtResumeProcess")) }
});
