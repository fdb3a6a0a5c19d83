package myelin

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
)

// defaultMaxFrame bounds one message, in bytes, until the server has told its own limit.
const defaultMaxFrame = 32 << 20

// maxKept is how large a buffer, in bytes, may stay with the reader between two lines.
const maxKept = 1 << 20

// frameReader splits a stream into frames: one JSON object a line, ended by "\n" and by nothing else.
type frameReader struct {
	source *bufio.Reader
	limit  *atomic.Int64
	long   []byte
}

func newFrameReader(source io.Reader, limit *atomic.Int64) *frameReader {
	return &frameReader{source: bufio.NewReaderSize(source, 64<<10), limit: limit}
}

// quietReader tells when the bytes that came are used up.
type quietReader struct {
	source io.Reader
	quiet  func(isQuiet bool)
}

func (q quietReader) Read(into []byte) (int, error) {
	q.quiet(true)
	defer q.quiet(false)
	return q.source.Read(into)
}

// next gives a line that is not blank, without its end; it is valid until the next call. A last line without an end
// is no frame. A line above the limit is FRAME_TOO_LARGE, read no further than the limit.
func (f *frameReader) next() ([]byte, error) {
	for {
		line, err := f.line()
		if err != nil {
			return nil, err
		}
		if frame := bytes.TrimSpace(line); len(frame) > 0 {
			return frame, nil
		}
	}
}

func (f *frameReader) line() ([]byte, error) {
	if cap(f.long) > maxKept {
		f.long = nil
	}
	f.long = f.long[:0]
	for {
		piece, err := f.source.ReadSlice('\n')
		if int64(len(f.long)+len(piece)) > f.limit.Load()+1 {
			return nil, f.tooLarge()
		}
		if err == nil && len(f.long) == 0 {
			return piece, nil
		}
		f.long = append(f.long, piece...)
		if err == nil {
			return f.long, nil
		}
		if err != bufio.ErrBufferFull {
			return nil, err
		}
	}
}

func (f *frameReader) tooLarge() *Error {
	return &Error{
		Code:    CodeFrameTooLarge,
		Message: fmt.Sprintf("the server sent a message above the limit of %d bytes", f.limit.Load()),
	}
}

// readString reads a JSON string; json.Unmarshal does the same, with twice the work for a plain one.
func readString(raw []byte, into *string) (err error) {
	if len(raw) < 2 || raw[0] != '"' {
		return json.Unmarshal(raw, into)
	}
	*into, err = unquote(raw)
	return err
}

// readInt reads a JSON integer.
func readInt(raw []byte, into *int64) (err error) {
	if *into, err = strconv.ParseInt(string(raw), 10, 64); err != nil {
		return json.Unmarshal(raw, into)
	}
	return nil
}

// encodeFrame serialises one message with its line end.
func encodeFrame(message any) ([]byte, error) {
	var frame bytes.Buffer
	encoder := json.NewEncoder(&frame)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(message); err != nil {
		return nil, err
	}
	return frame.Bytes(), nil
}
