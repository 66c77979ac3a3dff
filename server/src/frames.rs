//! Messages on the wire: a header that gives the length, an empty line, and that many bytes of JSON.

use std::io::{self, BufRead, BufReader, Read};

use serde::Serialize;
use serde_json::Value;
use tower_lsp_server::ls_types::DidChangeTextDocumentParams;

use crate::change;

/// The longest line of a header that is taken for one.
const HEADER_LINE_BYTES: u64 = 4096;

/// The longest message that is read; a manifest is a thousand times smaller.
const MESSAGE_BYTES: u64 = 512 * 1024 * 1024;

/// How much room is made for a message before any of it is there.
const AT_FIRST_BYTES: usize = 64 * 1024;

/// Takes messages out of a stream of bytes, and finds its way back after bytes that are none.
#[derive(Debug)]
pub(crate) struct Frames<R> {
    input: R,
    /// The length of the message whose header is being read.
    length: Option<u64>,
    /// What was read last made no sense, and has been reported: what follows is the same trouble.
    lost: bool,
}

/// What a message's bytes say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    /// A change of a document.
    Change(DidChangeTextDocumentParams),
    Other(Value),
}

/// Bytes that are no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken;

impl<R: Read> Frames<BufReader<R>> {
    /// Whether more than what was given out has been read already.
    pub(crate) fn has_more(&self) -> bool {
        !self.input.buffer().is_empty()
    }
}

impl<R: BufRead> Frames<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input,
            length: None,
            lost: false,
        }
    }

    /// The next message, or the news that something isn't one; none at the end of the input.
    pub(crate) fn next(&mut self) -> io::Result<Option<Result<Message, Broken>>> {
        let mut has_header = false;
        let mut line = Vec::new();
        loop {
            line.clear();
            let mut input = self.input.by_ref().take(HEADER_LINE_BYTES);
            input.read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") && (line.len() as u64) < HEADER_LINE_BYTES {
                return Ok(None);
            }
            let text = line.trim_ascii_end();
            let makes_sense = if let Some((at, length)) = content_length(text) {
                self.length = Some(length);
                at == 0
            } else if text.is_empty() {
                if let Some(length) = self.length.take() {
                    return self.body(length);
                }
                !std::mem::take(&mut has_header)
            } else {
                has_header = is_header(text);
                has_header
            };
            // One report for a stretch of nonsense, however long.
            if !makes_sense && !std::mem::replace(&mut self.lost, true) {
                return Ok(Some(Err(Broken)));
            }
        }
    }

    fn body(&mut self, length: u64) -> io::Result<Option<Result<Message, Broken>>> {
        // What is said to come isn't there yet.
        let expected = usize::try_from(length).unwrap_or(usize::MAX);
        let mut body = Vec::with_capacity(expected.min(AT_FIRST_BYTES));
        self.input.by_ref().take(length).read_to_end(&mut body)?;
        if (body.len() as u64) < length {
            return Ok(None);
        }
        if let Some(change) = change::read(&body) {
            self.lost = false;
            return Ok(Some(Ok(Message::Change(change))));
        }
        let message = serde_json::from_slice(&body).or_else(|_| {
            mend_surrogates(&mut body);
            serde_json::from_slice(&body).map_err(|_| Broken)
        });
        self.lost = message.is_err();
        Ok(Some(message.map(Message::Other)))
    }
}

