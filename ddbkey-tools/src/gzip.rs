//! Files that may be compressed by gzip.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

/// The first bytes of a file that gzip has compressed.
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// How much is read at once.
const BUFFER: usize = 1 << 18;

/// Decompresses a file that starts as gzip does, and reads any other as it is.
pub(crate) fn decompressed<'r>(file: impl Read + 'r) -> io::Result<Box<dyn BufRead + 'r>> {
    let mut file = BufReader::with_capacity(BUFFER, file);
    Ok(if file.fill_buf()?.starts_with(&GZIP) {
        Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    })
}
