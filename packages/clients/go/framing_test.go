package myelin

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
)

func readFrames(source io.Reader, maxFrame int64) (frames []string, err error) {
	var limit atomic.Int64
	limit.Store(maxFrame)
	reader := newFrameReader(source, &limit)
	for {
		frame, err := reader.next()
		if err != nil {
			return frames, err
		}
		frames = append(frames, string(frame))
	}
}

func TestLinesEndAtNewlinesOnly(t *testing.T) {
	stream := "{\"a\":\"\u2028\u2029\u0085\"}\n\n  \r\n{\"b\":\"😀\"}\r\n{\"unfinished\":"
	for name, source := range map[string]io.Reader{
		"at once":      strings.NewReader(stream),
		"byte by byte": iotest.OneByteReader(strings.NewReader(stream)),
	} {
		frames, err := readFrames(source, 100)
		if len(frames) != 2 || frames[0] != "{\"a\":\"\u2028\u2029\u0085\"}" || frames[1] != `{"b":"😀"}` {
			t.Errorf("%s: found %q", name, frames)
		}
		if err != io.EOF {
			t.Errorf("%s: ended with %v", name, err)
		}
	}
}

func TestALineMayBeAsLongAsTheLimit(t *testing.T) {
	long := strings.Repeat("x", 5<<20)
	frames, err := readFrames(strings.NewReader(long+"\nshort\n"), 5<<20)
	if len(frames) != 2 || frames[0] != long || frames[1] != "short" || err != io.EOF {
		t.Errorf("found %d frames, %v", len(frames), err)
	}
}

func TestALineAboveTheLimitIsRefusedBeforeItIsRead(t *testing.T) {
	source := strings.NewReader(strings.Repeat("x", 10<<20))
	_, err := readFrames(source, 1<<20)
	if !errors.Is(err, CodeFrameTooLarge) {
		t.Errorf("found %v", err)
	}
	if read := 10<<20 - source.Len(); read > 1<<20+128<<10 {
		t.Errorf("%d bytes were read of a line above 1 MiB", read)
	}
}

func TestAFrameIsOneLine(t *testing.T) {
	frame, err := encodeFrame(map[string]string{"text": "<a>\n\u2028"})
	if err != nil || string(frame) != "{\"text\":\"<a>\\n\\u2028\"}\n" {
		t.Errorf("found %q, %v", frame, err)
	}
}