/// Puts U+FFFD, which is as long, in place of each half of a surrogate pair that is escaped alone: an
/// editor's text may hold one, and JavaScript's writers send it so.
fn mend_surrogates(body: &mut [u8]) {
    let unit = |body: &[u8], at: usize| -> Option<u16> {
        let digits = body.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut at = 0;
    while at < body.len() {
        if body[at] != b'\\' {
            at += 1;
            continue;
        }
        at += match unit(body, at) {
            Some(0xd800..=0xdbff) if matches!(unit(body, at + 6), Some(0xdc00..=0xdfff)) => 12,
            Some(0xd800..=0xdfff) => {
                body[at + 2..at + 6].copy_from_slice(b"fffd");
                6
            }
            // Another escape, of which a backslash may be the second half.
            _ => 2,
        };
    }
}

/// A message's length, and where in the line its header stands; behind garbage it isn't at 0.
fn content_length(line: &[u8]) -> Option<(usize, u64)> {
    const NAME: &[u8] = b"content-length:";
    let at = line
        .windows(NAME.len())
        .rposition(|window| window.eq_ignore_ascii_case(NAME))?;
    let digits = str::from_utf8(line[at + NAME.len()..].trim_ascii()).ok()?;
    let length = digits.parse().ok().filter(|&bytes| bytes <= MESSAGE_BYTES);
    Some((at, length?))
}

/// Whether a line may be a header other than the one that counts.
fn is_header(line: &[u8]) -> bool {
    let Some(colon) = line.iter().position(|&byte| byte == b':') else {
        return false;
    };
    let name = &line[..colon];
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    !name.is_empty() && name.iter().all(is_name) && !name.eq_ignore_ascii_case(b"content-length")
}

/// A message as it goes onto the wire.
pub(crate) fn frame(message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let body = serde_json::to_vec(message)?;
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(&body);
    Ok(frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(bytes: &[u8]) -> Vec<Result<Value, Broken>> {
        let mut frames = Frames::new(bytes);
        let value = |message| match message {
            Message::Other(value) => value,
            Message::Change(change) => panic!("a change: {change:?}"),
        };
        std::iter::from_fn(|| frames.next().unwrap())
            .map(|message| message.map(value))
            .collect()
    }

    fn framed(message: &Value) -> Vec<u8> {
        frame(message).unwrap()
    }

    #[test]
    fn messages_follow_one_another() {
        let bytes = [framed(&json!({"a": "é"})), framed(&json!(2))].concat();
        assert_eq!(read(&bytes), [Ok(json!({"a": "é"})), Ok(json!(2))]);
    }

    #[test]
    fn headers_are_read_liberally() {
        let text =
            b"content-type: application/vscode-jsonrpc; charset=utf8\ncontent-length:  1 \n\n7";
        assert_eq!(read(text), [Ok(json!(7))]);
    }

    #[test]
    fn a_broken_message_costs_itself_only() {
        let good = framed(&json!(1));
        for bad in [
            &b"Content-Length: 3\r\n\r\n{,}"[..],
            b"Content-Length: 2\r\n\r\n\"\xff",
            b"Content-Length: 2\r\n\r\n{\"too\": \"short\"}",
            b"Content-Length: many\r\n\r\n",
            b"Content-Length: -1\r\n\r\n",
            b"Content-Length: 99999999999999999999\r\n\r\n{}",
            b"Content-Type: x\r\n\r\n{}",
            b"what is this?",
            b"what is this?\r\n\r\n\r\n",
            b"GET / HTTP/1.1\r\n",
        ] {
            let bytes = [bad, &good, &good].concat();
            let expected = [Err(Broken), Ok(json!(1)), Ok(json!(1))];
            assert_eq!(read(&bytes), expected, "{}", bad.escape_ascii());
        }
    }

    #[test]
    fn half_a_surrogate_pair_costs_a_letter_only() {
        let sent = br#"{"a":"\ud83d","b":"\\ud83d \ud83d\ude00\udc00x"}"#;
        let mut framed = format!("Content-Length: {}\r\n\r\n", sent.len()).into_bytes();
        framed.extend_from_slice(sent);
        let got = json!({"a": "\u{fffd}", "b": "\\ud83d \u{1f600}\u{fffd}x"});
        assert_eq!(read(&framed), [Ok(got)]);
    }

    #[test]
    fn a_length_that_is_too_large_costs_the_next_message_at_most() {
        let good = framed(&json!(1));
        let bytes = [b"Content-Length: 5\r\n\r\n{}", &good[..], &good, &good].concat();
        let read = read(&bytes);
        assert_eq!(read.iter().filter(|message| message.is_err()).count(), 1);
        assert!(read.iter().filter(|message| message.is_ok()).count() >= 2);
    }

    #[test]
    fn an_input_may_end_anywhere() {
        let bytes = framed(&json!([1, 2]));
        for end in 0..bytes.len() {
            assert_eq!(read(&bytes[..end]), []);
        }
    }
}
