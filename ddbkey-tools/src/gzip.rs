//! Reads files that may be compressed by gzip.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// The number of bytes to read at once.
const BUFFER: usize = 1 << 18;

/// Decompresses a file that starts with the bytes of gzip, and reads any other file unchanged.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn decompressed<'r>(file: impl Read + 'r) -> io::Result<Box<dyn BufRead + 'r>> {
    let mut file = BufReader::with_capacity(BUFFER, file);
    Ok(if file.fill_buf()?.starts_with(&GZIP) {
        Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    })
}
